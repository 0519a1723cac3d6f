const quietMilliseconds = 700;
const longestQuiet = 4_000;
const longestPause = 30_000;

/** When what is typed is sent: a moment after the last key, though not too late; after a failure later and later. */
export class SendClock {
	readonly #send: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#unsentSince: number | undefined;
	#failures = 0;

	constructor(send: () => void) {
		this.#send = send;
	}

	/** Something was typed. */
	typed(): void {
		this.#unsentSince ??= Date.now();
		const isLate = Date.now() - this.#unsentSince > longestQuiet;
		this.#wait(isLate ? 0 : quietMilliseconds);
	}

	/** What was sent has arrived. */
	sent(): void {
		[this.#failures, this.#unsentSince] = [0, undefined];
	}

	failed(): void {
		this.#failures += 1;
		this.#wait(Math.min(1_000 * 2 ** this.#failures, longestPause));
	}

	sendNow(): void {
		this.#wait(0);
	}

	stop(): void {
		clearTimeout(this.#timer);
	}

	/** Nothing is left to send. */
	rest(): void {
		this.stop();
		this.#unsentSince = undefined;
	}

	#wait(milliseconds: number) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(this.#send, milliseconds);
	}
}
