// Prompts with a delay. They belong to the tab where the event happened and survive navigation there.
import { findBlocker, isBusy, watchers } from './presenter.ts';
import { readList, write } from './storage.ts';
import type { Owner } from './visitor.ts';

/** How long `event()` waits for a delayed prompt, in milliseconds. */
const longestWait = 10_000;
/** A prompt that could not be shown for so long after it was due is no longer about what happened. */
const staleAfter = 30 * 60_000;
const maxWaits = 20;

/** An event whose prompt has a delay. */
export type Delayed = { event: string; name: string; owner: Owner };
/** `delay`: milliseconds. `due`: when they have passed, by the clock of the page. */
type Wait = Delayed & { delay: number; due: number };

const settlers = new Map<string, (displayed: boolean) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let claiming = false;
let claim: (delayed: Delayed) => Promise<boolean>;

/** Milliseconds since 1970, by a clock that nobody sets while the page lives. */
const readClock = () => performance.timeOrigin + performance.now();
const readWaits = () => readList<Wait>('waits', 'sessionStorage');
const writeWaits = (waits: Wait[]) => write('waits', waits, 'sessionStorage');

/** `claimNow` is called when a prompt is due and nothing stands in its way. */
export function startWaiting(claimNow: typeof claim): void {
	claim = claimNow;
	watchers.add(check);
	addEventListener('pagehide', settleAll);
	void check();
}

/** Resolves when it is displayed or decided otherwise, `false` after 10 s at the latest. */
export function addWait(about: Delayed, delay: number): Promise<boolean> {
	writeWaits([...readWaits(), { ...about, delay, due: readClock() + delay }].slice(-maxWaits));
	return new Promise((resolve) => {
		settlers.set(about.event, resolve);
		setTimeout(resolve, longestWait, false);
		void check();
	});
}

export function clearWaits(): void {
	writeWaits([]);
	settleAll();
}

function settleAll(): void {
	for (const resolve of settlers.values()) resolve(false);
}

async function check(): Promise<void> {
	clearTimeout(timer);
	const [next, ...others] = readWaits().sort((one, other) => one.due - other.due);
	if (!next || claiming) return;
	const left = next.due - readClock();
	// More than the delay is left when an earlier page's clock was ahead: the service knows how much it is.
	if (left > 0 && left <= next.delay) {
		timer = setTimeout(check, left);
		return;
	}
	const stale = left < -staleAfter;
	if (!stale && (isBusy() || findBlocker())) return;
	writeWaits(others);
	claiming = true;
	const displayed = !stale && (await claim(next));
	claiming = false;
	settlers.get(next.event)?.(displayed);
	settlers.delete(next.event);
	void check();
}
