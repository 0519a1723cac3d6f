import { expect, it } from 'vitest';

import { readRetryAfter } from './retry-after.ts';

const now = new Date('2026-11-24T10:00:00Z');

it.each<[string | null, number | null]>([
	['0', 0],
	[' 120 ', 120],
	['99999999', 86_400],
	['Tue, 24 Nov 2026 10:02:00 GMT', 120],
	['Tuesday, 24-Nov-26 10:02:00 GMT', 120],
	['Tue, 24 Nov 2026 09:00:00 GMT', 0],
	['Sun, 24 Jan 2027 10:00:00 GMT', 86_400],
	[null, null],
	['', null],
	['soon', null],
	['-5', null],
	['1.5', null],
	['Tue, 99 Nov 2026 10:02:00 GMT', null],
])('Retry-After %j requests %j seconds', (header, seconds) => {
	expect(readRetryAfter(header, now)).toBe(seconds);
});
