import { readPages, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import { follow } from '#lib/live/follow.ts';

export type ListedPrompt = RouteOutput<'listPrompts'>['items'][number];

/** Every prompt of a site, newest first, kept up to date. Handles a thousand of them. */
export class LivePrompts {
	prompts: ListedPrompt[] = $state.raw([]);
	/** False until the first page has loaded. */
	loaded = $state(false);
	/** False until all of them have loaded. */
	complete = $state(false);
	/** Why the last read failed; the prompts stay. */
	error: unknown = $state.raw();

	readonly #client: Client;
	readonly #site: string;
	#reads = 0;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	/** @returns a function that stops polling */
	follow(): () => void {
		return follow({
			intervalMs: 10_000,
			poll: (signal) => this.#poll(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	/** Reads the prompts now, after a change. Never rejects. */
	async refresh(): Promise<void> {
		await this.#poll(new AbortController().signal).catch((error: unknown) => (this.error = error));
	}

	/** Shows the response to a change until the next read. */
	put(prompt: ListedPrompt): void {
		const known = this.prompts.some(({ id }) => id === prompt.id);
		this.prompts = known
			? this.prompts.map((other) => (other.id === prompt.id ? prompt : other))
			: [prompt, ...this.prompts];
	}

	async #poll(signal: AbortSignal) {
		const attempt = ++this.#reads;
		const read: ListedPrompt[] = [];
		const pages = readPages((cursor) =>
			this.#client.listPrompts({ site: this.#site, limit: 200, cursor }, { signal }),
		);
		for await (const page of pages) {
			// A later read has started, so these prompts may be outdated.
			if (attempt < this.#reads) return;
			read.push(...page.items);
			// During the first read, show each page while the next ones load.
			if (!this.complete) [this.prompts, this.loaded] = [[...read], true];
		}
		[this.prompts, this.complete, this.error] = [read, true, undefined];
	}
}
