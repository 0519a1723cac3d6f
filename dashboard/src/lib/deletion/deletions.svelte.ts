import { readPages, type Client } from '@feedback/client';

import { follow } from '#lib/live/follow.ts';

import type { Deletion } from './deletion.ts';

/** The newest deletions of a workspace, including changes made on this page. */
export class Deletions {
	readonly #client: Client;
	readonly #workspace: string;
	items = $state.raw<Deletion[]>();
	problem = $state.raw<unknown>();
	#reads = 0;

	constructor(client: Client, workspace: string) {
		this.#client = client;
		this.#workspace = workspace;
	}

	async load(): Promise<void> {
		this.problem = undefined;
		await this.#read(new AbortController().signal).catch(
			(error: unknown) => (this.problem = error),
		);
	}

	/** @returns a function that stops polling */
	follow(intervalMs = 30_000): () => void {
		return follow({
			intervalMs,
			poll: (signal) => this.#read(signal),
			onFailure: (error) => (this.problem = error),
		});
	}

	async #read(signal: AbortSignal): Promise<void> {
		const attempt = ++this.#reads;
		const read: Deletion[] = [];
		const pages = readPages((cursor) =>
			this.#client.listDeletions({ workspace: this.#workspace, limit: 200, cursor }, { signal }),
		);
		for await (const { items } of pages) {
			read.push(...items);
			// Items are sorted newest first, so later items were due earlier.
			const last = items.at(-1);
			if (last && Date.parse(last.due_at) < Date.now()) break;
		}
		// A later read or change has started, so this response may be outdated.
		if (attempt < this.#reads) return;
		[this.items, this.problem] = [read, undefined];
	}

	/** The scheduled deletion of a prompt, site or workspace. */
	scheduled(target: string): Deletion | undefined {
		return this.items?.find((one) => one.target === target && one.state === 'scheduled');
	}

	/** The scheduled deletion of a prompt, or of its site or workspace. */
	scheduledFor(prompt: string, site: string): Deletion | undefined {
		return [prompt, site, this.#workspace]
			.map((target) => this.scheduled(target))
			.find((deletion) => deletion !== undefined);
	}

	put(deletion: Deletion): void {
		this.#reads += 1;
		this.items = [deletion, ...(this.items ?? []).filter(({ id }) => id !== deletion.id)];
	}

	async undo({ id }: Deletion): Promise<void> {
		this.put(await this.#client.undoDeletion({ workspace: this.#workspace, deletion: id }));
	}
}
