import type { Client } from '@feedback/client';
import type { RouteInput, RouteOutput } from '@feedback/contract';

import { follow } from '#lib/live/follow.ts';
import { PagedList } from '#lib/live/paged-list.svelte.ts';

import type { TextAnswerQuery } from './inbox-filter.ts';

export type TextAnswer = RouteOutput<'listTextAnswers'>['items'][number];
export type InboxCounts = RouteOutput<'getInbox'>;
export type Address = Pick<TextAnswer, 'response' | 'question'>;
export type Changes = Omit<RouteInput<'updateTextAnswer'>, 'site' | 'response' | 'question'>;

export const isSame = (one: Address, other: Address) =>
	one.response === other.response && one.question === other.question;

/** Counts, tags and members, read again while the page is visible. */
export class LiveCounts {
	counts = $state.raw<InboxCounts>();
	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	/** @returns a function that stops reading */
	follow(): () => void {
		return follow({
			intervalMs: 15_000,
			poll: (signal) => this.#read(signal),
			// The list shows its own error; the counts stay.
			onFailure: () => undefined,
		});
	}

	/** Reads the counts now, after a change. Never rejects. */
	async refresh(): Promise<void> {
		await this.#read(new AbortController().signal).catch(() => undefined);
	}

	async #read(signal: AbortSignal) {
		this.counts = await this.#client.getInbox({ site: this.#site }, { signal });
	}
}

/** Text answers that match one filter, and the answer that is open beside the list. */
export class InboxList {
	readonly list: PagedList<TextAnswer>;
	selected = $state.raw<Address>();
	/** Why the last change failed; nothing was changed. */
	error = $state.raw<unknown>();
	index = $derived.by(() =>
		this.list.items.findIndex((item) => this.selected && isSame(item, this.selected)),
	);

	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string, query: TextAnswerQuery) {
		this.#client = client;
		this.#site = site;
		this.list = new PagedList((cursor) =>
			client.listTextAnswers({ site, ...query, ...(cursor && { cursor }) }),
		);
	}

	/** Moves the selection by this many answers; loads the next page when the end is near. */
	move(step: number): void {
		const { items } = this.list;
		const next = items[Math.min(Math.max(this.index + step, 0), items.length - 1)];
		if (next) this.selected = next;
		if (this.index >= items.length - 5) void this.list.showOlder();
	}

	/** Changes an answer; it stays in the list, where it can be changed back. Never rejects. */
	async change(address: Address, changes: Changes): Promise<boolean> {
		const before = this.list.items.find((item) => isSame(item, address));
		if (before && changes.status) this.put({ ...before, status: changes.status });
		try {
			const { changed: _, ...after } = await this.#client.updateTextAnswer({
				site: this.#site,
				response: address.response,
				question: address.question,
				...changes,
			});
			this.put(after);
			this.error = undefined;
			return true;
		} catch (error) {
			if (before) this.put(before);
			this.error = error;
			return false;
		}
	}

	/** Replaces an answer by its current state. */
	put(answer: TextAnswer): void {
		this.list.items = this.list.items.map((item) => (isSame(item, answer) ? answer : item));
	}
}
