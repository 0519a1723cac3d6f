/**
 * True when an object in valid JSON contains a key twice. Parsers disagree on which of the two counts,
 * so signed texts must not contain duplicate keys.
 *
 * @example
 * repeatsKey('{"aud":"a","\u0061ud":"b"}'); // true
 */
export function repeatsKey(json: string): boolean {
	const open: (Set<string> | null)[] = [];
	for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[[\]{}]/g).map(keyOf)) {
		if (token === '{') open.push(new Set());
		else if (token === '[') open.push(null);
		else if (token === '}' || token === ']') open.pop();
		else if (colon) {
			const keys = open.at(-1);
			const key = JSON.parse(token) as string;
			if (keys?.has(key)) return true;
			keys?.add(key);
		}
	}
	return false;
}

function keyOf(match: RegExpExecArray): [string, boolean] {
	const colon = match[1];
	return [colon ? match[0].slice(0, -colon.length) : match[0], colon !== undefined];
}
