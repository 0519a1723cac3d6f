/** Written by the build for the server: every path that exists, with the hash of its content. */
export type Manifest = {
	/** Origin for which the files were built. */
	base: string;
	/** Content Security Policy of every page. */
	policy: string;
	/** Pages by path, such as `/sdk/methods/`. */
	pages: Record<string, PageEntry>;
	/** All other files by path, such as `/llms.txt`. */
	files: Record<string, FileEntry>;
	/** Moved pages: old path to new path. */
	redirects: Record<string, string>;
};

export type PageEntry = {
	title: string;
	/** Hash of the HTML. */
	hash: string;
	markdown: MarkdownEntry;
};

export type MarkdownEntry = { hash: string; tokens: number };

export type FileEntry = { hash: string; type: string };

/** Files that only the server reads. */
export const serverFiles = { manifest: '/_server/manifest.json', index: '/_server/search.json' };

/** Approximate size of a text in tokens: a quarter of its UTF-8 bytes, rounded up. */
export function countTokens(bytes: number): number {
	return Math.ceil(bytes / 4);
}
