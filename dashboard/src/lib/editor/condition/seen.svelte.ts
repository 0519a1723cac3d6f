import type { Client } from '@feedback/client';
import type { SiteSettings } from '@feedback/contract';

import {
	readEventNames,
	readProperties,
	readSurveys,
	readTraits,
	type SeenEvent,
	type SeenKey,
	type SeenPrompt,
} from '../read-seen.ts';
import { mergeSeen } from './merge-seen.ts';

/**
 * What a site has seen, for the editor to suggest. Each list is read when it is first looked at, and once;
 * suggestions are a help, so one that cannot be read is empty and says so, and nothing waits for it.
 *
 * @example
 * const seen = seenOn(client, site);
 * seen.names; // undefined, and the names as soon as they are there
 */
export class Seen {
	/** Why one of the lists could not be read. */
	problem = $state.raw<unknown>();

	readonly #client: Client;
	readonly #site: string;
	#traits = $state.raw<SeenKey[]>();
	#names = $state.raw<SeenEvent[]>();
	#surveys = $state.raw<SeenPrompt[]>();
	#settings = $state.raw<SiteSettings>();
	#properties = $state.raw<Record<string, SeenKey[]>>({});
	readonly #asked = new Set<string>();

	constructor(client: Client, site: string) {
		this.#client = client;
		this.#site = site;
	}

	get traits(): SeenKey[] | undefined {
		this.#ask('traits', async () => {
			this.#traits = await readTraits(this.#client, this.#site);
		});
		return this.#traits;
	}

	/** Event names, the most frequent first. */
	get names(): SeenEvent[] | undefined {
		this.#ask('names', async () => {
			this.#names = await readEventNames(this.#client, this.#site);
		});
		return this.#names;
	}

	/** The prompts of the site. */
	get surveys(): SeenPrompt[] | undefined {
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
	properties(names: readonly string[]): SeenKey[] {
		const known = names.filter((name) => this.names?.some((seen) => seen.name === name));
		for (const name of known) {
			this.#ask(`properties ${name}`, async () => {
				const properties = await readProperties(this.#client, this.#site, name);
				this.#properties = { ...this.#properties, [name]: properties };
			});
		}
		return mergeSeen(known.flatMap((name) => [this.#properties[name] ?? []]));
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

const known = new WeakMap<Client, Map<string, Seen>>();

/** The same for every part of the editor of one site. */
export function seenOn(client: Client, site: string): Seen {
	const sites = known.get(client) ?? new Map<string, Seen>();
	known.set(client, sites);
	const seen = sites.get(site) ?? new Seen(client, site);
	sites.set(site, seen);
	return seen;
}
