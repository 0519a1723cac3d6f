import { describe, expect, it } from 'vitest';

import { formatDays, formatNps, formatRevisions, formatSeconds } from './figures.ts';

describe('figures in words', () => {
	it('have a sign where it matters', () => {
		expect([12.4, 0.2, -0.2, -12.4].map(formatNps)).toEqual(['+12', '0', '0', '−12']);
	});

	it('have the units that people use', () => {
		expect([0.4, 4.4, 60, 75, 3_700].map(formatSeconds)).toEqual([
			'under 1 s',
			'4 s',
			'1 min',
			'1 min 15 s',
			'1 h 1 min',
		]);
		expect(formatDays({ from: '2026-11-20', to: '2026-11-20' })).toBe('20 Nov');
		expect(formatDays({ from: '2026-11-14', to: '2026-11-20' })).toBe('14 Nov – 20 Nov');
	});
});

it('revisions are named as ranges', () => {
	expect(formatRevisions([4])).toBe('revision 4');
	expect(formatRevisions([2, 1])).toBe('revisions 1–2');
	expect(formatRevisions([7, 5, 3, 2, 1])).toBe('revisions 1–3, 5, and 7');
});
