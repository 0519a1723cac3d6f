/**
 * Replaces halves of surrogate pairs, which Postgres and strict JSON parsers refuse.
 *
 * @example
 * toWellFormed('a\ud83d'); // 'a\ufffd'
 */
export function toWellFormed(text: string): string {
	return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
