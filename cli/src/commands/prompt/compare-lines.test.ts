import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compareLines } from './compare-lines.ts';

/** Applies a unified difference, as `patch` does. */
function apply(text: string, diff: string): string {
	const lines = text.replace(/\n$/, '').split('\n');
	const result: string[] = [];
	let at = 0;
	for (const line of diff.split('\n').slice(2, -1)) {
		const hunk = /^@@ -(\d+),(\d+)/.exec(line);
		if (hunk) {
			const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
			while (at < start) result.push(lines[at++]!);
		} else if (line.startsWith('+')) {
			result.push(line.slice(1));
		} else {
			expect(line.slice(1)).toBe(lines[at]);
			if (line.startsWith(' ')) result.push(line.slice(1));
			at += 1;
		}
	}
	return [...result, ...lines.slice(at)].join('\n') + '\n';
}

describe('a difference', () => {
	it('has three lines around each change', () => {
		const before = Array.from({ length: 20 }, (_, at) => `${at}`).join('\n') + '\n';
		const diff = compareLines(before, before.replace('10\n', 'ten\n'), 'a', 'b');
		expect(diff).toBe('--- a\n+++ b\n@@ -8,7 +8,7 @@\n 7\n 8\n 9\n-10\n+ten\n 11\n 12\n 13\n');
	});

	it('converts one text into the other, for any texts', () => {
		const text = fc
			.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 })
			.map((lines) => `${lines.join('\n')}\n`);
		fc.assert(
			fc.property(text, text, (before, after) => {
				const diff = compareLines(before, after, 'a', 'b');
				expect(diff === '' ? before : apply(before, diff)).toBe(after);
			}),
		);
	});
});
