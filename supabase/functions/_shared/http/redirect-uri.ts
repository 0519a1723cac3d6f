// URI schemes that editors use for OAuth redirects. Any program can register a scheme, so only known ones are allowed.
const editorSchemes = new Set([
	'cursor:',
	'vscode:',
	'vscode-insiders:',
	'vscodium:',
	'code-oss:',
	'positron:',
	'windsurf:',
	'windsurf-next:',
	'zed:',
	'kiro:',
	'trae:',
]);

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);
// Matches the text as written: URL parsing would also accept 127.1, 0x7f.1 and 2130706433 as 127.0.0.1.
const loopbackAsWritten = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?([/?]|$)/;

/** Schemes of the editors, such as `cursor`. */
export const editors = [...editorSchemes].map((scheme) => scheme.slice(0, -1));

/**
 * Whether a client may receive the response at this URI: https, http to a program on the same machine, or a listed
 * editor.
 */
export function isAllowedRedirect(uri: string): boolean {
	// Checks the text itself, because URL parsing would repair what another parser might read differently.
	if (!/^[a-z][a-z.+-]*:\/\/[^/][\x21-\x7e]*$/.test(uri) || /[\\#]/.test(uri)) return false;
	if (uri.length > 2_000) return false;
	const url = URL.parse(uri);
	if (!url || url.username || url.password || !url.hostname) return false;
	if (url.protocol === 'https:') return !loopback.has(url.hostname);
	return url.protocol === 'http:' ? loopbackAsWritten.test(uri) : editorSchemes.has(url.protocol);
}

/** Whether the redirect leads to a program on the person's own machine. */
export function isLoopbackRedirect(uri: string): boolean {
	return URL.canParse(uri) && loopbackAsWritten.test(uri);
}

/** Whether the redirect leads to a website other than the client's own (the host of its document, if it has one). */
export function isForeignRedirect(uri: string, clientHost: string | null): boolean {
	const url = URL.parse(uri);
	return url?.protocol === 'https:' && url.hostname !== clientHost;
}

/**
 * Whether a client with this registered address may receive the response at the given address. They must be equal,
 * except for the port on loopback, which a program cannot know in advance (RFC 8252 §7.3).
 */
export function matchesRedirect(registered: string, given: string): boolean {
	if (!isAllowedRedirect(given)) return false;
	if (registered === given) return true;
	if (!isLoopbackRedirect(registered) || !isLoopbackRedirect(given)) return false;
	return withoutPort(registered) === withoutPort(given);
}

function withoutPort(uri: string): string {
	const url = new URL(uri);
	url.port = '';
	return url.href;
}

/** Returns the part that people see: a host, or an editor's scheme such as `cursor:`. */
export function describeRedirectHost(uri: string): string {
	const { protocol, hostname } = new URL(uri);
	return protocol === 'https:' || protocol === 'http:' ? hostname : protocol;
}

/** Adds the parameters of an authorization response to the redirect address. */
export function answerRedirect(uri: string, answer: Record<string, string | null>): string {
	const url = new URL(uri);
	for (const [name, value] of Object.entries(answer)) {
		if (value !== null) url.searchParams.set(name, value);
	}
	return url.href;
}
