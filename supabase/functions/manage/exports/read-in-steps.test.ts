import { expect, it } from 'vitest';

import type { ReadAs } from '../operation/operation.ts';
import { readInSteps } from './read-in-steps.ts';

const read: ReadAs = (run) => Promise.resolve(run(undefined as never));

/** The rows of a table from 1 on, of which some match; counts how many each statement looks at. */
async function readTable(size: number, matches: (row: number) => boolean) {
	const table = Array.from({ length: size }, (_, at) => at + 1);
	const looked: number[] = [];
	const found: number[] = [];
	const parts = readInSteps<number, number>(read, {
		findStep: async (_, after = 0, rows) => table[after + rows - 1],
		async readRows(_, { after = 0, upTo = size }, most) {
			const rows: number[] = [];
			let at = after;
			while (at < upTo && rows.length < most) {
				at += 1;
				if (matches(at)) rows.push(at);
			}
			looked.push(at - after);
			return rows;
		},
		keyOf: (row) => row,
	});
	for await (const rows of parts) {
		expect(rows.length).toBeGreaterThan(0);
		expect(rows.length).toBeLessThanOrEqual(1_000);
		found.push(...rows);
	}
	expect(found).toEqual(table.filter(matches));
	expect(Math.max(0, ...looked)).toBeLessThanOrEqual(20_000);
}

it.each([0, 1, 999, 1_000, 1_001, 19_999, 20_000, 20_001, 70_500])(
	'reads each of %i rows once, and scans few in one statement',
	async (size) => {
		await readTable(size, () => true);
		await readTable(size, (row) => row % 7_919 === 1);
		await readTable(size, (row) => row > 39_000);
		await readTable(size, () => false);
	},
);

it('reads few rows at once where they are long', async () => {
	const text = 'x'.repeat(100_000);
	const limits: number[] = [];
	const parts = readInSteps<{ id: number; text: string }, number>(read, {
		findStep: async () => undefined,
		async readRows(_, { after = 0 }, most) {
			limits.push(most);
			const ids = Array.from({ length: most }, (__, at) => after + at + 1);
			return ids.filter((id) => id <= 400).map((id) => ({ id, text }));
		},
		keyOf: ({ id }) => id,
	});
	const found: number[] = [];
	for await (const rows of parts) found.push(...rows.map(({ id }) => id));
	expect(found).toEqual(Array.from({ length: 400 }, (_, at) => at + 1));
	const [first, ...others] = limits;
	expect(first).toBeLessThanOrEqual(200);
	expect(new Set(others)).toEqual(new Set([50]));
});
