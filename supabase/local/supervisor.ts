/** One run of a part that may end by itself. */
export type Run = {
	/** Resolves when the run has ended, with a few words on how. */
	ended: Promise<string>;
	stop(): Promise<void>;
	/** Ends it as a crash would (SIGKILL). */
	kill(): void;
};

export type Supervised = {
	name: string;
	state(): 'running' | 'restarting' | 'stopped';
	kill(): void;
	/** Ends the part and keeps it down until the returned function is called. */
	takeDown(): Promise<() => Promise<void>>;
	stop(): Promise<void>;
};

export type SupervisorOptions = {
	name: string;
	start: () => Promise<Run>;
	log: (line: string) => void;
	/** First wait before a restart, in milliseconds; doubles up to `longest`. */
	shortest?: number;
	longest?: number;
	/** A run this long counts as healthy: the next wait is the shortest again. */
	healthyAfter?: number;
	now?: () => number;
};

/** Starts a part and starts it again, with growing waits, whenever it ends by itself. Rejects if the first start does. */
export async function supervise(options: SupervisorOptions): Promise<Supervised> {
	const part = new Supervision(options);
	await part.begin();
	return part;
}

class Supervision implements Supervised {
	readonly name: string;
	readonly #options: Required<SupervisorOptions>;
	#run: Run | undefined;
	#state: 'running' | 'restarting' | 'stopped' = 'stopped';
	#wait: number;
	#timer: NodeJS.Timeout | undefined;
	#starting: Promise<void> | undefined;
	#wanted = false;

	constructor(options: SupervisorOptions) {
		this.#options = {
			shortest: 250,
			longest: 10_000,
			healthyAfter: 30_000,
			now: () => performance.now(),
			...options,
		};
		this.name = options.name;
		this.#wait = this.#options.shortest;
	}

	state(): 'running' | 'restarting' | 'stopped' {
		return this.#state;
	}

	kill(): void {
		this.#run?.kill();
	}

	async begin(): Promise<void> {
		this.#wanted = true;
		this.#watch(await this.#options.start());
	}

	#watch(run: Run): void {
		this.#run = run;
		this.#state = 'running';
		const since = this.#options.now();
		void run.ended.then((how) => {
			if (!this.#wanted || this.#run !== run) return;
			if (this.#options.now() - since >= this.#options.healthyAfter) {
				this.#wait = this.#options.shortest;
			}
			this.#again(`${this.name} ended (${how})`);
		});
	}

	async takeDown(): Promise<() => Promise<void>> {
		await this.stop();
		return async () => {
			if (!this.#wanted) await this.begin();
		};
	}

	async stop(): Promise<void> {
		this.#wanted = false;
		clearTimeout(this.#timer);
		await this.#starting;
		await this.#run?.stop();
		this.#state = 'stopped';
	}

	#again(what: string): void {
		const { log, longest } = this.#options;
		this.#state = 'restarting';
		log(`${what}; starting it again in ${this.#wait / 1_000} s.`);
		this.#timer = setTimeout(() => {
			this.#starting = this.#restart();
		}, this.#wait);
		this.#wait = Math.min(this.#wait * 2, longest);
	}

	async #restart(): Promise<void> {
		try {
			const run = await this.#options.start();
			this.#watch(run);
			this.#options.log(`${this.name} runs again.`);
		} catch (error) {
			const said = error instanceof Error ? error.message : String(error);
			if (this.#wanted) this.#again(`${this.name} did not start: ${said}`);
		}
	}
}
