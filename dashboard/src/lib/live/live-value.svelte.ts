import { follow } from './follow.ts';

/** A value read again every few seconds. */
export class LiveValue<Value> {
	/** Undefined until it was read for the first time. */
	value = $state.raw<Value>();
	/** Why the last look failed; the value stays. */
	error = $state.raw<unknown>();

	readonly #read: (signal: AbortSignal) => Promise<Value>;
	#looks = 0;

	constructor(read: (signal: AbortSignal) => Promise<Value>) {
		this.#read = read;
	}

	/** @returns stops following */
	follow(): () => void {
		return follow({
			every: 4_000,
			look: (signal) => this.#look(signal),
			onFailure: (error) => (this.error = error),
		});
	}

	/** Reads it now, for somebody who just changed it. Never rejects. */
	async refresh(): Promise<void> {
		await this.#look(new AbortController().signal).catch((error: unknown) => (this.error = error));
	}

	async #look(signal: AbortSignal) {
		const look = ++this.#looks;
		const value = await this.#read(signal);
		// What was asked for earlier says nothing about what was changed since.
		if (look < this.#looks) return;
		this.value = value;
		this.error = undefined;
	}
}
