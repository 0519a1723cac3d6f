/** Resolves once what is on the page by now has been painted; at once while nobody looks, as nothing is painted then. */
export function nextPaint(): Promise<void> {
	return new Promise((resolve) => {
		if (document.hidden) resolve();
		else requestAnimationFrame(() => setTimeout(resolve));
	});
}
