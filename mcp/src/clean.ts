// A model reads visitors' text: remove invisible characters and those that reverse the reading direction,
// and limit its length.

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const hidden =
	/[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Removes control characters, direction marks and invisible characters (joiners, tags, selectors), and truncates to
 * `maxLength` characters. Tabs and line breaks stay.
 *
 * @example
 * cleanText('a\u202eb', 100); // 'ab'
 */
export function cleanText(text: string, maxLength: number): string {
	const clean = text
		.slice(0, maxLength * 4)
		.replace(/\r\n?/g, '\n')
		.replace(control, '')
		.replace(hidden, '')
		.replace(loneSurrogates, '');
	if (clean.length <= maxLength) return clean;
	return `${clean.slice(0, maxLength - 1).replace(loneSurrogates, '')}…`;
}

/** Characters of a string that is not visitors' text. */
const maxOwnLength = 2_000;

/**
 * Cleans every string in a value, keys included, and truncates those marked as `untrusted_text` to `maxLength`
 * characters. IDs and cursors stay whole, as a later call needs them.
 */
export function cleanValue(value: unknown, maxLength: number): unknown {
	if (typeof value === 'string') return cleanText(value, maxOwnLength);
	if (Array.isArray(value)) return value.map((item) => cleanValue(item, maxLength));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]: [string, unknown]) => [
			cleanText(key, 200),
			key === 'untrusted_text' && typeof inner === 'string'
				? cleanText(inner, maxLength)
				: cleanValue(inner, maxLength),
		]),
	);
}

/**
 * Wraps each string of a visitor's value, such as an answer or traits, in `untrusted_text`, so that a model does not
 * mistake it for our text.
 *
 * @example
 * markUntrusted({ why: 'Too slow', score: 2 }); // { why: { untrusted_text: 'Too slow' }, score: 2 }
 */
export function markUntrusted(value: unknown): unknown {
	if (typeof value === 'string') return { untrusted_text: value };
	if (Array.isArray(value)) return value.map(markUntrusted);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [key, markUntrusted(inner)]),
	);
}

/**
 * A visitor's traits or properties as a list, because visitors choose the names too.
 *
 * @example
 * markEntries({ plan: 'pro' }); // [{ name: { untrusted_text: 'plan' }, value: { untrusted_text: 'pro' } }]
 */
export function markEntries(values: object): { name: unknown; value: unknown }[] {
	return Object.entries(values).map(([name, value]) => ({
		name: markUntrusted(name),
		value: markUntrusted(value),
	}));
}
