import { nextPaint } from '#lib/dom/next-paint.ts';

import { follow } from './follow.ts';
import { mergeItems, withinReach } from './merge.ts';

type Query = { limit: number; cursor?: string; after?: string };
type Page<Item> = { items: Item[]; next: string | null; latest: string | null };

export type HeldListOptions<Item> = {
	read: (query: Query, signal?: AbortSignal) => Promise<Page<Item>>;
	/** The item's place in time. */
	at: (item: Item) => string;
	/** True while the item, though read, is going to change: then the newest page is read anew. */
	isUnsettled?: (item: Item) => boolean;
	/** So many are read at first; 50 when left out. */
	pageSize?: number;
};

const olderSize = 25;
/** So many items are drawn at once: between two such steps the page answers to whoever uses it. */
export const drawnAtOnce = 6;
const catchUpSize = 100;
/** So many items are kept, shown and held back alike. */
export const mostHeld = 500;

/**
 * The newest items of a list, kept up to date by asking what arrived since. While somebody reads them, what
 * arrives is held back, and counted, until they want it.
 */
export class HeldList<Item extends { id: string }> {
	items = $state.raw<Item[]>([]);
	/** Arrived, not shown yet. */
	held = $state.raw<Item[]>([]);
	/** False until the first page is there. */
	loaded = $state(false);
	/** Why the last look failed; the items stay. */
	error = $state.raw<unknown>();
	/** By the person, until they go on. */
	paused = $state(false);
	loadingOlder = $state(false);
	/** As many items as are kept: older ones are reached by a narrower filter. */
	full = $derived.by(() => this.items.length >= mostHeld);
	/** Items that arrived while somebody was looking. */
	arrived = $state.raw<ReadonlySet<string>>(new Set());

	readonly #options: Required<HeldListOptions<Item>>;
	#older = $state.raw<string | null>(null);
	#latest: string | null = null;
	#reading = false;
	/** More was held back than is kept: between it and the known items there is a hole. */
	#hole = false;

	constructor(options: HeldListOptions<Item>) {
		this.#options = { pageSize: 50, isUnsettled: () => false, ...options };
	}

	/** True when older items can be shown. */
	get hasOlder(): boolean {
		return this.#older !== null && !this.full;
	}

	/** @returns stops following */
	follow(): () => void {
		return follow({
			every: 1_500,
			look: (signal) => this.#look(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	/** While somebody has an item before their eyes, nothing moves it. */
	setReading(reading: boolean): void {
		if (this.#reading === reading) return;
		this.#reading = reading;
		if (!reading && !this.paused) void this.release();
	}

	/** Shows what was held back. Never rejects. */
	async release(): Promise<void> {
		const { held } = this;
		if (held.length === 0) return;
		this.held = [];
		if (this.#hole) {
			this.#hole = false;
			await this.#readFirst().catch((error: unknown) => (this.error = error));
		} else {
			this.#show(held);
		}
	}

	/** Forgets an item that is gone. */
	remove(id: string): void {
		this.items = this.items.filter((item) => item.id !== id);
		this.held = this.held.filter((item) => item.id !== id);
	}

	async showOlder(): Promise<void> {
		if (this.#older === null || this.loadingOlder) return;
		this.loadingOlder = true;
		try {
			const page = await this.#options.read({ limit: olderSize, cursor: this.#older });
			for (let from = 0; from < page.items.length; from += drawnAtOnce) {
				// The press that asked for them is seen to be heard before they are drawn.
				await nextPaint();
				this.#merge(page.items.slice(from, from + drawnAtOnce));
			}
			this.#older = page.next;
		} catch (error) {
			this.error = error;
		} finally {
			this.loadingOlder = false;
		}
	}

	async #look(signal: AbortSignal) {
		if (!this.loaded) await this.#readFirst(signal);
		else if (this.#latest === null || this.#isUnsettled()) await this.#readNews({}, signal);
		else await this.#readNews({ after: this.#latest }, signal);
		this.error = undefined;
	}

	async #readFirst(signal?: AbortSignal) {
		const page = await this.#options.read({ limit: this.#options.pageSize }, signal);
		this.items = page.items;
		this.#older = page.next;
		this.#latest = page.latest;
		this.loaded = true;
	}

	async #readNews(from: { after?: string }, signal: AbortSignal) {
		const page = await this.#options.read({ limit: catchUpSize, ...from }, signal);
		if (signal.aborted) return;
		this.#latest = page.latest ?? this.#latest;
		const isCutOff = from.after !== undefined && page.items.length >= catchUpSize;
		const fresh = this.#settle(page.items);
		if (this.paused || this.#reading) this.#hold(fresh, isCutOff);
		else if (isCutOff) await this.#readFirst(signal);
		else this.#show(fresh);
	}

	/** Items that changed where they stand are exchanged at once. @returns the others that are news */
	#settle(read: Item[]): Item[] {
		const { at } = this.#options;
		const known = new Map([...this.items, ...this.held].map((item) => [item.id, item]));
		const inReach = this.#older === null ? read : withinReach(this.items, read, at);
		const changed = new Map<string, Item>();
		const fresh: Item[] = [];
		for (const item of inReach) {
			const before = known.get(item.id);
			if (!before || at(before) !== at(item)) fresh.push(item);
			else if (JSON.stringify(before) !== JSON.stringify(item)) changed.set(item.id, item);
		}
		if (changed.size > 0) {
			const exchange = (item: Item) => changed.get(item.id) ?? item;
			this.items = this.items.map(exchange);
			this.held = this.held.map(exchange);
		}
		return fresh;
	}

	#hold(fresh: Item[], isCutOff: boolean) {
		if (fresh.length === 0) return;
		this.#hole ||= isCutOff || this.held.length + fresh.length > mostHeld;
		this.held = mergeItems(this.held, fresh, this.#options.at, mostHeld);
	}

	#show(fresh: Item[]) {
		if (fresh.length === 0) return;
		this.#merge(fresh);
		const kept = new Set(this.items.map((item) => item.id));
		const arrived = [...this.arrived, ...fresh.map((item) => item.id)];
		this.arrived = new Set(arrived.filter((id) => kept.has(id)));
	}

	#merge(items: Item[]) {
		this.items = mergeItems(this.items, items, this.#options.at, mostHeld);
	}

	#isUnsettled(): boolean {
		const { isUnsettled, pageSize } = this.#options;
		return this.items.slice(0, pageSize).some(isUnsettled);
	}
}
