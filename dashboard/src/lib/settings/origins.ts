/** The distinct non-empty lines of a text. */
export function readOrigins(text: string): string[] {
	const lines = text.split(/[\s,]+/).filter((line) => line !== '');
	return [...new Set(lines)];
}

/**
 * The origin that was probably meant by a typed URL or host.
 *
 * @example
 * suggestOrigin('app.example.com/start'); // 'https://app.example.com'
 */
export function suggestOrigin(typed: string): string | undefined {
	const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
	const isLocal = /^(localhost|127\.|\[::1\])/i.test(typed);
	const address = hasScheme ? typed : `${isLocal ? 'http' : 'https'}://${typed}`;
	if (!URL.canParse(address)) return undefined;
	const { origin, protocol } = new URL(address);
	if (!/^https?:$/.test(protocol) || origin === typed) return undefined;
	return origin;
}
