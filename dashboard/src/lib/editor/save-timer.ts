const quietMs = 700;
const maxWaitMs = 4_000;
const maxBackoffMs = 30_000;

/** Decides when to save: after a pause in typing, but with a maximum delay; after failures, with growing delays. */
export class SaveTimer {
	readonly #save: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#unsavedSince: number | undefined;
	#failures = 0;

	constructor(save: () => void) {
		this.#save = save;
	}

	changed(): void {
		this.#unsavedSince ??= Date.now();
		const isLate = Date.now() - this.#unsavedSince > maxWaitMs;
		this.#wait(isLate ? 0 : quietMs);
	}

	succeeded(): void {
		[this.#failures, this.#unsavedSince] = [0, undefined];
	}

	failed(): void {
		this.#failures += 1;
		this.#wait(Math.min(1_000 * 2 ** this.#failures, maxBackoffMs));
	}

	sendNow(): void {
		this.#wait(0);
	}

	stop(): void {
		clearTimeout(this.#timer);
	}

	/** Nothing is left to save. */
	reset(): void {
		this.stop();
		this.#unsavedSince = undefined;
	}

	#wait(ms: number) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.#save, ms);
	}
}
