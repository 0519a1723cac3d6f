import { describe, expect, it } from 'vitest';

import { changeBudget } from './change-budget.ts';

describe('changing a budget', () => {
	it('is created with its first member, and removed with its last', () => {
		const begun = changeBudget(undefined, { displays: 5 });
		expect(begun).toEqual({ displays: 5 });
		expect(changeBudget(begun, { responses: 2 })).toEqual({ displays: 5, responses: 2 });
		expect(changeBudget(begun, { displays: undefined })).toBeUndefined();
	});

	it('keeps an invalid number, which validation reports', () => {
		expect(changeBudget(undefined, { displays: 'many' as never })).toEqual({ displays: 'many' });
	});
});
