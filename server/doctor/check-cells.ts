import { limits } from '@feedback/contract';

import type { Statements } from '../../database/statement.ts';
import type { Config } from '../config/config-schema.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { type Check, failed, passed } from './check.ts';

/** Milliseconds by which the clocks of two databases may differ: copies count as late otherwise. */
const longestSkewMs = 100;

type Home = { heartbeat: Date; numbers: Map<string, number>; versions: string };

type Cell = {
	number: number;
	heartbeat: Date;
	clock: Date;
	versions: string;
	moves: boolean;
	errors: number;
};

/** Checks that each cell can be used: it belongs to this home, has its migrations, and gets what home changes. */
export async function checkCells({
	url,
	cells,
	ca_file: caFile,
}: Config['database']): Promise<Check[]> {
	if (url === undefined || Object.keys(cells).length === 0) return [];
	await using cleanup = new AsyncDisposableStack();
	const connect = (address: string) => {
		const sql = connectDatabase(address, { caFile, connectSeconds: 5 });
		cleanup.defer(() => sql.end());
		return sql;
	};
	const home = connect(url);
	const checks: Check[] = [];
	for (const [name, address] of Object.entries(cells)) {
		try {
			checks.push(await checkCell(name, await readHome(home), connect(address)));
		} catch (error) {
			checks.push(
				failed(
					`cell ${name}`,
					`The cell cannot be used: ${(error as Error).message}`,
					`Check database.cells.${name}, and that its server runs. Until then, its workspaces are unavailable.`,
				),
			);
		}
	}
	return checks;
}

async function checkCell(cell: string, home: Home, sql: Statements): Promise<Check> {
	const name = `cell ${cell}`;
	const before = Date.now();
	const found = await readCell(sql);
	const after = Date.now();
	if (found.number === 0 || found.number !== home.numbers.get(cell)) {
		return failed(
			name,
			'The database is no cell of this home.',
			`Run: feedback-server cell add ${cell}`,
		);
	}
	if (found.versions !== home.versions) {
		return failed(
			name,
			'The cell has other migrations than home.',
			'Restart a server of the newest release.',
		);
	}
	const clock = found.clock.getTime();
	if (clock < before - longestSkewMs || clock > after + longestSkewMs) {
		return failed(
			name,
			`The clock of the cell differs from that of this machine by more than ${longestSkewMs} ms.`,
			'Synchronize the clocks of all machines, for example with chrony.',
		);
	}
	if (home.heartbeat.getTime() - found.heartbeat.getTime() > limits.cells.lagSeconds * 1_000) {
		return failed(
			name,
			`The cell does not get what home changes, so management there is unavailable. Its subscription has had ${found.errors} errors.`,
			'Read the log of its Postgres for “logical replication apply worker”, and free the space or remove the row that it names.',
		);
	}
	if (!found.moves) {
		return failed(
			name,
			'No workspace can move to or from the cell.',
			'As a superuser there: grant set on parameter session_replication_role to the role of the URL.',
		);
	}
	return passed(name, 'The cell has what home changes.');
}

async function readHome(sql: Statements): Promise<Home> {
	const [row] = await sql<{ heartbeat: Date; versions: string; numbers: Record<string, number> }[]>`
		select (select h.at from app.home_heartbeat h) as heartbeat,
			(select string_agg(version, ' ' order by version) from supabase_migrations.schema_migrations) as versions,
			(select jsonb_object_agg(c.name, c.number) from app.cells c) as numbers`;
	return { ...row!, numbers: new Map(Object.entries(row!.numbers)) };
}

async function readCell(sql: Statements): Promise<Cell> {
	const [row] = await sql<Cell[]>`
		select app.own_cell() as number, coalesce((select h.at from app.home_heartbeat h), '-infinity') as heartbeat,
			clock_timestamp() as clock,
			(select string_agg(version, ' ' order by version) from supabase_migrations.schema_migrations) as versions,
			has_parameter_privilege('session_replication_role', 'set') as moves,
			(select coalesce(sum(s.apply_error_count + s.sync_error_count), 0)::int from pg_stat_subscription_stats s
				join pg_subscription u on u.oid = s.subid
				where u.subdbid = (select oid from pg_database where datname = current_database())) as errors`;
	return row!;
}
