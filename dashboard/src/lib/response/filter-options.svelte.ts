import type { Client } from '@feedback/client';

import type { Suggestion } from '#lib/text/suggestion.ts';

import { readTraitSuggestions } from './read-trait-suggestions.ts';

/** What the filter of responses has to know of a site. */
export class FilterOptions {
	/** Of the site; undefined until it is known. */
	timeZone = $state<string>();
	/** To choose from: none until they are read, or when they cannot be. */
	traits = $state.raw<Suggestion[]>([]);

	readonly #client: Client;
	readonly #site: string;

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	/** @returns aborts it */
	read(): () => void {
		const controller = new AbortController();
		const { signal } = controller;
		this.#client.getSettings({ site: this.#site }, { signal }).then(
			({ time_zone }) => (this.timeZone = time_zone),
			// Days are a few hours off then, which is better than no responses.
			() => signal.aborted || (this.timeZone = 'UTC'),
		);
		readTraitSuggestions(this.#client, this.#site, signal).then(
			(traits) => (this.traits = traits),
			() => undefined,
		);
		return () => controller.abort();
	}
}
