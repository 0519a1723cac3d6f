import { toMarkdownText } from './convert.ts';
import type { Page } from './page.ts';

/** The Markdown form of a page: front matter, title, the address of the index, and the content. */
export function writeTwin(page: Page, base: string, paths: ReadonlySet<string>): string {
	const frontMatter = {
		title: page.title,
		description: page.description,
		package: page.package,
		version: page.version,
		url: base + page.path,
		updated: page.updated,
	};
	return [
		'---',
		...Object.entries(frontMatter).map(([name, value]) => `${name}: ${scalar(name, value)}`),
		'---',
		'',
		`# ${page.title}`,
		'',
		`> Index of all pages: ${base}/llms.txt · Search: ${base}/search?q=your+question`,
		'',
		writeContent(page, base, paths),
	].join('\n');
}

/** Only the content, for the file that contains every page. */
export function writeContent(page: Page, base: string, paths: ReadonlySet<string>): string {
	return toMarkdownText(page.content, (href) => absolute(href, page.path, base, paths));
}

/** Links to pages point to their Markdown form, so that a reader of Markdown stays in Markdown. */
function absolute(href: string, from: string, base: string, paths: ReadonlySet<string>): string {
	const url = new URL(href, base + from);
	if (url.origin !== base || !paths.has(url.pathname)) return url.href;
	return `${base}${url.pathname}index.md${url.search}${url.hash}`;
}

// Without quotes, YAML would parse a day and a version as a date and a number.
function scalar(name: string, value: string): string {
	return name === 'url' ? value : JSON.stringify(value);
}
