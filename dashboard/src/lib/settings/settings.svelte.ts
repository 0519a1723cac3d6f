import type { Client } from '@feedback/client';
import type { SiteSettings } from '@feedback/contract';
import { createContext } from 'svelte';

import type { checkSetting } from './check-setting.ts';
import { SettingsDraft } from './settings-draft.svelte.ts';
import type { SettingsError, StoredSettings } from './settings-draft.svelte.ts';

export type SettingsKey = keyof SiteSettings;

/** The stored settings of a site, and the unsaved drafts of all its settings pages. */
export class Settings {
	/** Undefined until the first read. */
	value = $state.raw<StoredSettings>();
	error = $state.raw<unknown>();
	/** The site's UUID. */
	readonly site: string;
	readonly #client: Client;
	#drafts = $state.raw(new Map<string, SettingsDraft<SettingsKey>>());
	/** Names of the drafts with changes. */
	unsaved = $derived.by(() =>
		[...this.#drafts].filter(([, draft]) => draft.isChanged).map(([name]) => name),
	);

	constructor(client: Client, site: string) {
		this.#client = client;
		this.site = site;
	}

	#check = $state.raw<typeof checkSetting>();

	/** Never rejects. */
	async load(): Promise<void> {
		try {
			this.value = await this.read();
			this.error = undefined;
		} catch (error) {
			this.error = error;
		}
	}

	/** Loads the parser, which is large. Until then, only the service checks what is saved. Never rejects. */
	async loadCheck(): Promise<void> {
		this.#check ??= (await import('./check-setting.ts').catch(() => undefined))?.checkSetting;
	}

	read(): Promise<StoredSettings> {
		return this.#client.getSettings({ site: this.site });
	}

	check(key: SettingsKey, value: unknown): SettingsError[] {
		return this.#check?.(key, value, this.value!.maximums) ?? [];
	}

	async change(change: Partial<SiteSettings>, etag: string): Promise<StoredSettings> {
		this.value = await this.#client.updateSettings({ site: this.site, ...change, etag });
		return this.value;
	}

	/**
	 * The draft of these settings. When the page is opened again, returns the same draft. The settings must be loaded.
	 */
	draft<Key extends SettingsKey>(name: string, keys: readonly Key[]): SettingsDraft<Key> {
		const known = this.#drafts.get(name);
		if (known) return known as unknown as SettingsDraft<Key>;
		const draft = new SettingsDraft(this, keys);
		this.#drafts = new Map(this.#drafts).set(name, draft as unknown as SettingsDraft<SettingsKey>);
		return draft;
	}
}

export const [getSettings, setSettings] = createContext<Settings>();
