import { readFilled } from '@feedback/client';

type Page<Item> = { items: Item[]; next: string | null };

/** A list that is loaded page by page, on request. */
export class PagedList<Item> {
	items = $state.raw<Item[]>([]);
	/** False until the first page has loaded. */
	loaded = $state(false);
	/** Why the last request failed; the items stay. */
	error = $state.raw<unknown>();
	loadingOlder = $state(false);
	hasOlder = $derived.by(() => this.#next !== null);

	readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;
	#next = $state.raw<string | null>(null);

	constructor(read: (cursor: string | undefined) => Promise<Page<Item>>) {
		this.#read = read;
	}

	/** Loads the first page, again if needed. Never rejects. */
	async load(): Promise<void> {
		try {
			const page = await readFilled(this.#read);
			this.items = page.items;
			this.#next = page.next;
			this.loaded = true;
			this.error = undefined;
		} catch (error) {
			this.error = error;
		}
	}

	/** Adds the next page. Never rejects. */
	async showOlder(): Promise<void> {
		if (this.#next === null || this.loadingOlder) return;
		this.loadingOlder = true;
		try {
			const page = await readFilled(this.#read, this.#next);
			this.items = [...this.items, ...page.items];
			this.#next = page.next;
			this.error = undefined;
		} catch (error) {
			this.error = error;
		} finally {
			this.loadingOlder = false;
		}
	}
}
