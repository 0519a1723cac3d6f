import type { Log } from '../log/log.ts';

/** One run of a part, which may exit at any time. */
export type Run = {
	/** Resolves to a description of how the run ended, once it has ended. */
	ended: Promise<string>;
	stop(): Promise<void>;
	/** Ends it as a crash would (SIGKILL). */
	kill(): void;
	/** Resolves when the part responds. Without a probe, every running part counts as responsive. */
	probe?(): Promise<unknown>;
	/** Ends a part that hangs, with all its children; `kill` by default. */
	killHung?(): void;
};

export type PartState = 'running' | 'not answering' | 'restarting' | 'stopped';

export type Supervised = {
	name: string;
	state(): PartState;
	/** Number of restarts after unexpected exits. */
	restarts(): number;
	/** Probes the part and returns its state. */
	check(): Promise<PartState>;
	kill(): void;
	/** Ends the part and keeps it down until the returned function is called. */
	takeDown(): Promise<() => Promise<void>>;
	/**
	 * Starts another run, which replaces the present one once it has started; the present one then finishes its work.
	 * Rejects, and keeps the present one, when the other does not start.
	 */
	replace(): Promise<void>;
	stop(): Promise<void>;
};

export type SupervisorOptions = {
	name: string;
	/** Starts a run; cancels it when the signal is aborted. */
	start: (signal: AbortSignal) => Promise<Run>;
	log: Log;
	/** First wait before a restart, in milliseconds; doubles up to `longest`. */
	shortest?: number;
	longest?: number;
	/** A run of at least this length counts as healthy, and the next wait is the shortest again. */
	healthyAfter?: number;
	/** Milliseconds between two probes, and milliseconds after which a probe has failed. */
	probeEvery?: number;
	probeTimeout?: number;
	/** Number of consecutive failed probes after which a part counts as hung, and is ended and restarted. */
	probes?: number;
	now?: () => number;
};

/**
 * Starts a part, and restarts it with growing delays whenever it ends unexpectedly or hangs. Rejects if the first
 * start does.
 */
export async function supervise(options: SupervisorOptions): Promise<Supervised> {
	const part = new Supervision(options);
	await part.begin();
	return part;
}

class Supervision implements Supervised {
	readonly name: string;
	readonly #options: Required<SupervisorOptions>;
	#run: Run | undefined;
	#state: Exclude<PartState, 'not answering'> = 'stopped';
	#failed = 0;
	#restarts = 0;
	#probing: NodeJS.Timeout | undefined;
	#wait: number;
	#timer: NodeJS.Timeout | undefined;
	#starting: Promise<void> | undefined;
	#replaced: Promise<void> | undefined;
	#unwanted = new AbortController();
	#wanted = false;

	constructor(options: SupervisorOptions) {
		this.#options = {
			shortest: 250,
			longest: 10_000,
			healthyAfter: 30_000,
			probeEvery: 2_000,
			probeTimeout: 3_000,
			// On a busy machine a part responds late; a part that hangs never responds.
			probes: 5,
			now: () => performance.now(),
			...options,
		};
		this.name = options.name;
		this.#wait = this.#options.shortest;
	}

	state(): PartState {
		return this.#state === 'running' && this.#failed > 0 ? 'not answering' : this.#state;
	}

	restarts(): number {
		return this.#restarts;
	}

	async check(): Promise<PartState> {
		const run = this.#run;
		if (this.#state !== 'running' || !run?.probe) return this.state();
		const state = await checkPart(run.probe());
		return this.#state === 'running' && this.#run === run ? state : this.state();
	}

	kill(): void {
		this.#run?.kill();
	}

	async begin(): Promise<void> {
		this.#wanted = true;
		this.#unwanted = new AbortController();
		this.#watch(await this.#options.start(this.#unwanted.signal));
	}

	#watch(run: Run): void {
		this.#run = run;
		this.#state = 'running';
		this.#failed = 0;
		this.#probeLater(run);
		const since = this.#options.now();
		void run.ended.then((how) => {
			if (!this.#wanted || this.#run !== run) return;
			if (this.#options.now() - since >= this.#options.healthyAfter) {
				this.#wait = this.#options.shortest;
			}
			this.#again(`${this.name} ended (${how})`);
		});
	}

	#probeLater(run: Run): void {
		clearTimeout(this.#probing);
		if (!run.probe) return;
		this.#probing = setTimeout(() => void this.#probe(run), this.#options.probeEvery);
		this.#probing.unref();
	}

	async #probe(run: Run): Promise<void> {
		const { probeTimeout, probes, log } = this.#options;
		const answers = await isAnswered(run.probe!(), probeTimeout);
		if (!this.#wanted || this.#run !== run || this.#state !== 'running') return;
		this.#failed = answers ? 0 : this.#failed + 1;
		if (this.#failed < probes) return this.#probeLater(run);
		log(`${this.name} did not answer ${probes} times; ending it.`, 'error');
		if (run.killHung) run.killHung();
		else run.kill();
	}

	async takeDown(): Promise<() => Promise<void>> {
		await this.stop();
		return async () => {
			if (!this.#wanted) await this.begin();
		};
	}

	async replace(): Promise<void> {
		await this.#starting;
		if (!this.#wanted) return;
		const replacing = this.#replace();
		this.#starting = replacing.catch(() => undefined);
		await replacing;
	}

	async #replace(): Promise<void> {
		const before = this.#run!;
		// If it ends meanwhile, the other run is also its restart.
		this.#run = undefined;
		this.#state = 'restarting';
		clearTimeout(this.#timer);
		clearTimeout(this.#probing);
		try {
			const run = await this.#options.start(this.#unwanted.signal);
			this.#wait = this.#options.shortest;
			this.#watch(run);
			this.#replaced = before.stop();
		} catch (error) {
			// A copy, because the first `#watch` still waits for the end of this one.
			this.#watch({ ...before });
			throw error;
		}
	}

	async stop(): Promise<void> {
		this.#wanted = false;
		clearTimeout(this.#timer);
		clearTimeout(this.#probing);
		if (this.#state === 'restarting') this.#unwanted.abort();
		await this.#starting;
		await Promise.all([this.#run?.stop(), this.#replaced]);
		this.#state = 'stopped';
	}

	#again(what: string): void {
		const { log, longest } = this.#options;
		this.#state = 'restarting';
		log(`${what}; starting it again in ${this.#wait / 1_000} s.`, 'error');
		this.#timer = setTimeout(() => {
			this.#starting = this.#restart();
		}, this.#wait);
		this.#wait = Math.min(this.#wait * 2, longest);
	}

	async #restart(): Promise<void> {
		try {
			const run = await this.#options.start(this.#unwanted.signal);
			this.#watch(run);
			this.#restarts += 1;
			this.#options.log(`${this.name} runs again.`, 'warn');
		} catch (error) {
			const said = error instanceof Error ? error.message : String(error);
			if (this.#wanted) this.#again(`${this.name} did not start: ${said}`);
		}
	}
}

/** Returns the state of a part, as determined by a probe within one second. */
export async function checkPart(probe: Promise<unknown>): Promise<PartState> {
	return (await isAnswered(probe, 1_000)) ? 'running' : 'not answering';
}

async function isAnswered(probe: Promise<unknown>, milliseconds: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<false>((resolve) => {
		timer = setTimeout(resolve, milliseconds, false);
	});
	const answered = probe.then(
		() => true,
		() => false,
	);
	const answers = await Promise.race([answered, late]);
	clearTimeout(timer);
	return answers;
}
