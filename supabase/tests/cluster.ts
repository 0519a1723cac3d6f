// Starts one Postgres for the whole run, with a migrated database that every test file clones.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import type { TestProject } from 'vitest/node';

import { prepareCluster, withRole } from '../../server/postgres/cluster.ts';
import { pushMigrations } from '../../server/deploy/supabase-cli.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { openOverTcp, sharePassword } from './open-over-tcp.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** URL of the superuser. */
		cluster: string;
		/** Port of PgBouncer in transaction mode; undefined where it is not installed. */
		pooler: number | undefined;
	}
}

export const template = 'feedback_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-database-'));
	const running = await startPostgres({
		data: join(folder, 'data'),
		port: await findFreePort(),
		settings: { fsync: 'off', max_connections: 200 },
	});
	const url = await openOverTcp(running.url);
	const { password } = new URL(url);
	await prepareCluster(url, password);
	const admin = postgres(url, { max: 1, onnotice: () => undefined });
	await admin.unsafe(`create database ${template} owner postgres`);
	await prepareCluster(withRole(url, 'supabase_admin', template), password);
	await pushMigrations(withRole(url, 'postgres', template));
	await sharePassword(url, ['feedback_ingest', 'feedback_manage', 'feedback_identity']);
	await admin.end();
	const pooler = await startPooler(folder, {
		upstream: running.port,
		password,
		port: await findFreePort(),
	});
	project.provide('cluster', url);
	project.provide('pooler', pooler?.port);
	return async () => {
		await pooler?.stop();
		await running.stop();
		rmSync(folder, { recursive: true, force: true });
	};
}
