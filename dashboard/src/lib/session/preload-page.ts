/** What index.html says about the pages: see early-files.ts. */
type PageFiles = {
	start: string;
	files: string[];
	pages: [pattern: string, files: number[], title?: string, about?: string][];
};

/** Asks for the scripts of the page at this address, which otherwise would wait for those that find it. */
export function preloadPage(): void {
	const told = document.getElementById('page-files')?.textContent;
	// There is no table while the dashboard is developed.
	if (!told) return;
	const { start, files, pages } = JSON.parse(told) as PageFiles;
	const page = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
	for (const at of page?.[1] ?? []) {
		const link = document.createElement('link');
		[link.rel, link.href] = ['modulepreload', start + files[at]];
		document.head.append(link);
	}
}
