import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { cellCharacters, createXlsxFile, type SheetColumn, type SheetLimits } from './xlsx.ts';

type Written = { columns: readonly SheetColumn[]; rows: unknown[][]; limits?: SheetLimits };

async function writeAndRead({ columns, rows, limits }: Written) {
	const file = createXlsxFile(limits);
	file.openSheet('Responses', columns);
	file.writeRows(rows);
	const begun = file.take();
	file.finish();
	return readXlsxFile(Buffer.concat([begun, file.take()]), { trim: false });
}

const columns = [
	{ name: 'text', type: 'text' },
	{ name: 'integer', type: 'integer' },
	{ name: 'flag', type: 'flag' },
	{ name: 'instant', type: 'instant' },
	{ name: 'texts', type: 'texts' },
] as const;
const heading = columns.map(({ name }) => name);

// Everything that Postgres stores in a text: no zero, and no half of a surrogate pair.
const text = fc
	.string({
		unit: fc.oneof(
			fc.constantFrom(...['=', '+', '-', '@', "'", '"', '&', '<', ']]>', '\t', '\r', '\n', ' ']),
			fc.constantFrom(...['_x000D_', '_x', '_', '\u0001', '\u001f', '\u007f', '\ufffe', '\u2028']),
			fc.string({ unit: 'grapheme', maxLength: 1 }),
		),
	})
	.filter((one) => !one.includes('\0') && one.isWellFormed() && one !== '');
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });
const row = fc.tuple(
	maybe(text),
	maybe(fc.integer({ min: -10, max: 1_000_000 })),
	maybe(fc.boolean()),
	maybe(fc.integer({ min: 1, max: 400_000_000_000 }).map((tens) => new Date(tens * 10))),
	maybe(fc.array(text, { maxLength: 3 })),
);

/** The reader cuts a time, which is a fraction of a day, to milliseconds. */
function roundTime<Cell>(cell: Cell): Cell | number {
	return cell instanceof Date ? Math.round(cell.getTime() / 10) : cell;
}

describe('a workbook', () => {
	it('is read back cell by cell, with its types', thorough, async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
				const [sheet] = await writeAndRead({ columns, rows });
				const expected = rows.map(([texts, integer, flag, instant, list]) => [
					texts,
					integer,
					flag,
					roundTime(instant),
					list && JSON.stringify(list),
				]);
				const found = sheet!.data.slice(1).map((cells) => cells.map(roundTime));
				// The reader leaves out empty rows at the end.
				while (found.length < rows.length) found.push([null, null, null, null, null]);
				expect(sheet!.data[0]).toEqual(heading);
				expect(found).toEqual(expected);
			}),
			{ numRuns: 150 },
		);
	});

	it('has no formula, and keeps what looks like one', async () => {
		const [sheet] = await writeAndRead({
			columns: columns.slice(0, 1),
			rows: [['=1+1'], ['+49 30'], ['- too slow'], ["'"]],
		});
		expect(sheet!.data.flat()).toEqual(['text', '=1+1', '+49 30', '- too slow', "'"]);
	});

	it('leaves out a value that does not match its column', async () => {
		const [sheet] = await writeAndRead({ columns, rows: [['a', 'b', 'c', 'd', 'e']] });
		expect(sheet!.data[1]).toEqual(['a', null, null, null, null]);
	});

	it('continues on another sheet when one is full', async () => {
		const rows = Array.from({ length: 7 }, (_, at) => [`row ${at}`]);
		for (const limits of [
			{ rows: 4, bytes: Infinity },
			{ rows: Infinity, bytes: 900 },
		]) {
			const sheets = await writeAndRead({ columns: columns.slice(0, 1), rows, limits });
			expect(sheets.map(({ sheet }) => sheet).slice(0, 2)).toEqual(['Responses', 'Responses 2']);
			for (const { data } of sheets) expect(data[0]).toEqual(['text']);
			expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(rows);
		}
	});

	it('ends a text that is too long for a cell with an ellipsis', async () => {
		const long = '😀'.repeat(cellCharacters);
		const [sheet] = await writeAndRead({ columns: columns.slice(0, 1), rows: [[long]] });
		const cell = String(sheet!.data[1]![0]);
		expect(cell.length).toBeLessThanOrEqual(cellCharacters);
		expect(cell.isWellFormed()).toBe(true);
		expect(cell.endsWith('…')).toBe(true);
	});
});
