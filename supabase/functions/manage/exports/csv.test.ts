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
