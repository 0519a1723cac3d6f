import { describe, expect, it } from 'vitest';

import { listBudgets } from './list-budgets.ts';

describe('the budgets of a prompt', () => {
	it('describe what is left, what is due, and by how much a budget was exceeded', () => {
		const listed = listBudgets({
			displays: { allowed: 500, spent: 12, left: 488 },
			responses: { allowed: 5, spent: 7, left: 0 },
			period: {
				every: 'week',
				starts_on: '2026-06-15',
				ends_at: '2026-06-21T22:00:00.000Z',
				allowed: 1_400,
				spent: 100,
				left: 1_300,
				due: 201,
			},
			displays_per_day: { allowed: 1_000, spent: 1_000, left: 0 },
		});
		expect(listed.map(({ name }) => name)).toEqual([
			'Displays',
			'Responses',
			'Displays this week',
			'Displays of the site today',
		]);
		expect(listed.map(({ note }) => note.split(', until')[0])).toEqual([
			'488 left',
			'spent, 2 more than the budget',
			'1,300 left, 201 due by now',
			'0 left, of all prompts',
		]);
	});

	it('are empty without a budget', () => {
		const none = { displays: null, responses: null, period: null, displays_per_day: null };
		expect(listBudgets(none)).toEqual([]);
	});
});
