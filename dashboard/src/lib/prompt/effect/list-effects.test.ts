import { expect, it } from 'vitest';

import { listEffects } from './list-effects.ts';

const promptOf = (change: number, change_error = 0) => ({
	...{ prompt: `p${change}`, survey_id: 'nps', name: 'NPS' },
	...{ displays_without: 300, displays_with: 300 + change, change, change_error },
});

it.each([
	[[], [], 'No other prompt is live.'],
	[[0], [], 'The other prompt is not affected.'],
	[[-96, 0], [-96], 'One other prompt is not affected.'],
	[[-96, 0, 0], [-96], '2 other prompts are not affected.'],
	[[0, 0], [], 'None of 2 other prompts is affected.'],
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
		rest: 'One other prompt is not clearly affected.',
	});
});
