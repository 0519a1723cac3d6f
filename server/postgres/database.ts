import postgres from 'postgres';

import { setPassword, withRole } from './cluster.ts';
import { applyMigrations } from './migrate.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { probePostgres } from '../supervisor/probe.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Run } from '../supervisor/supervisor.ts';

/** One run of Postgres, for the supervisor. */
export async function runPostgres(
	data: string,
	port: number,
	signal: AbortSignal,
): Promise<Run & { url: string }> {
	const running: Postgres = await startPostgres({ data, port, signal });
	const { process: child } = running;
	const ended = new Promise<string>((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
	});
	return {
		url: running.url,
		ended,
		stop: () => running.stop(),
		kill: () => void child.kill('SIGKILL'),
		probe: () => probePostgres(port),
		killHung: () => running.killAll(),
	};
}

/** Address of the database as the role `postgres`, which is what hosted Supabase hands out. */
export function ownerUrl(superuserUrl: string): string {
	return withRole(superuserUrl, 'postgres');
}

/**
 * Applies what the database lacks and gives the login roles their passwords. Resolves to what was applied.
 * Throws `OtherVersion` when what was applied before is not what the tree says now.
 */
export async function completeDatabase(superuserUrl: string, secrets: Secrets): Promise<string[]> {
	const applied = await applyMigrations(ownerUrl(superuserUrl));
	const sql = postgres(ownerUrl(superuserUrl), { max: 1, onnotice() {} });
	try {
		await setPassword(sql, 'feedback_ingest', secrets.ingest);
		await setPassword(sql, 'feedback_manage', secrets.manage);
	} finally {
		await sql.end({ timeout: 1 });
	}
	await showSessions(superuserUrl);
	return applied;
}

/**
 * Lets the service see when sessions of the embedded Auth began, since its tokens do not tell when their person
 * signed in. Those of hosted Supabase do. Call it when Auth has made its tables, and the migrations have run.
 */
export async function showSessions(superuserUrl: string): Promise<void> {
	const sql = postgres(superuserUrl, { max: 1, onnotice() {} });
	try {
		await sql.unsafe(`grant usage on schema auth to feedback_owner;
			grant select (id, user_id, created_at) on auth.sessions to feedback_owner`);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/** Addresses of the functions' two login roles. */
export function loginUrls(
	superuserUrl: string,
	secrets: Secrets,
): { ingest: string; manage: string } {
	const login = (role: string, password: string) => {
		const url = new URL(withRole(superuserUrl, role));
		url.password = password;
		return url.href;
	};
	return {
		ingest: login('feedback_ingest', secrets.ingest),
		manage: login('feedback_manage', secrets.manage),
	};
}
