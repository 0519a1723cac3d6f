import { expect, it } from 'vitest';

import { formatNumber } from './format-number.ts';

it.each([0, 7, -7, 999, 1_000, -1_000, 12_345, 1_234_567, 1e12, 0.5, 1_234.5, 2 / 3, -1_234.567_8])(
	'formats %d as the browser does in British English',
	(number) => expect(formatNumber(number)).toBe(new Intl.NumberFormat('en-GB').format(number)),
);
