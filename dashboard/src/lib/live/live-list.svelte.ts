import { follow } from './follow.ts';
import { mergeItems, withinReach } from './merge.ts';

type Query = { limit: number; cursor?: string; after?: string };
type Page<Item> = { items: Item[]; next: string | null; latest: string | null };

export type LiveListOptions<Item> = {
	read: (query: Query, signal?: AbortSignal) => Promise<Page<Item>>;
	/** The item's place in time. */
	at: (item: Item) => string;
	/** True while the item, though read, is going to change: then the newest page is read anew. */
	isUnsettled?: (item: Item) => boolean;
};

const firstShown = 10;
const pageSize = 25;
const catchUpSize = 100;
const most = 500;

/** The newest items of a list, kept up to date by asking what arrived since. */
export class LiveList<Item extends { id: string }> {
	items = $state.raw<Item[]>([]);
	/** False until the first page is there. */
	loaded = $state(false);
	/** Why the last look failed; the items stay. */
	error = $state.raw<unknown>();
	/** The newest items, as many as the person wanted to see; those that arrive push none of them out. */
	visible = $derived.by(() => this.items.slice(0, this.#wanted + this.arrived.size));
	/** True when older items can be shown. */
	hasOlder = $derived.by(() => this.#older !== null || this.visible.length < this.items.length);
	loadingOlder = $state(false);
	/** Items that arrived while somebody was looking. */
	arrived = $state.raw<ReadonlySet<string>>(new Set());

	readonly #options: LiveListOptions<Item>;
	#wanted = $state(firstShown);
	#older = $state.raw<string | null>(null);
	#latest: string | null = null;

	constructor(options: LiveListOptions<Item>) {
		this.#options = options;
	}

	/** @returns stops following */
	follow(): () => void {
		return follow({
			every: 1_500,
			look: (signal) => this.#look(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	async showOlder(): Promise<void> {
		this.#wanted += pageSize;
		const cursor = this.#older;
		if (cursor === null || this.loadingOlder || this.visible.length < this.items.length) return;
		this.loadingOlder = true;
		try {
			const page = await this.#options.read({ limit: pageSize, cursor });
			this.#add(page.items);
			this.#older = page.next;
		} catch (error) {
			this.error = error;
		} finally {
			this.loadingOlder = false;
		}
	}

	async #look(signal: AbortSignal) {
		if (!this.loaded) await this.#readFirst(signal);
		else if (this.#latest === null || this.#isUnsettled()) await this.#readNewest(signal);
		else await this.#readSince(this.#latest, signal);
		this.error = undefined;
	}

	async #readFirst(signal: AbortSignal) {
		const page = await this.#options.read({ limit: pageSize }, signal);
		this.items = page.items;
		this.#older = page.next;
		this.#latest = page.latest;
		this.loaded = true;
	}

	async #readNewest(signal: AbortSignal) {
		const page = await this.#options.read({ limit: catchUpSize }, signal);
		this.#welcome(page);
	}

	async #readSince(after: string, signal: AbortSignal) {
		const page = await this.#options.read({ limit: catchUpSize, after }, signal);
		// More arrived than one answer holds: between them and the known ones there would be a hole.
		if (page.items.length >= catchUpSize) {
			this.items = [];
			await this.#readFirst(signal);
			return;
		}
		this.#welcome(page);
	}

	#welcome(page: Page<Item>) {
		this.#latest = page.latest ?? this.#latest;
		const { items } = page;
		const taken = this.#older === null ? items : withinReach(this.items, items, this.#options.at);
		const known = new Set(this.items.map((item) => item.id));
		const fresh = taken.filter((item) => !known.has(item.id)).map((item) => item.id);
		if (fresh.length > 0) this.arrived = new Set([...this.arrived, ...fresh]);
		if (taken.length > 0) this.#add(taken);
	}

	#add(items: Item[]) {
		this.items = mergeItems(this.items, items, this.#options.at, most);
	}

	#isUnsettled(): boolean {
		const { isUnsettled } = this.#options;
		return isUnsettled !== undefined && this.items.slice(0, pageSize).some(isUnsettled);
	}
}
