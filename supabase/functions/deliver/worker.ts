import { setTimeout as wait } from 'node:timers/promises';

import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { Deliveries, Recorded } from './deliveries.ts';
import { Recorder } from './recorder.ts';

export type WorkerOptions = {
	deliveries: Deliveries;
	/** Sends one delivery. A rejection is a defect: the delivery is attempted again when its lease ends. */
	deliver(delivery: ClaimedDelivery): Promise<Attempt>;
	/** Extra work of a thorough turn, besides deliveries. */
	lookFurther?(): Promise<void>;
	/** Called after each attempt that was recorded. */
	onAttempt?(delivery: ClaimedDelivery, attempt: Attempt, recorded: Recorded | null): void;
	/** Called when the database does not respond, or when a delivery fails because of a defect. */
	onError(words: string, error: unknown): void;
	/** Requests under way at the same time, to all destinations. */
	capacity?: number;
	/** Milliseconds for which recording an attempt is retried while the database does not respond. */
	recordForMs?: number;
};

/** Minimum milliseconds between turns while nothing is due, so that a burst of wakes costs little. */
const gapMs = 50;

/**
 * Milliseconds between two distributions of new messages. Answers that arrive in the meantime share the
 * statements of one turn, which would otherwise compete with the answers for the processor; a message that
 * finds the worker idle does not wait.
 */
const distributeMs = 100;

/**
 * Milliseconds before a turn, so that one claim refills the capacity freed by several deliveries. The
 * answer whose message woke the worker has been sent by then.
 */
const joinMs = 5;

/**
 * Sends due deliveries. Several workers may run at once, here or elsewhere: the database leases each
 * delivery to one. Deliveries run concurrently, and the database leases few of each destination, so a slow
 * destination does not delay the others.
 */
export class Worker {
	readonly #options: Required<Pick<WorkerOptions, 'capacity' | 'recordForMs'>> & WorkerOptions;
	readonly #recorder: Recorder;
	readonly #underWay = new Set<Promise<void>>();
	#turns: Promise<void> | undefined;
	#wanted = false;
	#written = false;
	#distributeAt = 0;
	/** Whether a destination may have more due deliveries than it may receive at once. */
	#mayBeMore = false;
	#thorough = false;
	#draining = false;
	#furtherUnderWay = false;

	constructor(options: WorkerOptions) {
		this.#options = { capacity: 256, recordForMs: 20_000, ...options };
		this.#recorder = new Recorder(options.deliveries);
	}

	/** Sends due deliveries from now on; returns at once. `thorough` also looks for quiet responses and digests. */
	wake({ thorough = false } = {}): void {
		if (this.#draining) return;
		this.#written = true;
		this.#thorough ||= thorough;
		this.#turns ??= this.#takeTurns();
	}

	#claimSoon(): void {
		if (this.#draining) return;
		this.#wanted = true;
		this.#turns ??= this.#takeTurns();
	}

	/** Resolves when nothing is due or in progress. */
	async idle(): Promise<void> {
		while (this.#turns !== undefined || this.#underWay.size > 0) {
			await Promise.all([this.#turns, ...this.#underWay]);
		}
	}

	/** Stops claiming deliveries, and resolves when those in progress have ended. */
	async drain(): Promise<void> {
		this.#draining = true;
		await this.idle();
	}

	async #takeTurns(): Promise<void> {
		await wait(joinMs);
		while ((this.#wanted || this.#written) && !this.#draining) {
			if (!this.#wanted) await wait(Math.max(0, this.#distributeAt - performance.now()));
			this.#wanted = false;
			const claimed = await this.#takeTurn().catch((error: unknown) => {
				this.#options.onError('Deliveries could not be claimed', error);
				return 0;
			});
			await wait(claimed === 0 ? gapMs : joinMs);
		}
		// In the same step as the last check for requested wakes, so that none is lost.
		this.#turns = undefined;
	}

	async #takeTurn(): Promise<number> {
		const { deliveries } = this.#options;
		let thorough = false;
		if (this.#written && performance.now() >= this.#distributeAt) {
			thorough = this.#thorough;
			this.#written = false;
			this.#thorough = false;
			this.#distributeAt = performance.now() + distributeMs;
			// One call distributes a limited number.
			if ((await deliveries.prepare(thorough)) > 0) this.wake();
		}
		const claimed = await this.#claim();
		// Not beside the statements of this turn: an idle worker needs only one connection.
		if (thorough) this.#lookFurther();
		return claimed;
	}

	async #claim(): Promise<number> {
		const { deliveries, capacity } = this.#options;
		const free = capacity - this.#underWay.size;
		if (free === 0 || this.#draining) return 0;
		const claimed = await deliveries.claim(free);
		for (const delivery of claimed) this.#start(delivery);
		this.#mayBeMore = this.#underWay.size > 1;
		return claimed.length;
	}

	#lookFurther(): void {
		const { lookFurther, onError } = this.#options;
		if (!lookFurther || this.#furtherUnderWay) return;
		this.#furtherUnderWay = true;
		const ended = lookFurther()
			.catch((error: unknown) => onError('What is done beside deliveries has failed', error))
			.finally(() => {
				this.#furtherUnderWay = false;
				this.#underWay.delete(ended);
			});
		this.#underWay.add(ended);
	}

	#start(delivery: ClaimedDelivery): void {
		const ended = this.#deliver(delivery).finally(() => {
			this.#underWay.delete(ended);
			// There is now room for another delivery, perhaps to this destination.
			if (this.#mayBeMore) this.#claimSoon();
		});
		this.#underWay.add(ended);
	}

	async #deliver(delivery: ClaimedDelivery): Promise<void> {
		const { deliver, onAttempt, onError } = this.#options;
		try {
			const attempt = await deliver(delivery);
			onAttempt?.(delivery, attempt, await this.#record(delivery, attempt));
		} catch (error) {
			onError(`The delivery ${delivery.message.id} could not be recorded`, error);
		}
	}

	/** Retries while the database does not respond, because an attempt that is not recorded would be sent again. */
	async #record(delivery: ClaimedDelivery, attempt: Attempt): Promise<Recorded | null> {
		const { recordForMs } = this.#options;
		const until = performance.now() + recordForMs;
		for (;;) {
			try {
				return await this.#recorder.record({ delivery, attempt });
			} catch (error) {
				if (this.#draining || performance.now() > until) throw error;
				await wait(500);
			}
		}
	}
}
