import type { Database } from '../_shared/pool.ts';
import { asWorker } from './as-worker.ts';
import type { Attempt } from './attempt.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

/** What a worker asks of the database. */
export type Deliveries = {
	/** Creates the deliveries of new messages; `thorough` also closes quiet responses and starts digests. */
	prepare(thorough: boolean): Promise<number>;
	/** Leases deliveries that are due. */
	claim(most: number): Promise<ClaimedDelivery[]>;
	/** Acknowledges a delivery, or says when it is attempted again. */
	record(delivery: ClaimedDelivery, attempt: Attempt): Promise<Recorded | null>;
};

export type Recorded = { state: string; next_at: string; paused: boolean };

/** @param clock milliseconds since 1970; left out, the database's clock decides */
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
		async record({ site, destination, message, lease, attempt: number }, attempt) {
			const { retryAfterSeconds, sentTo, ...logged } = attempt;
			const [row] = await asWorker(
				sql,
				(tx) => tx<{ recorded: Recorded | null }[]>`
					select app.record_attempt(${site.id}, ${destination.id}, ${message.id}, ${lease},
						${tx.json({ ...logged, number, retry_after: retryAfterSeconds, sent_to: sentTo })},
						coalesce(${now()}, clock_timestamp())) as recorded`,
			);
			return row!.recorded;
		},
	};
}
