import { expect, it } from 'vitest';

import { outliveDisplays } from './outlive-displays.ts';

const day = (displays: number, responses: number) => ({ displays, responses });

it.each([
	['nothing', [], false],
	['displays first', [day(0, 0), day(3, 0), day(2, 1)], false],
	['both on the first day', [day(3, 1), day(2, 1)], false],
	['responses first', [day(0, 2), day(2, 1)], true],
	['responses only', [day(0, 0), day(0, 2)], true],
	['displays only', [day(1, 0)], false],
])('compares the first days: %s', (_, days, outlive) => {
	expect(outliveDisplays(days)).toBe(outlive);
});
