/** The table of pages in index.html: see preloads.ts. */
type PageFiles = {
	start: string;
	files: string[];
	pages: [pattern: string, files: number[], ...description: string[]][];
};

/** Preloads the scripts of this page, which would otherwise wait for the router. */
export function preloadPage(): void {
	const json = document.getElementById('page-files')?.textContent;
	// The dev server has no table.
	if (!json) return;
	const { start, files, pages } = JSON.parse(json) as PageFiles;
	const page = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
	for (const at of page?.[1] ?? []) {
		const link = document.createElement('link');
		[link.rel, link.href] = ['modulepreload', start + files[at]];
		document.head.append(link);
	}
}
