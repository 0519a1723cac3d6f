// What a browser would run or draw in our own name instead of going somewhere.
const ours = new Set([
	'javascript:',
	'data:',
	'blob:',
	'about:',
	'filesystem:',
	'file:',
	'view-source:',
]);

/**
 * Sends the browser to where a program waits for the answer: a web address or an editor's own scheme.
 * Throws when the address would stay in our page.
 */
export function leaveFor(redirect: string): void {
	const { protocol } = new URL(redirect);
	if (ours.has(protocol))
		throw new Error('The program wants the answer at an address that is not safe.');
	location.assign(redirect);
}
