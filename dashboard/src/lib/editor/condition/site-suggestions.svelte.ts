import type { Client } from '@feedback/client';
import type { SiteSettings } from '@feedback/contract';

import {
	readAudiences,
	readEventNames,
	readProperties,
	readQuestions,
	readSurveys,
	readTraits,
	type KnownAudience,
	type KnownEvent,
	type KnownKey,
	type KnownPrompt,
} from '../read-suggestions.ts';
import type { KnownQuestion } from './known-question.ts';
import { mergeKeys } from './merge-keys.ts';

/**
 * Suggestions from the data of a site. Each list is read once, on first use; the audiences are read when asked to.
 * Suggestions are optional: a list that fails to load is empty and sets `problem`, and nothing waits for it.
 *
 * @example
 * const suggestions = suggestionsOf(client, site);
 * suggestions.names; // undefined, then the names once they have loaded
 */
export class SiteSuggestions {
	/** Why one of the lists could not be read. */
	problem = $state.raw<unknown>();

	readonly #client: Client;
	readonly #site: string;
	#traits = $state.raw<KnownKey[]>();
	#names = $state.raw<KnownEvent[]>();
	#surveys = $state.raw<KnownPrompt[]>();
	#questions = $state.raw<ReadonlyMap<string, KnownQuestion[]>>();
	#audiences = $state.raw<KnownAudience[]>();
	#isReadingAudiences = $state(false);
	#audienceReads = 0;
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

	/** Event names, most frequent first. */
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

	/** The questions of each prompt, by survey ID. */
	get questions(): ReadonlyMap<string, KnownQuestion[]> | undefined {
		this.#ask('questions', async () => {
			this.#questions = await readQuestions(this.#client, this.#site);
		});
		return this.#questions;
	}

	/** The saved audiences of the site as last read; undefined until `refreshAudiences` has read them. */
	get audiences(): KnownAudience[] | undefined {
		return this.#audiences;
	}

	/** Whether `audiences` may be outdated. */
	get isReadingAudiences(): boolean {
		return this.#isReadingAudiences;
	}

	/** Reads the audiences, which are saved and archived elsewhere while the page is open. Never rejects. */
	async refreshAudiences(): Promise<void> {
		const read = ++this.#audienceReads;
		this.#isReadingAudiences = true;
		const audiences = await readAudiences(this.#client, this.#site).catch((error: unknown) => {
			this.problem = error;
			return undefined;
		});
		if (read < this.#audienceReads) return;
		[this.#audiences, this.#isReadingAudiences] = [audiences, false];
	}

	/** Adds an audience that was just saved. */
	addAudience(audience: KnownAudience): void {
		this.#audiences = [...(this.#audiences ?? []), audience];
	}

	/** The settings of the site: its time zone, its limits, its appearance, its origins. */
	get settings(): SiteSettings | undefined {
		this.#ask('settings', async () => {
			this.#settings = await this.#client.getSettings({ site: this.#site });
		});
		return this.#settings;
	}

	/** IANA name; UTC until it has loaded. */
	get timeZone(): string {
		return this.settings?.time_zone ?? 'UTC';
	}

	/** The merged properties of these events; none for an unknown name. */
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

	/** Retries the lists that failed. */
	retry(): void {
		this.#asked.clear();
		this.problem = undefined;
		if (this.#audienceReads > 0) void this.refreshAudiences();
	}

	#ask(what: string, read: () => Promise<void>) {
		if (this.#asked.has(what)) return;
		this.#asked.add(what);
		// Deferred, because reading may change state, which must not change during rendering.
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
