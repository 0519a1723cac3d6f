/** On one line, as for a subject: no line breaks and no control characters. */
export function oneLine(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** Truncates to this many whole characters. */
export function cut(text: string, most: number): string {
	const characters = Array.from(text);
	return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** Quotes every line. */
export function quote(text: string): string {
	return text
		.trim()
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.map((line) => `> ${line}`)
		.join('\n');
}
