import { expect, it } from 'vitest';

import { isConfirmed } from './is-confirmed.ts';

it.each([
	['42', '42 '],
	['42 ', '42 '],
	['NPS Q3', 'NPS  Q3 '],
	['NPS\u200b', 'NPS\u200b'],
	[String.raw`NPS\u{200b}`, 'NPS\u200b'],
])('%j confirms %j', (typed, name) => {
	expect(isConfirmed(typed, name)).toBe(true);
});

it.each([
	['', ' '],
	['', 'NPS'],
	['nps', 'NPS'],
	['NPSQ3', 'NPS Q3'],
	['NPS', 'NPS\u200b'],
])('%j does not confirm %j', (typed, name) => {
	expect(isConfirmed(typed, name)).toBe(false);
});
