import type { Manifest } from './manifest.ts';

/**
 * The target of a path that is not a page's own: a moved page, a path without its final slash, `index.html`, or the
 * common guess `<page>.md`. A client that accepts Markdown is redirected to the Markdown form.
 */
export function findRedirect(
	manifest: Manifest,
	path: string,
	markdown: boolean,
): string | undefined {
	const parts = /^(.*\/)?([^/]*?)(?:\/?index\.(html|md)|\.(md|html))?$/s.exec(path);
	const folder = path.endsWith('/')
		? path
		: `${(parts?.[1] ?? '/') + (parts?.[2] ? `${parts[2]}/` : '')}`;
	const page = own(manifest.redirects, folder) ?? folder;
	if (!own(manifest.pages, page)) return undefined;
	const asMarkdown = markdown || path.endsWith('.md');
	const target = asMarkdown ? `${page}index.md` : page;
	// The page's own path has both forms.
	return path === target || path === page ? undefined : target;
}

function own<Value>(record: Record<string, Value>, key: string): Value | undefined {
	return Object.hasOwn(record, key) ? record[key] : undefined;
}
