import { Gauge, type Registry } from 'prom-client';

import type { Statements } from '../../database/statement.ts';
import type { Cell } from '../postgres/cells/cell.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { DatabaseAddress } from '../postgres/database-address.ts';

export type CellMetricsOptions = {
	home: string | DatabaseAddress;
	/** Without any, the metrics have no values. */
	cells: readonly Pick<Cell, 'name' | 'address'>[];
};

export type CellMetrics = {
	/** Updates the metrics. Call this before each read of the registry. */
	collect(): Promise<void>;
	stop(): Promise<void>;
};

/** Milliseconds within which each database must respond. */
const limitMs = 2_500;

/** Whether each cell answers, how late it has what home changes, and how many workspaces each database has. */
export function measureCells(registry: Registry, { home, cells }: CellMetricsOptions): CellMetrics {
	const gauge = (name: string, help: string) =>
		new Gauge({ name, help, labelNames: ['cell'], registers: [registry] });
	const up = gauge('feedback_cell_up', '1 while the cell answers queries.');
	const lag = gauge('feedback_cell_lag_seconds', 'Age of the newest change of home in the cell.');
	const errors = gauge(
		'feedback_cell_apply_errors',
		'Errors of the cell while it applied changes of home.',
	);
	const workspaces = gauge('feedback_cell_workspaces', 'Workspaces of the database.');
	if (cells.length === 0)
		return { collect: () => Promise.resolve(), stop: () => Promise.resolve() };
	const options = { idleSeconds: 20, connectSeconds: 2 };
	const directory = connectDatabase(home, options);
	const opened = cells.map(({ name, address }) => ({
		name,
		sql: connectDatabase(address, options),
	}));
	return {
		async collect() {
			// Remove values that cannot be read, because the last ones would look current.
			for (const each of [lag, errors, workspaces]) each.reset();
			const scope = { until: performance.now() + limitMs };
			const collectCell = async ({ name, sql }: (typeof opened)[number]) => {
				const found = await readCell(sql.within(scope)).catch(() => undefined);
				up.set({ cell: name }, found ? 1 : 0);
				if (!found) return;
				if (found.lag !== null) lag.set({ cell: name }, found.lag);
				errors.set({ cell: name }, found.errors);
			};
			const counted = countWorkspaces(directory.within(scope)).catch(() => []);
			await Promise.all(opened.map(collectCell));
			for (const { name, count } of await counted) workspaces.set({ cell: name }, count);
		},
		async stop() {
			await Promise.all([directory, ...opened.map(({ sql }) => sql)].map((sql) => sql.end()));
		},
	};
}

async function readCell(sql: Statements): Promise<{ lag: number | null; errors: number }> {
	const [row] = await sql<{ lag: number | null; errors: number }[]>`
		select nullif(extract(epoch from app.copies_lag())::float8, 'infinity') as lag,
			(select coalesce(sum(s.apply_error_count + s.sync_error_count), 0)::float8 from pg_stat_subscription_stats s
				join pg_subscription u on u.oid = s.subid
				where u.subdbid = (select oid from pg_database where datname = current_database())) as errors`;
	return row!;
}

async function countWorkspaces(sql: Statements): Promise<{ name: string; count: number }[]> {
	return sql<{ name: string; count: number }[]>`
		select c.name, count(w.id)::float8 as count
		from app.cells c left join app.placed_workspaces w on w.cell = c.number group by c.name`;
}
