/**
 * The known word that was probably meant, or undefined when none is close. At most a third of the letters may
 * differ; two swapped neighbours count as one.
 *
 * @example
 * findClosestWord('audiense', ['audience', 'trigger']); // 'audience'
 */
export function findClosestWord(word: string, known: readonly string[]): string | undefined {
	if (word.length > 100) return undefined;
	let closest: string | undefined;
	let least = Infinity;
	for (const candidate of known) {
		const distance = countEdits(word.toLowerCase(), candidate.toLowerCase());
		if (distance < least) [closest, least] = [candidate, distance];
	}
	const maxDistance = Math.max(1, Math.floor(Math.max(word.length, closest?.length ?? 0) / 3));
	return least <= maxDistance ? closest : undefined;
}

function countEdits(from: string, to: string): number {
	let before: number[] = [];
	let row = Array.from({ length: to.length + 1 }, (_, at) => at);
	for (let i = 1; i <= from.length; i += 1) {
		const next = [i];
		for (let j = 1; j <= to.length; j += 1) {
			const same = from[i - 1] === to[j - 1];
			let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
			const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
			if (swapped) edits = Math.min(edits, before[j - 2]! + 1);
			next.push(edits);
		}
		[before, row] = [row, next];
	}
	return row[to.length]!;
}
