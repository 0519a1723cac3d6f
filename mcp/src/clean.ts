// What strangers wrote reaches a model: nothing in it may hide, turn the reading direction, or run on without end.

const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const hidden =
	/[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|\udb40[\udc00-\udfff]/g;
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text without control characters, direction marks and what has no shape (joiners, tags, selectors), at most
 * `most` characters. Tabs and line ends stay.
 *
 * @example
 * cleanText('a\u202eb', 100); // 'ab'
 */
export function cleanText(text: string, most: number): string {
	const clean = text
		.slice(0, most * 4)
		.replace(/\r\n?/g, '\n')
		.replace(control, '')
		.replace(hidden, '')
		.replace(halves, '');
	return clean.length > most ? `${clean.slice(0, most - 1).replace(halves, '')}…` : clean;
}

/** The same for every text in a value, keys included. */
export function cleanValue(value: unknown, most: number): unknown {
	if (typeof value === 'string') return cleanText(value, most);
	if (Array.isArray(value)) return value.map((item) => cleanValue(item, most));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [cleanText(key, 200), cleanValue(inner, most)]),
	);
}

/**
 * A value of a visitor, such as an answer or traits: each text in it stands under `untrusted_text`, so that no
 * reader takes it for ours.
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
