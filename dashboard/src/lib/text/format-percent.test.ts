import { expect, it } from 'vitest';

import { formatRate } from './format-percent.ts';

it('shows a dash instead of a rate if the total is 0', () => {
	expect([formatRate(1, 3), formatRate(2, 3), formatRate(0, 0)]).toEqual(['33%', '67%', '–']);
});
