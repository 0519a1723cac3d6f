import { ApiError } from '@feedback/client';
import type { RouteOutput, SiteSettings } from '@feedback/contract';

import { describeChanges } from './describe-setting.ts';

type Part<Key extends keyof SiteSettings> = Pick<SiteSettings, Key>;
export type StoredSettings = RouteOutput<'getSettings'>;
type Store = {
	readonly value: StoredSettings | undefined;
	read(): Promise<StoredSettings>;
	/** Rejects with `conflict` if the etag is outdated. */
	change(change: Partial<SiteSettings>, etag: string): Promise<StoredSettings>;
	/** Validates the value of a setting. */
	check(key: keyof SiteSettings, value: unknown): SettingsError[];
};
/** Settings that another person saved, with the etag of all settings. */
type Theirs<Key extends keyof SiteSettings> = { part: Part<Key>; etag: string; by: string | null };
export type SettingsError = { path: (string | number)[]; message: string };

// Each retry means that another person changed other settings at the same time.
const maxAttempts = 5;

/** An editable copy of some settings, until it is saved or discarded. */
export class SettingsDraft<Key extends keyof SiteSettings> {
	/** Changed in place by the fields; may be invalid. */
	typed: Part<Key> = $state()!;
	busy = $state(false);
	/** Why the last save failed. */
	problem = $state.raw<unknown>();
	/** Settings that another person saved in the meantime, if they differ from the base. */
	theirs = $state.raw<Theirs<Key>>();
	/** Descriptions of the changes of the last save. */
	saved = $state.raw<string[]>();

	/** Settings that the service refused in the last save, and its error. */
	#refused = $state.raw<{ part: Part<Key>; error: SettingsError }>();
	readonly #store: Store;
	readonly #keys: readonly Key[];
	/** The stored values that the draft started from. */
	#base: Part<Key> = $state.raw()!;
	#etag: string;
	isChanged = $derived.by(() => !isEqual(this.typed, this.#base));
	/** Validation errors from the contract, and from the service. */
	errors = $derived.by(() => this.#check());

	constructor(store: Store, keys: readonly Key[]) {
		this.#store = store;
		this.#keys = keys;
		this.#etag = store.value!.etag;
		this.#reset(this.#pick(store.value!));
	}

	/** Saves the draft, unless another person changed the same settings: then `theirs` has their values. */
	async save(): Promise<void> {
		if (this.busy || this.errors.length > 0) return;
		[this.busy, this.problem, this.saved] = [true, undefined, undefined];
		try {
			const now = await this.#put($state.snapshot(this.typed) as Part<Key>);
			if (!now) return;
			const part = this.#pick(now);
			this.saved = describeChanges(this.#base, part);
			[this.theirs, this.#etag] = [undefined, now.etag];
			this.#reset(part);
		} catch (error) {
			this.#refuse(error);
		} finally {
			this.busy = false;
		}
	}

	// Shown at its field until the field is edited, or below the form if no field fits.
	#refuse(error: unknown): void {
		const path = error instanceof ApiError ? error.field?.split('.') : undefined;
		if (!this.#keys.some((key) => key === path?.[0])) {
			this.problem = error;
			return;
		}
		const { message } = error as ApiError;
		this.#refused = {
			part: $state.snapshot(this.typed) as Part<Key>,
			error: { path: path!, message },
		};
	}

	/** Overwrites what another person saved. */
	async saveMine(): Promise<void> {
		if (this.theirs) [this.#base, this.#etag] = [this.theirs.part, this.theirs.etag];
		this.theirs = undefined;
		await this.save();
	}

	/** Replaces the draft with the stored values. */
	discard(): void {
		if (this.theirs) this.#etag = this.theirs.etag;
		this.#reset(this.theirs?.part ?? this.#base);
		[this.theirs, this.problem, this.saved] = [undefined, undefined, undefined];
	}

	/** The errors at a path and below it. */
	errorsAt(...path: (string | number)[]): SettingsError[] {
		return this.errors.filter((error) => path.every((step, index) => error.path[index] === step));
	}

	/** @returns the stored settings; undefined on a conflict */
	async #put(mine: Part<Key>): Promise<StoredSettings | undefined> {
		for (let tries = 1; ; tries++) {
			try {
				return await this.#store.change(mine, this.#etag);
			} catch (error) {
				if (!(error instanceof ApiError && error.code === 'conflict') || tries === maxAttempts)
					throw error;
				const stored = await this.#store.read();
				const part = this.#pick(stored);
				if (!isEqual(part, this.#base) && !isEqual(part, mine)) {
					this.theirs = { part, etag: stored.etag, by: error.stored?.updated_by ?? null };
					return undefined;
				}
				// Only other settings were changed, so retry with the new etag.
				this.#etag = stored.etag;
			}
		}
	}

	#reset(part: Part<Key>) {
		this.#base = part;
		this.typed = structuredClone(part);
	}

	#pick(settings: SiteSettings): Part<Key> {
		return Object.fromEntries(this.#keys.map((key) => [key, settings[key]])) as Part<Key>;
	}

	#check(): SettingsError[] {
		const typed = $state.snapshot(this.typed) as Part<Key>;
		const found = this.#keys.flatMap((key) => this.#store.check(key, typed[key]));
		const refused = this.#refused;
		return found.length === 0 && refused && isEqual(refused.part, typed) ? [refused.error] : found;
	}
}

function isEqual(one: unknown, other: unknown): boolean {
	return serialize(one) === serialize(other);
}

// Ignores the order of keys, and undefined values.
function serialize(value: unknown): string {
	return JSON.stringify(value, (_, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
