import { expect, it } from 'vitest';

import { formatRate } from './format-percent.ts';

it('has no rate if the whole is empty', () => {
	expect([formatRate(1, 3), formatRate(2, 3), formatRate(0, 0)]).toEqual(['33%', '67%', '–']);
});
