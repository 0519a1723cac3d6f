import type { Database } from '../../../database/database.ts';
import { toWellFormed } from '../_shared/well-formed.ts';
import { asWorker } from './as-worker.ts';
import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

/** The worker's calls to the database. */
export type Deliveries = {
	/** Creates the deliveries of new messages; `thorough` also closes quiet responses and starts digests. */
	prepare(thorough: boolean): Promise<number>;
	/** Leases deliveries that are due. */
	claim(most: number): Promise<ClaimedDelivery[]>;
	/** Acknowledges deliveries, or schedules their next attempts; all or none. */
	record(ended: readonly EndedDelivery[]): Promise<(Recorded | null)[]>;
};

export type EndedDelivery = { delivery: ClaimedDelivery; attempt: Attempt };

export type Recorded = { state: string; next_at: string; paused: boolean };

/** @param clock milliseconds since 1970; if omitted, the database's clock is used */
export function createDeliveries(sql: Database, clock?: () => number): Deliveries {
	const now = () => (clock ? new Date(clock()) : null);
	return {
		async prepare(thorough) {
			const [row] = await asWorker(sql, (tx) =>
				thorough
					? tx<{ messages: number }[]>`
						select app.prepare_deliveries(coalesce(${now()}, clock_timestamp())) as messages`
					: tx<{ messages: number }[]>`
						select app.distribute_messages(coalesce(${now()}, clock_timestamp())) as messages`,
			);
			return row!.messages;
		},
		async claim(most) {
			const rows = await asWorker(
				sql,
				(tx) => tx<{ claimed: ClaimedDelivery }[]>`
					select claimed from app.claim_deliveries(${most}, coalesce(${now()}, clock_timestamp())) claimed`,
			);
			return rows.map(({ claimed }) => claimed);
		},
		async record(ended) {
			const rows = await asWorker(
				sql,
				(tx) => tx<{ recorded: Recorded | null }[]>`
					select recorded from app.record_attempts(${tx.json(ended.map(describe))},
						coalesce(${now()}, clock_timestamp())) recorded`,
			);
			return rows.map(({ recorded }) => recorded);
		},
	};
}

function describe({ delivery, attempt }: EndedDelivery) {
	const { site, destination, message, lease, attempt: number } = delivery;
	const { retryAfterSeconds, sentTo, stops = false, issue = null, ...logged } = attempt;
	const error = attempt.error === null ? null : toWellFormed(attempt.error);
	return {
		site: site.id,
		destination: destination.id,
		message: message.id,
		lease,
		attempt: {
			...logged,
			error,
			number,
			retry_after: retryAfterSeconds,
			sent_to: sentTo,
			stops,
			issue,
		},
	};
}
