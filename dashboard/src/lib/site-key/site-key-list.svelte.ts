import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import type { RecentSignIn } from '#lib/session/recent-sign-in.svelte.ts';
import { KeyList } from '#lib/settings/key-list.svelte.ts';

export type SiteKey = RouteOutput<'listSiteKeys'>['items'][number];
export type NewSiteKey = RouteOutput<'createSiteKey'>;

export class SiteKeyList extends KeyList<SiteKey, NewSiteKey> {
	readonly #client: Client;
	readonly #site: string;
	readonly #signIn: RecentSignIn;

	constructor(client: Client, site: string, signIn: RecentSignIn) {
		super((signal) => client.listSiteKeys({ site }, { signal }));
		[this.#client, this.#site, this.#signIn] = [client, site, signIn];
	}

	/** Resolves to whether it succeeded; false, too, if the person cancelled. */
	async create(name: string): Promise<boolean> {
		let created: NewSiteKey | undefined;
		await this.run(async () => {
			const input = { site: this.#site, name };
			created = await this.#signIn.run(() => this.#client.createSiteKey(input));
			if (created) this.created = created;
		});
		return created !== undefined;
	}

	async revoke(key: string): Promise<void> {
		await this.run(async () => {
			await this.#client.revokeSiteKey({ site: this.#site, key });
			if (this.created?.id === key) this.created = undefined;
		});
	}
}
