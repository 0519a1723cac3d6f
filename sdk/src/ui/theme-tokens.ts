/** CSS that is valid with a usable value in place of `$`, by the end of the names of properties that it checks. */
const tests = {
	'accent on-accent background text muted border': 'color:$',
	'radius offset width': 'width:max(1px,$)',
	font: 'font-family:$,serif',
};

/**
 * Custom properties of the page that have the name of a theming property and a value that a prompt cannot use: design
 * systems call the tokens of their own messages `--feedback-…` too.
 */
export function listUnusableTokens(host: Element): string[] {
	const style = getComputedStyle(host);
	return Object.entries(tests).flatMap(([ends, test]) =>
		ends
			.split(' ')
			.map((end) => `--feedback-${end}`)
			.filter((name) => {
				const value = style.getPropertyValue(name).trim();
				return value && !CSS.supports(`(${test.replace('$', () => value)})`);
			}),
	);
}
