import type { Client } from '@feedback/client';

import type { Suggestion } from '#lib/text/suggestion.ts';

import { readTraitSuggestions } from './read-trait-suggestions.ts';

/** The site data that the response filter needs. */
export class FilterOptions {
	/** Time zone of the site; undefined while it loads. */
	timeZone = $state<string>();
	/** Known traits and values; empty while they load, or if loading fails. */
	traits = $state.raw<Suggestion[]>([]);

	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	/** @returns a function that aborts loading */
	read(): () => void {
		const controller = new AbortController();
		const { signal } = controller;
		this.#client.getSettings({ site: this.#site }, { signal }).then(
			({ time_zone }) => (this.timeZone = time_zone),
			// Days are then a few hours off, which is better than showing no responses.
			() => signal.aborted || (this.timeZone = 'UTC'),
		);
		readTraitSuggestions(this.#client, this.#site, signal).then(
			(traits) => (this.traits = traits),
			() => undefined,
		);
		return () => controller.abort();
	}
}
