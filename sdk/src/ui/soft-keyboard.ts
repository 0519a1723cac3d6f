/**
 * Tells `onChange` how many pixels at the bottom of the page a soft keyboard covers, whenever that
 * changes. Returns how to stop. Browsers that shrink the page instead cover nothing.
 */
export function watchSoftKeyboard(onChange: (covered: number) => void): () => void {
	const viewport = visualViewport;
	const measure = () => {
		// A page zoomed by two fingers is smaller too, and covers nothing.
		if (viewport?.scale === 1) onChange(innerHeight - viewport.height - viewport.offsetTop);
	};
	for (const type of ['resize', 'scroll']) viewport?.addEventListener(type, measure);
	return () => {
		for (const type of ['resize', 'scroll']) viewport?.removeEventListener(type, measure);
	};
}
