// Home and two cells: three databases of one Postgres, joined by logical replication.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';

import type { Config } from '../server/config/config-schema.ts';
import { findFreePort } from '../server/ports/ports.ts';
import { isCopied, joinCell } from '../server/postgres/cells/join-cell.ts';
import { publishHome } from '../server/postgres/cells/publish-home.ts';
import { prepareCluster, withRole } from '../server/postgres/cluster.ts';
import { connectDatabase } from '../server/postgres/connect.ts';
import { maintain } from '../server/postgres/maintain.ts';
import { applyMigrations } from '../server/postgres/migrate.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import type { TestSql } from '../supabase/tests/harness.ts';
import { openOverTcp, sharePassword } from '../supabase/tests/open-over-tcp.ts';

export type TestCell = {
	/** Superuser. */
	admin: TestSql;
	url(role: string): string;
	/** Stops or continues the cell's subscription. */
	setCopying(enabled: boolean): Promise<void>;
};

export type TestCells = {
	home: Omit<TestCell, 'setCopying'>;
	cells: { one: TestCell; two: TestCell };
	/** Creates another migrated database, which is no cell. */
	create(name: string): Promise<Pick<TestCell, 'admin' | 'url'>>;
	close(): Promise<void>;
};

const template = 'prepared';
const logins = ['postgres', 'feedback_ingest', 'feedback_manage', 'feedback_identity'];

export async function startCells(): Promise<TestCells> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-cells-'));
	const running = await startPostgres({
		data: join(folder, 'data'),
		port: await findFreePort(),
		settings: {
			fsync: 'off',
			wal_level: 'logical',
			max_connections: 200,
			// For the three cells of one server.
			max_worker_processes: 24,
			max_logical_replication_workers: 16,
		},
	});
	const root = await openOverTcp(running.url);
	await prepareTemplate(root);
	const server = postgres(root, { max: 1, onnotice() {} });
	const opened: TestSql[] = [];
	const open = async (name: string) => {
		await server.unsafe(
			`create database ${name} template ${template} owner postgres strategy file_copy`,
		);
		const url = (role: string) => withRole(root, role, name);
		const admin = postgres(url(new URL(root).username), {
			max: 2,
			onnotice() {},
		}) as unknown as TestSql;
		opened.push(admin);
		return { name, admin, url };
	};
	const home = await open('home');
	// As the owner, who is no superuser.
	const homeConnection = home.url('postgres');
	const addCell = async (name: string, number: number): Promise<TestCell> => {
		const cell = await open(name);
		const [from, to] = [
			connectDatabase(home.url('postgres')),
			connectDatabase(cell.url('postgres')),
		];
		await publishHome(from);
		await joinCell({ home: from, cell: to, homeConnection }, { number, name });
		while (!(await isCopied(to)));
		await Promise.all([from.end(), to.end()]);
		return {
			...cell,
			async setCopying(enabled) {
				await cell.admin.unsafe(
					`alter subscription feedback_home ${enabled ? 'enable' : 'disable'}`,
				);
			},
		};
	};
	const cells = { one: await addCell('one', 1), two: await addCell('two', 2) };
	return {
		home,
		cells,
		create: open,
		async close() {
			await Promise.all(opened.map((sql) => sql.end({ timeout: 5 })));
			await server.end();
			await running.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function prepareTemplate(root: string): Promise<void> {
	const { password, username } = new URL(root);
	await prepareCluster(root, password);
	const server = postgres(root, { max: 1, onnotice() {} });
	await server.unsafe(`create database ${template} owner postgres`);
	await server.end();
	await prepareCluster(withRole(root, username, template), password);
	await applyMigrations(withRole(root, 'postgres', template));
	await sharePassword(root, logins);
	const sql = connectDatabase(withRole(root, username, template));
	await maintain(sql);
	await sql.end();
}

/** The part of the server's configuration that names these databases. */
export function configureCells({ home, cells }: TestCells): Pick<Config, 'database'> {
	const urls = { one: cells.one.url('postgres'), two: cells.two.url('postgres') };
	return { database: { url: home.url('postgres'), cells: urls, pooled: false, pool_size: 8 } };
}
