import type { Client } from '@feedback/client';
import type { RouteInput, RouteOutput } from '@feedback/contract';

import { LiveValue } from '#lib/live/live-value.svelte.ts';

export type ProofKey = RouteOutput<'listProofKeys'>['items'][number];
export type NewProofKey = RouteOutput<'createProofKey'>;
type Origin = Pick<RouteInput<'createProofKey'>, 'alg'> & { public_key?: string };

/** The proof keys of a site, with their last use, kept up to date. */
export class ProofKeyList {
	/** The key that was just created, with its secret, until the person dismisses it. */
	created = $state.raw<NewProofKey>();
	busy = $state(false);
	/** Why the last change failed. */
	problem = $state.raw<unknown>();
	readonly #live: LiveValue<ProofKey[]>;
	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
		this.#live = new LiveValue(async (signal) => {
			const { items } = await client.listProofKeys({ site }, { signal });
			return items;
		});
	}

	/** Undefined until the first read. */
	get items(): ProofKey[] | undefined {
		return this.#live.value;
	}
	get error(): unknown {
		return this.#live.error;
	}

	/** @returns a function that stops polling */
	follow(): () => void {
		return this.#live.follow();
	}

	refresh(): Promise<void> {
		return this.#live.refresh();
	}

	/** Resolves to whether it succeeded. */
	async create(origin: Origin): Promise<boolean> {
		return this.#change(async () => {
			const input = { site: this.#site, ...origin } as RouteInput<'createProofKey'>;
			this.created = await this.#client.createProofKey(input);
		});
	}

	async remove(kid: string): Promise<void> {
		await this.#change(() => this.#client.removeProofKey({ site: this.#site, kid }));
		if (this.created?.kid === kid) this.created = undefined;
	}

	async #change(action: () => Promise<unknown>): Promise<boolean> {
		[this.busy, this.problem] = [true, undefined];
		try {
			await action();
			return true;
		} catch (error) {
			this.problem = error;
			return false;
		} finally {
			this.busy = false;
			await this.refresh();
		}
	}
}
