import fc from 'fast-check';
import { expect, it } from 'vitest';

import { writeRecord } from './csv.ts';

it.each([
	[['plain', 5, true, null, undefined], 'plain,5,true,,\r\n'],
	[['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
	[[{ score: 5 }, ['a']], '"{""score"":5}","[""a""]"\r\n'],
	[[-2, '-2'], "-2,'-2\r\n"],
])('%j becomes one record', (cells, record) => {
	expect(writeRecord(cells)).toBe(record);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\n@x', '\u00a0=1'])(
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
])('%j has no formula after another separator', (given, expected) => {
	expect(readRecord(writeRecord([given]), ',')).toEqual([expected]);
});

const hostile = fc.string({
	unit: fc.constantFrom('=', '+', '-', '@', ';', '\t', '"', ',', '\r', '\n', ' ', "'", 'a', '＝'),
	maxLength: 12,
});

it('reads back by comma, with nothing but apostrophes added', () => {
	fc.assert(
		fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
			const read = readRecord(writeRecord(cells), ',');
			expect(read.map((cell) => cell.replaceAll("'", ''))).toEqual(
				cells.map((cell) => cell.replaceAll("'", '')),
			);
		}),
		{ numRuns: 2_000 },
	);
});

it.each([',', ';', '\t'])('has no formula for a reader whose separator is %j', (separator) => {
	fc.assert(
		fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (cells) => {
			for (const cell of readRecord(writeRecord(['id', ...cells]), separator)) {
				expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
			}
		}),
		{ numRuns: 2_000 },
	);
});

/** The cells of all lines, as spreadsheets read them: a quote counts only at the beginning of a cell. */
function readRecord(text: string, separator: string): string[] {
	const cells: string[] = [];
	let at = 0;
	while (at < text.length) {
		let cell = '';
		if (text[at] === '"') {
			for (at++; at < text.length; at++) {
				if (text[at] === '"' && text[++at] !== '"') break;
				cell += text[at];
			}
		}
		while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') {
			cell += text[at++];
		}
		cells.push(cell);
		if (text.startsWith('\r\n', at)) at++;
		at++;
	}
	return cells;
}
