type Step = { sign: ' ' | '-' | '+'; line: string };

const contextLines = 3;

/**
 * A unified diff of two texts with three lines of context; empty when they are equal.
 *
 * @example
 * compareLines('a\nb\n', 'a\nc\n', 'before', 'after'); // '--- before\n+++ after\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'
 */
export function compareLines(before: string, after: string, from: string, to: string): string {
	if (before === after) return '';
	const steps = findSteps(toLines(before), toLines(after));
	const hunks = findHunks(steps).map(([start, end]) => writeHunk(steps, start, end));
	return [`--- ${from}`, `+++ ${to}`, ...hunks].join('\n') + '\n';
}

function toLines(text: string): string[] {
	return text.replace(/\n$/, '').split('\n');
}

// Longest common subsequence; prompts are short enough for the quadratic table.
function findSteps(before: string[], after: string[]): Step[] {
	const width = after.length + 1;
	const common = new Uint32Array((before.length + 1) * width);
	for (let i = before.length - 1; i >= 0; i -= 1) {
		for (let j = after.length - 1; j >= 0; j -= 1) {
			common[i * width + j] =
				before[i] === after[j]
					? common[(i + 1) * width + j + 1]! + 1
					: Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
		}
	}
	const steps: Step[] = [];
	let [i, j] = [0, 0];
	while (i < before.length || j < after.length) {
		if (i < before.length && j < after.length && before[i] === after[j]) {
			steps.push({ sign: ' ', line: before[i]! });
			i += 1;
			j += 1;
		} else if (
			i < before.length &&
			(j === after.length || common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
		) {
			steps.push({ sign: '-', line: before[i]! });
			i += 1;
		} else {
			steps.push({ sign: '+', line: after[j]! });
			j += 1;
		}
	}
	return steps;
}

// Changes with few lines between them share a hunk.
function findHunks(steps: Step[]): [start: number, end: number][] {
	const hunks: [number, number][] = [];
	steps.forEach(({ sign }, at) => {
		if (sign === ' ') return;
		const start = Math.max(0, at - contextLines);
		const end = Math.min(steps.length, at + contextLines + 1);
		const last = hunks.at(-1);
		if (last && start <= last[1]) last[1] = end;
		else hunks.push([start, end]);
	});
	return hunks;
}

function writeHunk(steps: Step[], start: number, end: number): string {
	const count = (within: Step[], sign: '-' | '+') =>
		within.filter((step) => step.sign === ' ' || step.sign === sign).length;
	const [passed, within] = [steps.slice(0, start), steps.slice(start, end)];
	const range = (sign: '-' | '+') => {
		const length = count(within, sign);
		return `${sign}${count(passed, sign) + (length > 0 ? 1 : 0)},${length}`;
	};
	const head = `@@ ${range('-')} ${range('+')} @@`;
	return [head, ...within.map(({ sign, line }) => sign + line)].join('\n');
}
