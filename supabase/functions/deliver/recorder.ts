import { setTimeout as wait } from 'node:timers/promises';

import type { Deliveries, EndedDelivery, Recorded } from './deliveries.ts';

/** Deliveries that end within this many milliseconds are recorded together. */
const joinMs = 20;

type Waiting = EndedDelivery & {
	resolve(recorded: Recorded | null): void;
	reject(error: unknown): void;
};

/** Records deliveries that end at about the same time in one transaction, because each commit waits for the disk. */
export class Recorder {
	readonly #deliveries: Pick<Deliveries, 'record'>;
	#waiting: Waiting[] = [];

	constructor(deliveries: Pick<Deliveries, 'record'>) {
		this.#deliveries = deliveries;
	}

	/** Rejects when the database does not respond, or refuses this delivery. */
	record(ended: EndedDelivery): Promise<Recorded | null> {
		return new Promise((resolve, reject) => {
			this.#waiting.push({ ...ended, resolve, reject });
			if (this.#waiting.length === 1) void this.#recordSoon();
		});
	}

	async #recordSoon(): Promise<void> {
		await wait(joinMs);
		const together = this.#waiting;
		this.#waiting = [];
		try {
			const recorded = await this.#deliveries.record(together);
			for (const [at, { resolve }] of together.entries()) resolve(recorded[at] ?? null);
		} catch (error) {
			// A refused delivery must not prevent the others from being recorded.
			if (together.length === 1) together[0]!.reject(error);
			else await Promise.all(together.map((one) => this.#recordAlone(one)));
		}
	}

	async #recordAlone({ resolve, reject, ...ended }: Waiting): Promise<void> {
		try {
			const [recorded] = await this.#deliveries.record([ended]);
			resolve(recorded ?? null);
		} catch (error) {
			reject(error);
		}
	}
}
