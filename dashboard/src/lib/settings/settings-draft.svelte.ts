import type { SiteSettings } from '@feedback/contract';

import { sayChanges } from './settings-words.ts';

type Part<Key extends keyof SiteSettings> = Pick<SiteSettings, Key>;
type Store = {
	readonly value: SiteSettings | undefined;
	read(): Promise<SiteSettings>;
	change(change: Partial<SiteSettings>): Promise<SiteSettings>;
	/** What is wrong with the value of a setting. */
	check(key: keyof SiteSettings, value: unknown): SettingsFault[];
};
export type SettingsFault = { path: (string | number)[]; message: string };

/** Some settings as somebody types them; what is typed stays until it is saved or given up. */
export class SettingsDraft<Key extends keyof SiteSettings> {
	/** Changed in place by the fields; may be invalid. */
	typed: Part<Key> = $state()!;
	busy = $state(false);
	/** Why the last save failed. */
	problem = $state.raw<unknown>();
	/** What somebody else saved meanwhile, when it differs from what one began with. */
	theirs = $state.raw<Part<Key>>();
	/** What the last save changed, in words. */
	saved = $state.raw<string[]>();

	readonly #store: Store;
	readonly #keys: readonly Key[];
	#base: Part<Key> = $state.raw()!;
	isChanged = $derived.by(() => !isSame(this.typed, this.#base));
	/** What is wrong with it, by the contract. */
	faults = $derived.by(() => this.#check());

	constructor(store: Store, keys: readonly Key[]) {
		this.#store = store;
		this.#keys = keys;
		this.#take(this.#pick(store.value!));
	}

	/** Saves it, unless somebody else changed the same meanwhile: then `theirs` says what. */
	async save(): Promise<void> {
		if (this.busy || this.faults.length > 0) return;
		[this.busy, this.problem, this.saved] = [true, undefined, undefined];
		try {
			const stored = this.#pick(await this.#store.read());
			const mine = $state.snapshot(this.typed) as Part<Key>;
			if (!isSame(stored, this.#base) && !isSame(stored, mine)) {
				this.theirs = stored;
				return;
			}
			const now = this.#pick(await this.#store.change(mine));
			this.saved = sayChanges(stored, now);
			this.theirs = undefined;
			this.#take(now);
		} catch (error) {
			this.problem = error;
		} finally {
			this.busy = false;
		}
	}

	/** What is typed wins over what somebody else saved. */
	async saveMine(): Promise<void> {
		if (this.theirs) this.#base = this.theirs;
		this.theirs = undefined;
		await this.save();
	}

	/** Gives up what is typed, for what is stored. */
	discard(): void {
		this.#take(this.theirs ?? this.#base);
		[this.theirs, this.problem, this.saved] = [undefined, undefined, undefined];
	}

	/** What is wrong at this place and below it. */
	faultsAt(...path: (string | number)[]): SettingsFault[] {
		return this.faults.filter((fault) => path.every((step, index) => fault.path[index] === step));
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
