// Prompts with a delay. They belong to the tab in which the event was reported, and survive navigation in that tab.
import { displayStaleMinutes, displayWaitSeconds } from '@feedback/contract/shared-limits';
import type { DecisionResponse } from '@feedback/contract/wire';

import { isId, toNumber, toRecord } from '../json.ts';
import type { DelayedEvent } from '../messages.ts';
import { isEventName } from '../values.ts';
import type { Core } from './interface.ts';
import type { CarryOut } from './carry-out.ts';
import type { Queue } from './drain-queue.ts';
import type { Presenter } from './presenter.ts';
import { toOwner } from './to-owner.ts';

/** Milliseconds for which `event()` waits for a delayed prompt. */
const maxWaitMs = displayWaitSeconds * 1_000;
/** A prompt that is overdue by this much is dropped, because its event is too old. */
const staleAfterMs = displayStaleMinutes * 60_000;
const maxPrompts = 20;

/**
 * `delay`: milliseconds. `due`: when the delay ends, by the page's clock; missing when the page was left before this file
 * had loaded.
 */
type DelayedPrompt = DelayedEvent & { delay: number; due: number };

export type DelayedPrompts = ReturnType<typeof createDelayed>;

export function createDelayed(core: Core, { isBlocked, watchers }: Presenter, { enqueue }: Queue) {
	const { call, read, write } = core;
	const resolvers = new Map<string, (displayed: boolean) => void>();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let claiming = false;
	let decisions: CarryOut;

	/** Milliseconds since 1970, by a clock that cannot be changed while the page is open. */
	const readClock = () => performance.timeOrigin + performance.now();
	const writeAll = (prompts: DelayedPrompt[]) =>
		write('waits', prompts.length ? prompts : undefined, 'sessionStorage');

	function readAll(): DelayedPrompt[] {
		const stored = read('waits', 'sessionStorage');
		// Also with a delay, a prompt is for the visitor of its event only.
		const { visitor } = core.readVisitor();
		return (Array.isArray(stored) ? stored : []).flatMap((value) => {
			const {
				event,
				name,
				owner: by,
				delay,
				due = readClock() + toNumber(delay),
			} = toRecord(value);
			const owner = toOwner(core, by);
			return isId(event) &&
				isEventName(name) &&
				owner.visitor === visitor &&
				Number.isFinite(delay) &&
				Number.isFinite(due)
				? { event, name, owner, delay: Number(delay), due: Number(due) }
				: [];
		});
	}

	/** Resolves when the prompt is displayed or refused; `false` at once if the delay is longer than 10 s, and else after 10 s at the latest. */
	function add(about: DelayedEvent, delay: number): Promise<boolean> {
		const others = readAll().filter(({ event }) => event !== about.event);
		writeAll([...others, { ...about, delay, due: readClock() + delay }].slice(-maxPrompts));
		return new Promise((resolve) => {
			resolvers.set(about.event, resolve);
			setTimeout(resolve, delay > maxWaitMs ? 0 : maxWaitMs, false);
			void check();
		});
	}

	function clear(): void {
		clearTimeout(timer);
		writeAll([]);
		resolveAll();
	}

	function resolveAll(): void {
		for (const resolve of resolvers.values()) resolve(false);
	}

	/** Decides on a delayed prompt, now that it is due. */
	async function claim({ event, name, owner }: DelayedEvent): Promise<boolean> {
		const reply = await call<DecisionResponse>('claim', owner, { event }, true);
		// If only the response was lost, sending the event again releases the reservation.
		if (reply.error) {
			enqueue(event, { route: 'events', body: { id: event, name }, owner }, 0);
		}
		return decisions.applyReply(reply, { event, name, owner });
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
		const isStale = left < -staleAfterMs;
		if (!isStale && isBlocked()) return;
		writeAll(others);
		claiming = true;
		const displayed = !isStale && (await claim(next));
		claiming = false;
		resolvers.get(next.event)?.(displayed);
		resolvers.delete(next.event);
		void check();
	}

	function start(carrying: CarryOut): void {
		decisions = carrying;
		writeAll(readAll());
		watchers.add(check);
		addEventListener('pagehide', resolveAll);
		void check();
	}

	return { start, add, clear };
}
