import { afterEach, expect, it, vi } from 'vitest';

import { collectAfterStart } from './collect-after-start.ts';

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

it('garbage is collected once, some time after the start', () => {
	vi.useFakeTimers();
	const gc = vi.fn();
	vi.stubGlobal('gc', gc);
	collectAfterStart();
	expect(gc).not.toHaveBeenCalled();
	vi.runAllTimers();
	expect(gc).toHaveBeenCalledOnce();
});

it('nothing happens where the program cannot ask for it', () => {
	vi.useFakeTimers();
	vi.stubGlobal('gc', undefined);
	collectAfterStart();
	expect(vi.getTimerCount()).toBe(0);
});
