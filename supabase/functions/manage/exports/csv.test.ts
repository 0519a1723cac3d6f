import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, it } from 'vitest';

import { csvReaders, removeApostrophes } from '../../tests/read-csv.ts';
import { writeRecord } from './csv.ts';

it.each([
	[['plain', 5, true, null, undefined], 'plain,5,true,,\r\n'],
	[['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
	[[{ score: 5 }, ['a']], '"{""score"":5}","[""a""]"\r\n'],
	[[-2, '-2'], "-2,'-2\r\n"],
	[["it's", "'quoted'"], "it's,'quoted'\r\n"],
])('%j becomes one record', (cells, record) => {
	expect(writeRecord(cells)).toBe(record);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n@x', '\u00a0=1', "'=1"])(
	'%j is no longer a formula',
	(text) => {
		expect(writeRecord([text]).replace(/^"/, '')).toMatch(/^'/);
	},
);

it.each([
	['nice;=cmd', "nice;'=cmd"],
	['tab\t=3+3', "tab\t'=3+3"],
	['a;"=1"', 'a;\'"=1"'],
	['- a\n- b', "'- a\n'- b"],
	['a; b', 'a; b'],
	["'=1", "''=1"],
])('%j has no formula after another separator', (given, expected) => {
	for (const read of Object.values(csvReaders)) {
		expect(read(writeRecord([given]))[0]).toEqual([expected]);
	}
});

const hostile = fc.string({
	unit: fc.constantFrom(
		...['=', '+', '-', '@', ';', '\t', '"', ',', '\r', '\n', ' ', "'", 'a', '＝', 'ß', '\u2028'],
	),
	maxLength: 12,
});
const records = fc.array(fc.array(hostile, { minLength: 2, maxLength: 2 }), { minLength: 1 });

describe.each(Object.entries(csvReaders))('%s', (_, read) => {
	it('reads each text back, without the apostrophes that were added', () => {
		fc.assert(
			fc.property(records, (rows) => {
				const text = rows.map((cells) => writeRecord(['id', ...cells])).join('');
				const found = read(text).filter(([first]) => first === 'id');
				expect(found.map(([, ...cells]) => cells.map(removeApostrophes))).toEqual(rows);
			}),
			{ numRuns: 1_000 },
		);
	});
});

it.each([',', ';', '\t'])('has no formula for a reader whose separator is %j', (delimiter) => {
	fc.assert(
		fc.property(records, (rows) => {
			const text = rows.map((cells) => writeRecord(['id', ...cells])).join('');
			for (const cell of papaparse.parse<string[]>(text, { delimiter }).data.flat()) {
				expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
			}
		}),
		{ numRuns: 2_000 },
	);
});
