/**
 * Lets the keyboard reach and scroll every table that is wider than its container, and only those: a table
 * that fits needs no tab stop.
 */
export function focusScrollable(tables: Iterable<HTMLElement>): void {
	const observer = new ResizeObserver((entries) => {
		for (const { target } of entries) {
			if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
			else target.removeAttribute('tabindex');
		}
	});
	for (const table of tables) observer.observe(table);
}
