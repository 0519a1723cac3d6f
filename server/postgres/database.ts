import type { Settings } from './data-directory.ts';
import { setPassword, withRole } from './cluster.ts';
import { connectDatabase } from './connect.ts';
import { type DatabaseAddress, readDatabaseAddress } from './database-address.ts';
import { type MigrateOptions, applyMigrations } from './migrate.ts';
import { openLogFile } from './log-file.ts';
import { startPostgres } from './postgres.ts';
import { probePostgres } from '../supervisor/probe.ts';
import type { Secrets } from '../data/secrets.ts';
import type { Run } from '../supervisor/supervisor.ts';

export type RunPostgresOptions = {
	/** Folder of the cluster. */
	data: string;
	port: number;
	/** Folder of its log files. */
	logs: string;
	/** Settings besides the defaults, such as those of `tuneForMachine`. */
	configuration?: Settings;
	signal: AbortSignal;
};

/** One run of Postgres, for the supervisor. */
export async function runPostgres({
	logs,
	...options
}: RunPostgresOptions): Promise<Run & { url: string }> {
	const log = openLogFile(logs, 'postgres.log');
	const running = await startPostgres({ ...options, onLine: log.write }).catch((error: unknown) => {
		log.close();
		throw error;
	});
	const { process: child } = running;
	const ended = new Promise<string>((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`));
	});
	void ended.then(() => log.close());
	return {
		url: running.url,
		ended,
		stop: () => running.stop(),
		kill: () => void child.kill('SIGKILL'),
		probe: () => probePostgres(options.port),
		killHung: () => running.killAll(),
	};
}

/** Address of the embedded database as its owner, the role `postgres`. */
export function ownerUrl(port: number, password: string): string {
	return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

/**
 * Applies the migrations that the database lacks and gives the login roles their passwords; `url` is that
 * of its owner. Resolves to the applied migrations. Throws `OtherVersion` when an earlier migration differs
 * from the tree's.
 */
export async function completeDatabase(
	url: string,
	secrets: Pick<Secrets, 'ingest' | 'manage' | 'identity'>,
	options: MigrateOptions = {},
): Promise<string[]> {
	const applied = await applyMigrations(url, options);
	const sql = connectDatabase(url);
	try {
		await setPassword(sql, 'feedback_ingest', secrets.ingest);
		await setPassword(sql, 'feedback_manage', secrets.manage);
		await setPassword(sql, 'feedback_identity', secrets.identity);
	} finally {
		await sql.end();
	}
	return applied;
}

/**
 * Lets the service see when sessions of the stand-in for Supabase Auth began, since its tokens, unlike those of hosted
 * Supabase, do not contain the time of sign-in, and the role that migrates do what it may on hosted Supabase. Call it
 * after Auth has created its tables and the migrations have run.
 */
export async function showSessions(superuserUrl: string): Promise<void> {
	const sql = connectDatabase(superuserUrl);
	try {
		await sql.script(`grant usage on schema auth to feedback_owner;
			grant select (id, user_id, created_at) on auth.sessions to feedback_owner;
			do $$ declare
				v_role regrole := (select nspowner from pg_namespace where nspname = 'hosted_auth');
			begin
				execute format('grant usage on schema auth to %s', v_role);
				execute format('grant select, delete on auth.users, auth.sessions to %s', v_role);
			end $$`);
	} finally {
		await sql.end();
	}
}

/** A streaming replica of the database: its URL as any role, and the same URL parsed with the configured authorities. */
export type Replica = { url: string; address: DatabaseAddress };

export type LoginSettings = {
	FEEDBACK_INGEST_URL: string;
	FEEDBACK_MANAGE_URL: string;
	/** Certificates of the authority, where the owner's address names some. */
	FEEDBACK_DATABASE_CA?: string;
};

/**
 * Returns the settings with which the functions connect as their two login roles, given the owner's
 * address. Throws when it leads to a Unix socket: the functions connect over TCP.
 */
export function loginSettings(
	url: string,
	secrets: Pick<Secrets, 'ingest' | 'manage'>,
	caFile?: string,
): LoginSettings {
	const address = readDatabaseAddress(url, caFile);
	const { tls } = address;
	return {
		FEEDBACK_INGEST_URL: loginUrl(url, address, 'feedback_ingest', secrets.ingest),
		FEEDBACK_MANAGE_URL: loginUrl(url, address, 'feedback_manage', secrets.manage),
		...(tls && tls.ca !== undefined && { FEEDBACK_DATABASE_CA: tls.ca }),
	};
}

/** Returns the setting with which the functions read from a replica; its roles are those of its primary. */
export function replicaSettings(
	{ url, address }: Replica,
	{ manage }: Pick<Secrets, 'manage'>,
): { FEEDBACK_REPLICA_URL: string } {
	return { FEEDBACK_REPLICA_URL: loginUrl(url, address, 'feedback_manage', manage) };
}

function loginUrl(
	url: string,
	{ host, tls }: DatabaseAddress,
	role: string,
	password: string,
): string {
	if (host.startsWith('/')) {
		throw new Error(
			'The database address is that of a Unix socket. The functions connect over TCP: write a host and a port.',
		);
	}
	const login = new URL(withRole(url, role));
	login.password = password;
	login.search = `?sslmode=${tls ? 'verify-full' : 'disable'}`;
	return login.href;
}
