import { describe, expect, it } from 'vitest';

import { examplePrompt } from './example-prompt.ts';
import { promptSchema } from './prompt.ts';

describe('a budget', () => {
	const faultsOf = (budget: unknown) => {
		const parsed = promptSchema.safeParse({ ...examplePrompt, budget });
		return parsed.success
			? []
			: parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
	};

	it.each([
		[{ displays: 5 }],
		[{ responses: 5 }],
		[{ displays: 5, responses: 5, period: { every: 'week', displays: 5, paced: true } }],
	])('may be %j', (budget) => {
		expect(faultsOf(budget)).toEqual([]);
	});

	it('is not paced by default', () => {
		const { budget } = promptSchema.parse({
			...examplePrompt,
			budget: { period: { every: 'day', displays: 5 } },
		});
		expect(budget?.period).toEqual({ every: 'day', displays: 5, paced: false });
	});

	it.each([
		[
			'has nothing',
			{},
			'budget needs at least one of displays, responses and period; without a budget leave it out',
		],
		[
			'asks for more responses than displays',
			{ displays: 5, responses: 6 },
			'budget.responses must be at most budget.displays, 5: there cannot be more responses',
		],
		[
			'allows more in a period than in all',
			{ displays: 5, period: { every: 'day', displays: 6 } },
			'budget.period.displays must be at most budget.displays, 5: there cannot be more displays in one period',
		],
	])('that %s is refused, with its field', (_, budget, fault) => {
		expect(faultsOf(budget)).toEqual([fault]);
	});

	it.each([
		['no displays', { displays: 0 }, 'budget.displays'],
		['what counts, of nothing', { displays: 5, count: 'final' }, 'budget.count'],
		['half a display', { displays: 1.5 }, 'budget.displays'],
		['an unknown period', { period: { every: 'hour', displays: 5 } }, 'budget.period.every'],
		['a period without displays', { period: { every: 'day' } }, 'budget.period.displays'],
	])('of %s names the field', (_, budget, field) => {
		expect(faultsOf(budget)[0]).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')} `));
	});
});
