import { LiveValue } from '#lib/live/live-value.svelte.ts';
import { Attempt } from '#lib/ui/attempt.svelte.ts';

/** The keys of a site, with their last use, kept up to date. */
export class KeyList<Key, NewKey> {
	/** The key that was just created, with its secret, until the person dismisses it. */
	created = $state.raw<NewKey>();
	readonly change = new Attempt();
	readonly #live: LiveValue<Key[]>;

	constructor(read: (signal: AbortSignal) => Promise<{ items: Key[] }>) {
		this.#live = new LiveValue(async (signal) => (await read(signal)).items);
	}

	/** Undefined until the first read. */
	get items(): Key[] | undefined {
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

	/** Changes a key, and reads the list again. Resolves to whether it succeeded. */
	protected async run(action: () => Promise<unknown>): Promise<boolean> {
		const isDone = await this.change.run(action);
		await this.refresh();
		return isDone;
	}
}
