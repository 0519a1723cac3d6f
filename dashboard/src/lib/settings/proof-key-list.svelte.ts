import type { Client } from '@feedback/client';
import type { RouteInput, RouteOutput } from '@feedback/contract';

import { KeyList } from './key-list.svelte.ts';

export type ProofKey = RouteOutput<'listProofKeys'>['items'][number];
export type NewProofKey = RouteOutput<'createProofKey'>;
type Origin = Pick<RouteInput<'createProofKey'>, 'alg'> & { public_key?: string };

export class ProofKeyList extends KeyList<ProofKey, NewProofKey> {
	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		super((signal) => client.listProofKeys({ site }, { signal }));
		[this.#client, this.#site] = [client, site];
	}

	/** Resolves to whether it succeeded. */
	create(origin: Origin): Promise<boolean> {
		return this.run(async () => {
			const input = { site: this.#site, ...origin } as RouteInput<'createProofKey'>;
			this.created = await this.#client.createProofKey(input);
		});
	}

	async remove(kid: string): Promise<void> {
		await this.run(() => this.#client.removeProofKey({ site: this.#site, kid }));
		if (this.created?.kid === kid) this.created = undefined;
	}
}
