/**
 * Returns the known words that an unknown one most likely means: those that start with it, and those that
 * differ by one typing error, or by two in longer words.
 *
 * @example
 * correct('debgu', ['debug', 'default']); // ['debug']
 */
export function correct(word: string, vocabulary: Iterable<string>): string[] {
	if (word.length < 3 || /\d/.test(word)) return [];
	let best = word.length < 4 ? 0 : word.length < 6 ? 1 : 2;
	let near: string[] = [];
	const begun: string[] = [];
	for (const known of vocabulary) {
		// The first letter is seldom mistyped, and without it "might" would be "right".
		if (known[0] !== word[0] && !isSwapped(word, known)) continue;
		if (known.startsWith(word) && !/\d/.test(known)) begun.push(known);
		if (Math.abs(known.length - word.length) > best) continue;
		const edits = distance(word, known, best);
		if (edits > best) continue;
		if (edits < best) near = [];
		best = edits;
		near.push(known);
	}
	return [...new Set([...near.slice(0, 4), ...begun.slice(0, 6)])];
}

/** Whether the first two letters were typed in the wrong order. */
function isSwapped(word: string, known: string): boolean {
	return word[0] === known[1] && word[1] === known[0];
}

/** Insertions, deletions, replacements and swaps of neighbours; above `most`, the result is any larger number. */
function distance(one: string, other: string, most: number): number {
	let before: number[] = [];
	let above = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row += 1) {
		const line = [row];
		for (let column = 1; column <= other.length; column += 1) {
			const same = one[row - 1] === other[column - 1];
			const swapped =
				row > 1 &&
				column > 1 &&
				one[row - 1] === other[column - 2] &&
				one[row - 2] === other[column - 1];
			line[column] = Math.min(
				above[column]! + 1,
				line[column - 1]! + 1,
				above[column - 1]! + (same ? 0 : 1),
				swapped ? before[column - 2]! + 1 : Infinity,
			);
		}
		if (Math.min(...line) > most) return most + 1;
		before = above;
		above = line;
	}
	return above[other.length]!;
}
