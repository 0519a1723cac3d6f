import { readFilled } from '@feedback/client';

import { nextPaint } from '#lib/dom/next-paint.ts';

import { follow } from './follow.ts';
import { mergeItems, dropOlderItems } from './merge.ts';

type Query = { limit: number; cursor?: string; after?: string };
type Page<Item> = { items: Item[]; next: string | null; latest: string | null };

export type BufferedListOptions<Item> = {
	read: (query: Query, signal?: AbortSignal) => Promise<Page<Item>>;
	/** When the item happened. */
	at: (item: Item) => string;
	/** True while the item may still change: then each poll reads the newest page again. */
	isProvisional?: (item: Item) => boolean;
	/** Items of the first page; 50 by default. */
	pageSize?: number;
};

const olderSize = 25;
/** Items rendered in one step: between two steps the page can handle input. */
export const renderBatchSize = 6;
const catchUpSize = 100;
/** Limit for shown items, and for buffered ones. */
export const maxItems = 500;

/**
 * The newest items of a list, kept up to date by polling. While the person reads, new items are buffered and counted
 * until they ask for them.
 */
export class BufferedList<Item extends { id: string }> {
	items = $state.raw<Item[]>([]);
	/** New items that are not shown yet. */
	buffered = $state.raw<Item[]>([]);
	/** False until the first page has loaded. */
	loaded = $state(false);
	/** Why the last request failed; the items stay. */
	error = $state.raw<unknown>();
	/** Set by the person, until they resume. */
	paused = $state(false);
	loadingOlder = $state(false);
	/** True at the limit: older items need a narrower filter. */
	full = $derived.by(() => this.items.length >= maxItems);
	/** IDs of the items that appeared after the first page. */
	arrived = $state.raw<ReadonlySet<string>>(new Set());

	readonly #options: Required<BufferedListOptions<Item>>;
	#older = $state.raw<string | null>(null);
	#latest: string | null = null;
	#reading = false;
	/** True if the buffer overflowed: items between the buffer and the shown items are missing. */
	#hasGap = false;

	constructor(options: BufferedListOptions<Item>) {
		this.#options = { pageSize: 50, isProvisional: () => false, ...options };
	}

	/** True if older items can be loaded. */
	get hasOlder(): boolean {
		return this.#older !== null && !this.full;
	}

	/** @returns a function that stops polling */
	follow(): () => void {
		return follow({
			intervalMs: 1_500,
			poll: (signal) => this.#poll(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	/** While the person reads, nothing moves the items. */
	setReading(reading: boolean): void {
		if (this.#reading === reading) return;
		this.#reading = reading;
		if (!reading && !this.paused) void this.release();
	}

	/** Shows the buffered items. Never rejects. */
	async release(): Promise<void> {
		const { buffered } = this;
		if (buffered.length === 0) return;
		this.buffered = [];
		if (this.#hasGap) {
			this.#hasGap = false;
			await this.#readFirst().catch((error: unknown) => (this.error = error));
		} else {
			this.#show(buffered);
		}
	}

	/** Removes an item that was deleted. */
	remove(id: string): void {
		this.items = this.items.filter((item) => item.id !== id);
		this.buffered = this.buffered.filter((item) => item.id !== id);
	}

	async showOlder(): Promise<void> {
		if (this.#older === null || this.loadingOlder) return;
		this.loadingOlder = true;
		try {
			const page = await this.#readFilled(olderSize, { from: this.#older });
			for (let from = 0; from < page.items.length; from += renderBatchSize) {
				// Paint the pressed button before rendering.
				await nextPaint();
				this.#merge(page.items.slice(from, from + renderBatchSize));
			}
			this.#older = page.next;
		} catch (error) {
			this.error = error;
		} finally {
			this.loadingOlder = false;
		}
	}

	async #poll(signal: AbortSignal) {
		if (!this.loaded) await this.#readFirst(signal);
		else if (this.#latest === null || this.#isProvisional()) await this.#readNews({}, signal);
		else await this.#readNews({ after: this.#latest }, signal);
		this.error = undefined;
	}

	async #readFirst(signal?: AbortSignal) {
		const page = await this.#readFilled(this.#options.pageSize, { signal });
		this.items = page.items;
		this.#older = page.next;
		this.#latest = page.latest;
		this.loaded = true;
	}

	#readFilled(
		limit: number,
		{ from, signal }: { from?: string; signal?: AbortSignal | undefined },
	) {
		return readFilled(
			(cursor) => this.#options.read({ limit, ...(cursor && { cursor }) }, signal),
			from,
		);
	}

	async #readNews(from: { after?: string }, signal: AbortSignal) {
		const page = await this.#options.read({ limit: catchUpSize, ...from }, signal);
		if (signal.aborted) return;
		this.#latest = page.latest ?? this.#latest;
		const isCutOff = from.after !== undefined && page.items.length >= catchUpSize;
		const fresh = this.#applyChanges(page.items);
		if (this.paused || this.#reading) this.#buffer(fresh, isCutOff);
		else if (isCutOff) await this.#readFirst(signal);
		else this.#show(fresh);
	}

	/** Replaces items that changed in place. @returns the items that are new */
	#applyChanges(read: Item[]): Item[] {
		const { at } = this.#options;
		const known = new Map([...this.items, ...this.buffered].map((item) => [item.id, item]));
		const inReach = this.#older === null ? read : dropOlderItems(this.items, read, at);
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
			this.buffered = this.buffered.map(exchange);
		}
		return fresh;
	}

	#buffer(fresh: Item[], isCutOff: boolean) {
		if (fresh.length === 0) return;
		this.#hasGap ||= isCutOff || this.buffered.length + fresh.length > maxItems;
		this.buffered = mergeItems(this.buffered, fresh, this.#options.at, maxItems);
	}

	#show(fresh: Item[]) {
		if (fresh.length === 0) return;
		this.#merge(fresh);
		const kept = new Set(this.items.map((item) => item.id));
		const arrived = [...this.arrived, ...fresh.map((item) => item.id)];
		this.arrived = new Set(arrived.filter((id) => kept.has(id)));
	}

	#merge(items: Item[]) {
		this.items = mergeItems(this.items, items, this.#options.at, maxItems);
	}

	#isProvisional(): boolean {
		const { isProvisional, pageSize } = this.#options;
		return this.items.slice(0, pageSize).some(isProvisional);
	}
}
