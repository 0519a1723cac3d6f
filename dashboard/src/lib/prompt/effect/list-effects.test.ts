import { limits } from '@feedback/contract';
import { expect, it } from 'vitest';

import { listEffects } from './list-effects.ts';

const promptOf = (change: number, change_error = 0) => ({
	prompt: `p${change}`,
	survey_id: 'nps',
	name: 'NPS',
	displays_without: 300,
	displays_with: 300 + change,
	change,
	change_error,
});

it.each([
	[[], [], 'No other live prompt was displayed in these 30 days.'],
	[[0], [], 'No other prompt is affected.'],
	[[-96, 0], [-96], 'Other prompts are not affected.'],
	[[-96, 0, 0], [-96], 'Other prompts are not affected.'],
	[[0, 0], [], 'No other prompt is affected.'],
	[[-96], [-96], ''],
	[[9, 8, 7, 6, 5, 4, 3, 2, 1], [9, 8, 7, 6, 5, 4, 3, 2], 'One more prompt changes less.'],
])('of changes %j lists %j and adds: %s', (changes, changed, rest) => {
	const found = listEffects(changes.map((change) => promptOf(change)));
	expect(found.changed.map(({ change }) => change)).toEqual(changed);
	expect(found.rest).toBe(rest);
});

it('ignores a change within its margin of error', () => {
	expect(listEffects([promptOf(-20, 8), promptOf(-3, 8)])).toEqual({
		changed: [promptOf(-20, 8)],
		rest: 'Other prompts are not clearly affected.',
	});
});

it('does not count prompts that the forecast may have left out', () => {
	const few = Array.from({ length: limits.forecast.prompts - 1 }, () => promptOf(-20));
	expect(listEffects(few).rest).toBe('41 more prompts change less.');
	expect(listEffects([...few, promptOf(-9)]).rest).toBe('At least 42 more prompts change less.');
	expect(listEffects([...few, promptOf(0)]).rest).toBe(
		'41 more prompts change less. Other prompts are not affected.',
	);
});
