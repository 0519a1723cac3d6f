export type Line = { sign: ' ' | '-' | '+'; text: string };

/**
 * A line diff of two texts: unchanged, removed and added lines.
 *
 * @example
 * compareLines('a\nb', 'a\nc'); // ' a', '-b', '+c'
 */
export function compareLines(before: string, after: string): Line[] {
	const [old, fresh] = [before.split('\n'), after.split('\n')];
	const common = measureCommon(old, fresh);
	const lines: Line[] = [];
	let [i, j] = [0, 0];
	while (i < old.length || j < fresh.length) {
		if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
			lines.push({ sign: ' ', text: old[i]! });
			i += 1;
			j += 1;
		} else if (j === fresh.length || (i < old.length && common[i + 1]![j]! >= common[i]![j + 1]!)) {
			lines.push({ sign: '-', text: old[i]! });
			i += 1;
		} else {
			lines.push({ sign: '+', text: fresh[j]! });
			j += 1;
		}
	}
	return lines;
}

// Length of the longest common subsequence of each pair of suffixes; prompts are short enough for it.
function measureCommon(old: string[], fresh: string[]): Uint16Array[] {
	const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(fresh.length + 1));
	for (let i = old.length - 1; i >= 0; i -= 1) {
		for (let j = fresh.length - 1; j >= 0; j -= 1) {
			common[i]![j] =
				old[i] === fresh[j]
					? common[i + 1]![j + 1]! + 1
					: Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
		}
	}
	return common;
}
