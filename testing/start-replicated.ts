// A primary with a streaming replica, made from the prepared data folder of the test stacks.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import postgres from 'postgres';

import { findFreePort } from '../server/ports/ports.ts';
import { withRole } from '../server/postgres/cluster.ts';
import { writePostgresFile } from '../server/postgres/folder-owner.ts';
import { type Postgres, startPostgres } from '../server/postgres/postgres.ts';
import type { TestSql } from '../supabase/tests/harness.ts';
import { openOverTcp, sharePassword } from '../supabase/tests/open-over-tcp.ts';
import { copyPrepared } from './start-test-stack.ts';

export type Replicated = {
	/** Superuser of the primary. */
	admin: TestSql;
	/** URL of the primary for a role. */
	url(role: string): string;
	/** URL of the replica for a role. */
	replicaUrl(role: string): string;
	/** Stops the replay of the log on the replica, which stays up. */
	pauseReplay(): Promise<void>;
	resumeReplay(): Promise<void>;
	stopReplica(): Promise<void>;
	close(): Promise<void>;
};

const logins = ['postgres', 'feedback_ingest', 'feedback_manage', 'feedback_identity'];

export async function startReplicated(): Promise<Replicated> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-replicated-'));
	const [data, copy] = [join(folder, 'data'), join(folder, 'replica')];
	await copyPrepared(data);
	const cluster = join(data, 'postgres');
	// The cluster was stopped, so its copy is a base backup. As root, Postgres is another user, who owns the files.
	await promisify(execFile)('cp', ['-a', cluster, copy]);
	const primary = await startPostgres({ data: cluster, port: await findFreePort() });
	const adminUrl = await openOverTcp(primary.url);
	await sharePassword(adminUrl, logins);
	const { username, password } = new URL(adminUrl);
	const admin = postgres(adminUrl, { max: 2, onnotice() {} }) as unknown as TestSql;
	appendFileSync(
		join(cluster, 'pg_hba.conf'),
		`host replication ${username} 127.0.0.1/32 scram-sha-256\n`,
	);
	await admin`select pg_reload_conf()`;
	const replica = await startReplica(copy, {
		primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${password}`,
	});
	const isStreaming = async () => {
		const rows = await admin`select from pg_stat_replication where state = 'streaming'`;
		return rows.length > 0;
	};
	while (!(await isStreaming()));
	const replicaUrl = (role: string) => {
		const address = new URL(withRole(adminUrl, role));
		address.port = String(replica.port);
		return address.href;
	};
	const control = postgres(replicaUrl(username), { max: 1, onnotice() {} });
	return {
		admin,
		url: (role) => withRole(adminUrl, role),
		replicaUrl,
		async pauseReplay() {
			await control`select pg_wal_replay_pause()`;
			// The pause begins after the record that is being replayed.
			const readState = async () => {
				const rows = await control`select pg_get_wal_replay_pause_state() as state`;
				return rows[0]!['state'] as string;
			};
			while ((await readState()) !== 'paused');
		},
		async resumeReplay() {
			await control`select pg_wal_replay_resume()`;
		},
		async stopReplica() {
			await control.end();
			await replica.stop();
		},
		async close() {
			await Promise.all([control.end(), admin.end()]);
			await replica.stop();
			await primary.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function startReplica(data: string, settings: Record<string, string>): Promise<Postgres> {
	writePostgresFile(join(data, 'standby.signal'), '');
	return startPostgres({
		data,
		port: await findFreePort(),
		// The primary may not have read its new rules yet.
		settings: { ...settings, wal_retrieve_retry_interval: '50ms' },
	});
}
