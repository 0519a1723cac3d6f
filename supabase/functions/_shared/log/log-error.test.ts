import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { logError } from './log-error.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

it('the same message is printed a few times, then counted; other messages are printed', () => {
	const printed = vi.spyOn(console, 'error').mockReturnValue();
	for (let request = 1; request <= 600; request++) logError(`r${request}`, 'the disk is full');
	logError('r601', 'something else');
	const lines = () => printed.mock.calls.map(([line]) => String(line));
	expect(lines()).toEqual([
		...['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => `${id} the disk is full`),
		'r601 something else',
	]);
	vi.advanceTimersByTime(10_000);
	expect(lines().at(-1)).toBe('595 more within 10 s: the disk is full');
	logError('r602', 'the disk is full');
	expect(lines().at(-1)).toBe('r602 the disk is full');
	vi.advanceTimersByTime(10_000);
	expect(lines()).toHaveLength(8);
});
