// Prompts with a delay. They belong to the tab in which the event was reported, and survive navigation in that tab.
import { displayWaitSeconds } from '@feedback/contract/shared-limits';

import { findBlocker, isBusy, watchers } from './presenter.ts';
import { readList, write } from './storage.ts';
import type { Owner } from './visitor.ts';

/** Milliseconds for which `event()` waits for a delayed prompt. */
const maxWaitMs = displayWaitSeconds * 1_000;
/** A prompt that is overdue by this much is dropped, because its event is too old. */
const staleAfterMs = 30 * 60_000;
const maxPrompts = 20;

/** An event whose prompt has a delay. */
export type DelayedEvent = { event: string; name: string; owner: Owner };
/** `delay`: milliseconds. `due`: when the delay ends, by the page's clock. */
type DelayedPrompt = DelayedEvent & { delay: number; due: number };

const resolvers = new Map<string, (displayed: boolean) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let claiming = false;
let claim: (delayed: DelayedEvent) => Promise<boolean>;

/** Milliseconds since 1970, by a clock that cannot be changed while the page is open. */
const readClock = () => performance.timeOrigin + performance.now();
const readAll = () => readList<DelayedPrompt>('waits', 'sessionStorage');
const writeAll = (prompts: DelayedPrompt[]) => write('waits', prompts, 'sessionStorage');

/** `claimNow` is called when a prompt is due and may be shown. */
export function startDelayed(claimNow: typeof claim): void {
	claim = claimNow;
	watchers.add(check);
	addEventListener('pagehide', resolveAll);
	void check();
}

/** Resolves when the prompt is displayed or refused; `false` at once if the delay is longer than 10 s, and else after 10 s at the latest. */
export function addDelayed(about: DelayedEvent, delay: number): Promise<boolean> {
	writeAll([...readAll(), { ...about, delay, due: readClock() + delay }].slice(-maxPrompts));
	return new Promise((resolve) => {
		resolvers.set(about.event, resolve);
		setTimeout(resolve, delay > maxWaitMs ? 0 : maxWaitMs, false);
		void check();
	});
}

export function clearDelayed(): void {
	writeAll([]);
	resolveAll();
}

function resolveAll(): void {
	for (const resolve of resolvers.values()) resolve(false);
}

async function check(): Promise<void> {
	clearTimeout(timer);
	const [next, ...others] = readAll().sort((one, other) => one.due - other.due);
	if (!next || claiming) return;
	const left = next.due - readClock();
	// If more than the whole delay is left, the clock was ahead on an earlier page. The service knows the due time.
	if (left > 0 && left <= next.delay) {
		timer = setTimeout(check, left);
		return;
	}
	const stale = left < -staleAfterMs;
	if (!stale && (isBusy() || findBlocker())) return;
	writeAll(others);
	claiming = true;
	const displayed = !stale && (await claim(next));
	claiming = false;
	resolvers.get(next.event)?.(displayed);
	resolvers.delete(next.event);
	void check();
}
