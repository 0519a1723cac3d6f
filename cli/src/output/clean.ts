// Terminal commands, and marks that turn the reading direction, hide in texts that strangers wrote.
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const direction = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text from elsewhere, made safe for a terminal: control characters and direction marks become `�`.
 * Tabs and line ends stay.
 */
export function cleanText(text: string): string {
	return text.replace(/\r\n/g, '\n').replace(control, '\ufffd').replace(direction, '\ufffd');
}

/** The same on one line. */
export function cleanLine(text: string): string {
	return cleanText(text)
		.replace(/\s*[\n\t]\s*/g, ' ')
		.trim();
}

/** JSON on one line, in which such characters are escaped: it stays what it was, and safe to look at. */
export function toSafeJson(value: unknown): string {
	return JSON.stringify(value).replace(
		/[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
