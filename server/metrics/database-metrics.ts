import { Counter, Gauge, type Registry } from 'prom-client';

import type { Statements } from '../../database/statement.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';
import { connectDatabase } from '../postgres/connect.ts';

export type DatabaseMetricsOptions = {
	/** Address of the database as a role that may read `pg_stat_archiver` and list partitions: the owner. */
	address: string | DatabaseAddress;
	/** When maintenance last ended without an error; `undefined` before. */
	lastMaintained(): Date | undefined;
};

export type DatabaseMetrics = {
	/** Updates the metrics. Call this before each read of the registry. */
	collect(): Promise<void>;
	stop(): Promise<void>;
};

type State = {
	ahead: number;
	overdue: number;
	size: number;
	archived: number;
	failures: number;
	lag: number;
	waiting: number;
	paused: Record<string, number>;
};

const daySeconds = 86_400;
/** Milliseconds within which the database must respond. */
const limitMs = 2_000;

/** Retention, partitions, size, WAL archiving and deliveries of the database. */
export function measureDatabase(
	registry: Registry,
	{ address, lastMaintained }: DatabaseMetricsOptions,
): DatabaseMetrics {
	const sql = connectDatabase(address, { idleSeconds: 20, connectSeconds: 2 });
	const registers = [registry];
	const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
	const answers = gauge('feedback_database_up', '1 while the database answers queries.');
	const maintained = gauge(
		'feedback_maintenance_last_success_timestamp_seconds',
		'When maintenance last ended without an error, in seconds since 1970; 0 before.',
	);
	const ahead = gauge(
		'feedback_partitions_ahead_seconds',
		'Time after today for which there are partitions already. Below 0, events are refused.',
	);
	const overdue = gauge(
		'feedback_retention_overdue_seconds',
		'Time by which the oldest partition is past the retention period; 0 when there is none.',
	);
	const size = gauge('feedback_database_size_bytes', 'Size of the database.');
	const archived = new Counter({
		name: 'feedback_wal_archived_total',
		help: 'WAL files that were archived.',
		registers,
	});
	const failures = new Counter({
		name: 'feedback_wal_archive_failures_total',
		help: 'Attempts to archive a WAL file that failed.',
		registers,
	});

	const lag = gauge(
		'feedback_delivery_lag_seconds',
		'Time for which the message that has waited longest could have been sent; 0 when none waits for the worker.',
	);
	const waiting = gauge(
		'feedback_deliveries_waiting',
		'Deliveries that have neither arrived nor been given up, also those of paused destinations.',
	);
	const paused = new Gauge({
		name: 'feedback_destinations_paused',
		help: 'Destinations that are paused, by a person or because they failed or are gone.',
		labelNames: ['cause'],
		registers,
	});

	async function read(): Promise<State | undefined> {
		// Two limits: one for the server, because it would continue a statement after its connection is closed, and one
		// for the network.
		const scope = { until: performance.now() + limitMs + 500 };
		const query = (tx: Statements) => tx<State[]>`
			with days as (
				select d.day - (now() at time zone 'UTC')::date as from_today from app.list_days() d
				where d.day is not null
			),
			database as (
				select coalesce(max(from_today), -1)::int as ahead,
				greatest(0, -min(from_today) - (select event_days from app.instance_settings) - 1)::int as overdue,
				pg_database_size(current_database())::float8 as size,
				(select archived_count from pg_stat_archiver)::float8 as archived,
				(select failed_count from pg_stat_archiver)::float8 as failures
				from days
			)
			select b.*, m.lag, m.waiting::float8 as waiting, m.paused
			from database b cross join app.measure_deliveries() m`;
		try {
			const [state] = await sql.within(scope).begin('read only', async (tx) => {
				await tx`select set_config('statement_timeout', ${String(limitMs)}, true)`;
				return query(tx);
			});
			return state;
		} catch {
			return undefined;
		}
	}

	return {
		async collect() {
			maintained.set((lastMaintained()?.getTime() ?? 0) / 1_000);
			const state = await read();
			answers.set(state ? 1 : 0);
			// Remove values that cannot be read, because the last values would look current.
			for (const one of [ahead, overdue, size, lag, waiting]) one.remove();
			paused.reset();
			for (const one of [archived, failures]) one.reset();
			if (!state) return;
			ahead.set(state.ahead * daySeconds);
			overdue.set(state.overdue * daySeconds);
			size.set(state.size);
			archived.inc(state.archived);
			failures.inc(state.failures);
			lag.set(state.lag);
			waiting.set(state.waiting);
			for (const [cause, count] of Object.entries(state.paused)) paused.set({ cause }, count);
		},
		stop: () => sql.end(),
	};
}
