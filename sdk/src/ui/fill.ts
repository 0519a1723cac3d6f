/** Inserts numbers into a text. */
export function fill(words: string, n: number, total = 0): string {
	return words.replace('{n}', String(n)).replace('{total}', String(total));
}
