export type WorkQueueLimits = {
	/** Tasks that run at once. */
	atOnce: number;
	/** Tasks that may wait. */
	waiting: number;
};

/** Runs few tasks at once and lets some wait, in their order. */
export class WorkQueue {
	readonly #limits: WorkQueueLimits;
	readonly #waiting: (() => void)[] = [];
	#running = 0;

	constructor(limits: WorkQueueLimits) {
		this.#limits = limits;
	}

	/** Runs a task once it is its turn; undefined, without running it, when too many wait already. */
	run<Result>(task: () => Promise<Result>): Promise<Result> | undefined {
		if (this.#running < this.#limits.atOnce) return this.#start(task);
		if (this.#waiting.length >= this.#limits.waiting) return undefined;
		return new Promise<void>((resolve) => this.#waiting.push(resolve)).then(() =>
			this.#start(task),
		);
	}

	async #start<Result>(task: () => Promise<Result>): Promise<Result> {
		this.#running++;
		try {
			return await task();
		} finally {
			this.#running--;
			this.#waiting.shift()?.();
		}
	}
}
