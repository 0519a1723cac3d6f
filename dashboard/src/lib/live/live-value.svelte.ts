import { follow } from './follow.ts';

/** A value that is read again and again, by default every few seconds. */
export class LiveValue<Value> {
	/** Undefined until the first read. */
	value = $state.raw<Value>();
	/** Why the last read failed; the value stays. */
	error = $state.raw<unknown>();

	readonly #read: (signal: AbortSignal) => Promise<Value>;
	readonly #intervalMs: number;
	#reads = 0;

	constructor(read: (signal: AbortSignal) => Promise<Value>, intervalMs = 4_000) {
		this.#read = read;
		this.#intervalMs = intervalMs;
	}

	/** @returns a function that stops polling */
	follow(): () => void {
		return follow({
			intervalMs: this.#intervalMs,
			poll: (signal) => this.#poll(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	/** Reads the value now, after a change. Never rejects. */
	async refresh(): Promise<void> {
		await this.#poll(new AbortController().signal).catch((error: unknown) => (this.error = error));
	}

	async #poll(signal: AbortSignal) {
		const read = ++this.#reads;
		const value = await this.#read(signal);
		// A later read has started, so this value may be outdated.
		if (read < this.#reads) return;
		this.value = value;
		this.error = undefined;
	}
}
