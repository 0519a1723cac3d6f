import type { Client } from '@feedback/client';
import type { Prompt } from '@feedback/contract';

const atOnce = 6;

/** The revisions of responses, each read once on first use. */
export class RevisionCache {
	readonly #client: Client;
	readonly #site: string;
	#contents = $state.raw<ReadonlyMap<string, Prompt | null>>(new Map());
	readonly #asked = new Set<string>();
	readonly #waiting: { prompt: string; revision: number }[] = [];
	#running = 0;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	/** The content of a revision; undefined while it loads, null if that failed. */
	find(prompt: string, revision: number): Prompt | null | undefined {
		const key = keyOf(prompt, revision);
		if (!this.#asked.has(key)) {
			this.#asked.add(key);
			this.#waiting.push({ prompt, revision });
			// Deferred, because state must not change during rendering.
			queueMicrotask(() => this.#next());
		}
		return this.#contents.get(key);
	}

	/** Stores a revision that was read elsewhere. */
	put(prompt: string, revision: number, content: Prompt): void {
		const key = keyOf(prompt, revision);
		if (this.#contents.get(key)) return;
		this.#asked.add(key);
		this.#contents = new Map(this.#contents).set(key, content);
	}

	#next() {
		if (this.#running >= atOnce) return;
		const wanted = this.#waiting.shift();
		if (!wanted) return;
		this.#running += 1;
		void this.#read(wanted.prompt, wanted.revision).finally(() => {
			this.#running -= 1;
			this.#next();
		});
	}

	async #read(prompt: string, revision: number) {
		const key = keyOf(prompt, revision);
		try {
			const { content } = await this.#client.getRevision({ site: this.#site, prompt, revision });
			this.#contents = new Map(this.#contents).set(key, content);
		} catch {
			this.#contents = new Map(this.#contents).set(key, null);
			// Raw values are shown until a later render retries.
			setTimeout(() => this.#asked.delete(key), 10_000);
		}
	}
}

function keyOf(prompt: string, revision: number): string {
	return `${prompt} ${revision}`;
}
