import { product } from '@feedback/contract';

import type { Page } from '../markdown/page.ts';
import { writeContent } from '../markdown/twin.ts';
import { sidebar } from '../sidebar.ts';
import { describeInstallation } from '../ways-in/installation.ts';

const summary =
	'In-app feedback prompts: the app reports an event, the service decides whether to ask one polite question, and keeps the answer.';

/** The page that is written for agents, at the path at which they expect it, beside `/llms.txt`. */
export const prose = { path: '/auth.md', page: '/agents/auth/' };

/** `/llms.txt`: every page, its address and one line. */
export function writeIndex(pages: Page[], base: string): string {
	const line = (page: Page) =>
		`- [${page.title}](${base}${page.path}index.md): ${page.description}`;
	const first = pages.filter((page) => page.path === '/');
	const groups = sidebar.map((group) => {
		const slugs = group.items.map((slug) => `/${slug}/`);
		const members = pages.filter((page) => slugs.includes(page.path));
		return [`## ${group.label}`, '', ...members.map(line), ''].join('\n');
	});
	const listed = new Set([
		'/',
		...sidebar.flatMap(({ items }) => items.map((slug) => `/${slug}/`)),
	]);
	const others = pages.filter((page) => !listed.has(page.path));
	if (others.length > 0) groups.push(['## More', '', ...others.map(line), ''].join('\n'));
	return [
		`# ${product.name}`,
		'',
		`> ${summary}`,
		'',
		`These pages describe \`${product.sdkPackage}\` and the service, version line ${product.line}.`,
		'',
		`- Each page is Markdown at \`<page>/index.md\`, and at the page's own address with \`Accept: text/markdown\`.`,
		`- Search by question: \`${base}/search?q=<question>&limit=<1 to 20>\` answers JSON with links to sections.`,
		`- Everything in one file: ${base}/llms-full.txt`,
		`- How an agent signs in, and what a person approves: ${base}${prose.path}`,
		`- MCP server: \`{api_url}/mcp\`, where \`{api_url}\` is the URL of the service's functions, such as \`http://127.0.0.1:54321/functions/v1\`. How to connect: ${base}/agents/mcp/index.md`,
		`- HTTP API as OpenAPI 3.1: ${base}/openapi.json · JSON Schema of a prompt: ${base}/prompt.schema.json`,
		`- ${describeInstallation()} ${base}/install/package/index.md`,
		'',
		'## Overview',
		'',
		...first.map(line),
		'',
		...groups,
	].join('\n');
}

/** `/llms-full.txt`: the full text of all pages. */
export function writeFullText(pages: Page[], base: string, paths: ReadonlySet<string>): string {
	const texts = pages.map((page) =>
		[
			`# ${page.title}`,
			'',
			`> ${page.description}`,
			'',
			`Address: ${base}${page.path} · Package: ${page.package} · Version: ${page.version} · Updated: ${page.updated}`,
			'',
			writeContent(page, base, paths),
		].join('\n'),
	);
	return texts.join('\n---\n\n');
}
