import { Gauge, type Registry } from 'prom-client';

import type { Statements } from '../../database/statement.ts';
import { readLogEnd } from '../../supabase/functions/_shared/replica.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';

export type ReplicaMetricsOptions = {
	primary: string | DatabaseAddress;
	/** Without one, the metrics have no values. */
	replica: string | DatabaseAddress | undefined;
};

export type ReplicaMetrics = {
	/** Updates the metrics. Call this before each read of the registry. */
	collect(): Promise<void>;
	stop(): Promise<void>;
};

/** Milliseconds within which both databases must respond. */
const limitMs = 2_500;

/** How far the replica is behind its primary. */
export function measureReplica(
	registry: Registry,
	{ primary, replica }: ReplicaMetricsOptions,
): ReplicaMetrics {
	const registers = [registry];
	const up = new Gauge({
		name: 'feedback_replica_up',
		help: '1 while the replica answers queries as a replica.',
		registers,
	});
	const lag = new Gauge({
		name: 'feedback_replica_lag_bytes',
		help: 'WAL of the primary that the replica has not replayed.',
		registers,
	});
	if (replica === undefined) {
		for (const gauge of [up, lag]) gauge.remove();
		return { collect: () => Promise.resolve(), stop: () => Promise.resolve() };
	}
	const options = { idleSeconds: 20, connectSeconds: 2 };
	const [source, copy] = [connectDatabase(primary, options), connectDatabase(replica, options)];
	return {
		async collect() {
			// Remove a value that cannot be read, because the last value would look current.
			lag.remove();
			const scope = { until: performance.now() + limitMs };
			const end = await readLogEnd(source.within(scope)).catch(() => null);
			const bytes = await readLag(copy.within(scope), end).catch(() => undefined);
			up.set(bytes === undefined ? 0 : 1);
			if (typeof bytes === 'number') lag.set(bytes);
		},
		async stop() {
			await Promise.all([source.end(), copy.end()]);
		},
	};
}

/** Bytes between a position and what the replica has replayed; `null` for an unknown position. Rejects if it is none. */
async function readLag(sql: Statements, end: string | null): Promise<number | null> {
	const [row] = await sql<{ isReplica: boolean; bytes: number | null }[]>`
		select pg_is_in_recovery() as "isReplica",
		       greatest(0, ${end}::pg_lsn - pg_last_wal_replay_lsn())::float8 as bytes`;
	if (!row!.isReplica) throw new Error('The server is not a replica.');
	return end === null ? null : row!.bytes;
}
