// Schemes that a browser would run or show under our own origin instead of navigating.
const unsafeSchemes = new Set([
	'javascript:',
	'data:',
	'blob:',
	'about:',
	'filesystem:',
	'file:',
	'view-source:',
]);

/**
 * Sends the browser to the redirect URI of a program: a web URL or an editor's own scheme. Throws on a scheme that
 * would not leave our page.
 */
export function redirectTo(redirect: string): void {
	const { protocol } = new URL(redirect);
	if (unsafeSchemes.has(protocol)) throw new Error('The redirect URI of the program is not safe.');
	location.assign(redirect);
}
