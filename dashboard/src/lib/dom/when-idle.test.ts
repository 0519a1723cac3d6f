import { afterEach, expect, it, vi } from 'vitest';

import { whenIdle } from './when-idle.ts';

afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

/** The callback that waits for the browser to be idle. */
function stubIdle(): { run: () => void } {
	const idle = { run: () => undefined as void };
	vi.stubGlobal('requestIdleCallback', (callback: () => void) => {
		idle.run = callback;
		return 1;
	});
	vi.stubGlobal('cancelIdleCallback', () => (idle.run = () => undefined));
	return idle;
}

it('starts when the browser is idle, and stops', () => {
	const idle = stubIdle();
	const events: string[] = [];
	const stop = whenIdle(() => {
		events.push('started');
		return () => void events.push('stopped');
	});
	expect(events).toEqual([]);
	idle.run();
	expect(events).toEqual(['started']);
	stop();
	expect(events).toEqual(['started', 'stopped']);
});

it('does not start after it was stopped', () => {
	const idle = stubIdle();
	const start = vi.fn(() => () => undefined);
	whenIdle(start)();
	idle.run();
	expect(start).not.toHaveBeenCalled();
});

it('starts in a browser that cannot tell', async () => {
	vi.useFakeTimers();
	const start = vi.fn(() => () => undefined);
	whenIdle(start);
	await vi.runAllTimersAsync();
	expect(start).toHaveBeenCalledOnce();
});
