// Visitors' text may contain terminal escapes, and marks that reverse the reading direction.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const direction = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes untrusted text safe for a terminal: control characters and direction marks become `�`. Tabs and line breaks
 * stay.
 */
export function cleanText(text: string): string {
	return text.replace(/\r\n/g, '\n').replace(control, '\ufffd').replace(direction, '\ufffd');
}

/** Makes untrusted text safe for one line of a terminal. */
export function cleanLine(text: string): string {
	return cleanText(text)
		.replace(/\s*[\n\t]\s*/g, ' ')
		.trim();
}

/** JSON on one line with such characters escaped: safe to print, with the same value. */
export function toSafeJson(value: unknown): string {
	return JSON.stringify(value).replace(
		/[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
