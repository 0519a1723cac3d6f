/**
 * Escapes a text for Slack's mrkdwn, so that visitors' text cannot mention people, create links or end a quote. The
 * escaped text is truncated to at most `most` characters.
 *
 * @example
 * escapeSlack('<!channel> & co', 100); // '&lt;!channel&gt; &amp; co'
 */
export function escapeSlack(text: string, most: number): string {
	let escaped = '';
	for (const character of text) {
		const next = entities[character] ?? character;
		if (escaped.length + next.length > most - 1) return `${escaped}…`;
		escaped += next;
	}
	return escaped;
}

// All characters that Slack requires to be escaped. Without `<` there is no mention and no link.
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Quotes every line. */
export function quoteSlack(escaped: string): string {
	return escaped
		.split(/\r\n|[\n\r\u2028\u2029]/)
		.map((line) => `> ${line}`)
		.join('\n');
}
