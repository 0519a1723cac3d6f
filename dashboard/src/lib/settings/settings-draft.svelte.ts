import { ApiError } from '@feedback/client';
import type { RouteOutput, SiteSettings } from '@feedback/contract';

import { sayChanges } from './describe-setting.ts';

type Part<Key extends keyof SiteSettings> = Pick<SiteSettings, Key>;
export type StoredSettings = RouteOutput<'getSettings'>;
type Store = {
	readonly value: StoredSettings | undefined;
	read(): Promise<StoredSettings>;
	/** Rejects with `conflict` when the settings are no longer those of the etag. */
	change(change: Partial<SiteSettings>, etag: string): Promise<StoredSettings>;
	/** What is wrong with the value of a setting. */
	check(key: keyof SiteSettings, value: unknown): SettingsFault[];
};
/** What somebody else saved: these settings, as part of what the etag names. */
type Theirs<Key extends keyof SiteSettings> = { part: Part<Key>; etag: string; by: string | null };
export type SettingsFault = { path: (string | number)[]; message: string };

// Each one more is somebody else's change of other settings, in the same moment.
const mostTries = 5;

/** Some settings as somebody types them; what is typed stays until it is saved or given up. */
export class SettingsDraft<Key extends keyof SiteSettings> {
	/** Changed in place by the fields; may be invalid. */
	typed: Part<Key> = $state()!;
	busy = $state(false);
	/** Why the last save failed. */
	problem = $state.raw<unknown>();
	/** What somebody else saved meanwhile, when it differs from what one began with. */
	theirs = $state.raw<Theirs<Key>>();
	/** What the last save changed, in words. */
	saved = $state.raw<string[]>();

	readonly #store: Store;
	readonly #keys: readonly Key[];
	/** What one began with, and the settings that it was part of. */
	#base: Part<Key> = $state.raw()!;
	#etag: string;
	isChanged = $derived.by(() => !isSame(this.typed, this.#base));
	/** What is wrong with it, by the contract. */
	faults = $derived.by(() => this.#check());

	constructor(store: Store, keys: readonly Key[]) {
		this.#store = store;
		this.#keys = keys;
		this.#etag = store.value!.etag;
		this.#take(this.#pick(store.value!));
	}

	/** Saves it, unless somebody else changed the same meanwhile: then `theirs` says what. */
	async save(): Promise<void> {
		if (this.busy || this.faults.length > 0) return;
		[this.busy, this.problem, this.saved] = [true, undefined, undefined];
		try {
			const now = await this.#put($state.snapshot(this.typed) as Part<Key>);
			if (!now) return;
			const part = this.#pick(now);
			this.saved = sayChanges(this.#base, part);
			[this.theirs, this.#etag] = [undefined, now.etag];
			this.#take(part);
		} catch (error) {
			this.problem = error;
		} finally {
			this.busy = false;
		}
	}

	/** What is typed wins over what somebody else saved. */
	async saveMine(): Promise<void> {
		if (this.theirs) [this.#base, this.#etag] = [this.theirs.part, this.theirs.etag];
		this.theirs = undefined;
		await this.save();
	}

	/** Gives up what is typed, for what is stored. */
	discard(): void {
		if (this.theirs) this.#etag = this.theirs.etag;
		this.#take(this.theirs?.part ?? this.#base);
		[this.theirs, this.problem, this.saved] = [undefined, undefined, undefined];
	}

	/** What is wrong at this place and below it. */
	faultsAt(...path: (string | number)[]): SettingsFault[] {
		return this.faults.filter((fault) => path.every((step, index) => fault.path[index] === step));
	}

	/** @returns what is stored now; undefined when somebody else changed the same meanwhile */
	async #put(mine: Part<Key>): Promise<StoredSettings | undefined> {
		for (let tries = 1; ; tries++) {
			try {
				return await this.#store.change(mine, this.#etag);
			} catch (error) {
				if (!(error instanceof ApiError && error.code === 'conflict') || tries === mostTries)
					throw error;
				const stored = await this.#store.read();
				const part = this.#pick(stored);
				if (!isSame(part, this.#base) && !isSame(part, mine)) {
					this.theirs = { part, etag: stored.etag, by: error.stored?.updated_by ?? null };
					return undefined;
				}
				// Only others were changed: these are saved on top of them.
				this.#etag = stored.etag;
			}
		}
	}

	#take(part: Part<Key>) {
		this.#base = part;
		this.typed = structuredClone(part);
	}

	#pick(settings: SiteSettings): Part<Key> {
		return Object.fromEntries(this.#keys.map((key) => [key, settings[key]])) as Part<Key>;
	}

	#check(): SettingsFault[] {
		const typed = $state.snapshot(this.typed) as Part<Key>;
		return this.#keys.flatMap((key) => this.#store.check(key, typed[key]));
	}
}

function isSame(one: unknown, other: unknown): boolean {
	return write(one) === write(other);
}

// Without regard to the order of keys, nor to keys that are there but undefined.
function write(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
