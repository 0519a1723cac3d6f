/** Resolves after the next paint; immediately on a hidden page, which is not painted. */
export function nextPaint(): Promise<void> {
	return new Promise((resolve) => {
		if (document.hidden) resolve();
		else requestAnimationFrame(() => setTimeout(resolve));
	});
}
