import type { Manifest } from './manifest.ts';

/**
 * Where an address that is not a page's own leads to: a moved page, a missing slash, `index.html`, or the
 * common guess `<page>.md`. A reader of Markdown is led to the Markdown form.
 */
export function findRedirect(
	manifest: Manifest,
	path: string,
	markdown: boolean,
): string | undefined {
	const guess = /^(.*\/)?([^/]*?)(?:\/?index\.(html|md)|\.(md|html))?$/s.exec(path);
	const folder = path.endsWith('/')
		? path
		: `${(guess?.[1] ?? '/') + (guess?.[2] ? `${guess[2]}/` : '')}`;
	const page = own(manifest.redirects, folder) ?? folder;
	if (!own(manifest.pages, page)) return undefined;
	const asMarkdown = markdown || path.endsWith('.md');
	const target = asMarkdown ? `${page}index.md` : page;
	// The page's own address answers in both forms.
	return path === target || path === page ? undefined : target;
}

function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
	return Object.hasOwn(record, key) ? record[key] : undefined;
}
