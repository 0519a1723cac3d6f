import type { Client } from '@feedback/client';
import type { SiteSettings } from '@feedback/contract';

import {
	readEventNames,
	readProperties,
	readSurveys,
	readTraits,
	type KnownEvent,
	type KnownKey,
	type KnownPrompt,
} from '../read-suggestions.ts';
import { mergeKeys } from './merge-keys.ts';

/**
 * What a site has seen, for the editor to suggest. Each list is read when it is first looked at, and once;
 * suggestions are a help, so one that cannot be read is empty and says so, and nothing waits for it.
 *
 * @example
 * const suggestions = suggestionsOf(client, site);
 * suggestions.names; // undefined, and the names as soon as they are there
 */
export class SiteSuggestions {
	/** Why one of the lists could not be read. */
	problem = $state.raw<unknown>();

	readonly #client: Client;
	readonly #site: string;
	#traits = $state.raw<KnownKey[]>();
	#names = $state.raw<KnownEvent[]>();
	#surveys = $state.raw<KnownPrompt[]>();
	#settings = $state.raw<SiteSettings>();
	#properties = $state.raw<Record<string, KnownKey[]>>({});
	readonly #asked = new Set<string>();

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	get traits(): KnownKey[] | undefined {
		this.#ask('traits', async () => {
			this.#traits = await readTraits(this.#client, this.#site);
		});
		return this.#traits;
	}

	/** Event names, the most frequent first. */
	get names(): KnownEvent[] | undefined {
		this.#ask('names', async () => {
			this.#names = await readEventNames(this.#client, this.#site);
		});
		return this.#names;
	}

	/** The prompts of the site. */
	get surveys(): KnownPrompt[] | undefined {
		this.#ask('surveys', async () => {
			this.#surveys = await readSurveys(this.#client, this.#site);
		});
		return this.#surveys;
	}

	/** The settings of the site: its time zone, its limits, its appearance, its origins. */
	get settings(): SiteSettings | undefined {
		this.#ask('settings', async () => {
			this.#settings = await this.#client.getSettings({ site: this.#site });
		});
		return this.#settings;
	}

	/** IANA name; UTC until it is known. */
	get timeZone(): string {
		return this.settings?.time_zone ?? 'UTC';
	}

	/** The properties of these events together; of a name that was never seen there are none. */
	properties(names: readonly string[]): KnownKey[] {
		const known = names.filter((name) => this.names?.some((seen) => seen.name === name));
		for (const name of known) {
			this.#ask(`properties ${name}`, async () => {
				const properties = await readProperties(this.#client, this.#site, name);
				this.#properties = { ...this.#properties, [name]: properties };
			});
		}
		return mergeKeys(known.flatMap((name) => [this.#properties[name] ?? []]));
	}

	/** Reads what could not be read again. */
	retry(): void {
		this.#asked.clear();
		this.problem = undefined;
	}

	#ask(what: string, read: () => Promise<void>) {
		if (this.#asked.has(what)) return;
		this.#asked.add(what);
		// Not while something is being drawn: reading may change what is drawn.
		queueMicrotask(() => read().catch((error: unknown) => (this.problem = error)));
	}
}

const known = new WeakMap<Client, Map<string, SiteSuggestions>>();

/** Shared by all sections of the editor of one site. */
export function suggestionsOf(client: Client, site: string): SiteSuggestions {
	const sites = known.get(client) ?? new Map<string, SiteSuggestions>();
	known.set(client, sites);
	const suggestions = sites.get(site) ?? new SiteSuggestions(client, site);
	sites.set(site, suggestions);
	return suggestions;
}
