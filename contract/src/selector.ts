// What is left of a selector once quotes, brackets and arguments are replaced: names, and what stands between them.
const compound = String.raw`(?:[*|\w\-\u0080-\uffff]|[#.](?=[a-z_\-\u0080-\uffff])|::?(?=[a-z\-]))+`;
const selectors = new RegExp(`^${compound}(?:\\s*[>+~,]\\s*${compound}|\\s+${compound})*$`, 'i');

/**
 * Whether a browser would read the text as a CSS selector. It may accept more than every browser does: a pseudo-class is
 * not looked up.
 *
 * @example
 * isSelector('#help'); // true
 * isSelector('nav >'); // false
 */
export function isSelector(text: string): boolean {
	let rest = text
		.trim()
		.replace(/\\./gu, 'x')
		.replace(/"[^"\n]*"|'[^'\n]*'/g, 'x')
		.replace(
			/\[\s*[\w|*\-\u0080-\uffff]+\s*(?:[~|^$*]?=\s*[\w\-\u0080-\uffff]+\s*(?:\s[is])?\s*)?\]/gi,
			'.x',
		);
	// Arguments may hold arguments: the innermost first.
	for (let before = ''; before !== rest;) {
		before = rest;
		rest = rest.replace(/:([a-z\-]+)\([^()]+\)/gi, ':$1');
	}
	return selectors.test(rest) && !/(?:^|[\s>+~,])\d/.test(rest);
}
