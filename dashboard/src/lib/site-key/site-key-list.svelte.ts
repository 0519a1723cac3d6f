import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import { LiveValue } from '#lib/live/live-value.svelte.ts';
import type { RecentSignIn } from '#lib/session/recent-sign-in.svelte.ts';

export type SiteKey = RouteOutput<'listSiteKeys'>['items'][number];
export type NewSiteKey = RouteOutput<'createSiteKey'>;

/** The site keys of a site, with their last use, kept up to date. */
export class SiteKeyList {
	/** The key that was just created, with its secret, until the person dismisses it. */
	created = $state.raw<NewSiteKey>();
	busy = $state(false);
	/** Why the last change failed. */
	problem = $state.raw<unknown>();
	readonly #live: LiveValue<SiteKey[]>;
	readonly #client: Client;
	readonly #site: string;
	readonly #signIn: RecentSignIn;

	constructor(client: Client, site: string, signIn: RecentSignIn) {
		[this.#client, this.#site, this.#signIn] = [client, site, signIn];
		this.#live = new LiveValue(async (signal) => {
			const { items } = await client.listSiteKeys({ site }, { signal });
			return items;
		});
	}

	/** Undefined until the first read. */
	get items(): SiteKey[] | undefined {
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
	async create(name: string): Promise<boolean> {
		return this.#change(async () => {
			const input = { site: this.#site, name };
			const created = await this.#signIn.run(() => this.#client.createSiteKey(input));
			if (created) this.created = created;
			return created !== undefined;
		});
	}

	async revoke(key: string): Promise<void> {
		await this.#change(async () => {
			await this.#client.revokeSiteKey({ site: this.#site, key });
			if (this.created?.id === key) this.created = undefined;
			return true;
		});
	}

	async #change(action: () => Promise<boolean>): Promise<boolean> {
		[this.busy, this.problem] = [true, undefined];
		try {
			return await action();
		} catch (error) {
			this.problem = error;
			return false;
		} finally {
			this.busy = false;
			await this.refresh();
		}
	}
}
