import { setTimeout as pause } from 'node:timers/promises';

import type { Statements } from '../../database/statement.ts';
import { type DatabaseClient, connectDatabase } from '../postgres/connect.ts';
import { archiveCommand } from './archive-command.ts';
import { readArchiveId } from './archive-id.ts';
import { type ArchivingState, setArchivingState } from './archiving-state.ts';
import { backUpRegularly } from './back-up-regularly.ts';
import { requireSameCluster } from './cluster-backup.ts';
import type { Log } from '../log/log.ts';
import type { BackupOptions } from './create-backup.ts';
import { listWaiting, makeSpool, shipFile } from './spool.ts';
import type { StoreOptions } from './stored-file.ts';

export type ArchivingOptions = BackupOptions & {
	/** The embedded Postgres, started with `archive_mode` on. */
	database: { kind: 'embedded'; url: string; cluster: string };
	/** Hours between two backups. WAL is useless without a backup, so the first one is made immediately. */
	everyHours: number;
	/**
	 * Seconds after which Postgres archives a segment that is not full: the most that can be lost with
	 * the machine. 60 by default.
	 */
	segmentSeconds?: number;
};

export type Archiving = {
	/**
	 * Stores the waiting files, for `maxWaitMs` (10 seconds) at most; the rest is stored after the next
	 * start. Stop Postgres first: it hands over its last segment when it stops.
	 */
	stop(maxWaitMs?: number): Promise<void>;
};

const tickMs = 1_000;
const slowTicks = 5;

/**
 * Archives the WAL of the embedded Postgres continuously, and backs it up every `everyHours`. Neither blocks the
 * service: while the destination fails, WAL waits in the cluster's folder, one line is logged, and `archivingState()`
 * reports why. Rejects with an explanation when Postgres was not started for archiving.
 *
 * @example
 * const archiving = await startArchiving({ database, destination, files, everyHours: 24, keep: 7 });
 * await archiving.stop();
 */
export async function startArchiving(options: ArchivingOptions): Promise<Archiving> {
	const { database, destination, encryptionKey, log = () => undefined } = options;
	const sql = connectDatabase(database.url);
	const stopping = new AbortController();
	const signal = options.signal
		? AbortSignal.any([options.signal, stopping.signal])
		: stopping.signal;
	const store: StoreOptions = { destination, encryptionKey, signal };
	try {
		await requireSameCluster(sql, database.cluster);
		await configure(sql, database.cluster, options.segmentSeconds ?? 60);
	} catch (error) {
		await sql.end();
		throw error;
	}
	const archive = readArchiveId(database.cluster);
	const reporter = createReporter(log);
	const running = Promise.all([
		shipAll(store, archive, options, sql, reporter),
		backUpRegularly({ ...options, signal, archive: () => Promise.resolve(archive) }),
	]);
	log(`WAL is archived to ${destination.name}/${archive}.`);
	return {
		async stop(maxWaitMs = 10_000) {
			stopping.abort(new Error('Archiving stops.'));
			await running;
			await sql.end();
			const last = { ...store, signal: AbortSignal.timeout(maxWaitMs) };
			await shipWaiting(last, archive, database.cluster, reporter.state).catch(() =>
				log('Some WAL is not archived yet; the next start continues.'),
			);
			setArchivingState(undefined);
		},
	};
}

/**
 * Ends continuous archiving, including for later starts, if the configuration no longer has backups.
 * The command of `tuneForMachine` then discards WAL: later moments cannot be restored.
 */
export async function endArchiving(url: string): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await sql`alter system reset archive_command`;
		await sql`alter system reset archive_timeout`;
		await sql`select pg_reload_conf()`;
	} finally {
		await sql.end();
	}
}

async function configure(
	sql: DatabaseClient,
	cluster: string,
	segmentSeconds: number,
): Promise<void> {
	const [row] = await sql<{ mode: string; level: string }[]>`
		select current_setting('archive_mode') as mode, current_setting('wal_level') as level`;
	if (row!.mode === 'off' || row!.level === 'minimal') {
		throw new Error(
			`Postgres runs with archive_mode ${row!.mode} and wal_level ${row!.level}: it has to be started with archive_mode on and wal_level replica.`,
		);
	}
	// Create the spool before setting the command that writes to it.
	makeSpool(cluster);
	await setSettings(sql, {
		archive_command: archiveCommand,
		archive_timeout: String(segmentSeconds),
	});
}

async function setSettings(sql: DatabaseClient, settings: Record<string, string>): Promise<void> {
	for (const [name, value] of Object.entries(settings)) {
		// The values of `alter system` cannot be parameters.
		await sql.script(`alter system set ${name} = '${value.replaceAll("'", "''")}'`);
	}
	await sql`select pg_reload_conf()`;
}

type Reporter = {
	state: ArchivingState;
	/** Sets or clears one of the problems, and logs when the sentence changes. */
	report(kind: 'postgres' | 'destination', problem: string | undefined): void;
};

function createReporter(log: Log): Reporter {
	const state: ArchivingState = {
		lastStored: undefined,
		waiting: { segments: 0, bytes: 0 },
		postgresFailures: 0,
		destinationFailures: 0,
		problem: undefined,
	};
	setArchivingState(state);
	const problems = new Map<string, string>();
	return {
		state,
		report(kind, problem) {
			if (problem) problems.set(kind, problem);
			else problems.delete(kind);
			const first = [...problems.values()][0];
			if (first === state.problem) return;
			if (first) log(first, 'error');
			else log('WAL is archived again.');
			state.problem = first;
		},
	};
}

async function shipAll(
	store: StoreOptions,
	archive: string,
	{ database: { cluster } }: ArchivingOptions,
	sql: Statements,
	reporter: Reporter,
): Promise<void> {
	const { state, report } = reporter;
	const wakeAfterStart = createWaker(sql);
	for (let tick = 0; !store.signal!.aborted; tick++) {
		try {
			makeSpool(cluster);
			await shipWaiting(store, archive, cluster, state);
			report('destination', undefined);
		} catch (error) {
			if (store.signal!.aborted) return;
			state.destinationFailures++;
			await countWaiting(cluster, state);
			const { message } = error as Error;
			report('destination', `WAL is not archived: ${message}`);
		}
		await countWaiting(cluster, state);
		if (tick % slowTicks === 0) {
			await checkPostgres(sql, reporter);
			await wakeAfterStart();
		}
		await pause(tickMs, undefined, { signal: store.signal }).catch(() => undefined);
	}
}

async function shipWaiting(
	store: StoreOptions,
	archive: string,
	cluster: string,
	state: ArchivingState,
): Promise<void> {
	for (const file of await listWaiting(cluster)) {
		store.signal?.throwIfAborted();
		await shipFile(store, archive, file);
		state.lastStored = { segment: file.name, at: new Date() };
	}
}

async function countWaiting(cluster: string, state: ArchivingState): Promise<void> {
	const waiting = await listWaiting(cluster).catch(() => []);
	state.waiting = {
		segments: waiting.length,
		bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
	};
}

// Postgres retries failed archiving forever, and reports it only in this view and in its log.
async function checkPostgres(sql: Statements, { state, report }: Reporter): Promise<void> {
	let row;
	try {
		[row] = await sql<{ failures: string; fails: boolean; segment: string | null }[]>`
			select failed_count as failures, last_failed_wal as segment,
				coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as fails
			from pg_stat_archiver`;
	} catch {
		return; // The database is down, which its supervisor reports.
	}
	state.postgresFailures = Number(row!.failures);
	const hint = 'Is the disk full? Its log says more.';
	report(
		'postgres',
		row!.fails
			? `Postgres could not hand over the WAL segment ${row!.segment}. ${hint}`
			: undefined,
	);
}

/**
 * After a crash, the Postgres process in charge of `archive_timeout` sleeps until the next checkpoint: it
 * went to sleep during recovery, when there was nothing to archive. Reading the settings again wakes it.
 */
function createWaker(sql: Statements): () => Promise<void> {
	let known: string | undefined;
	return async () => {
		try {
			const [row] = await sql<{ started: string }[]>`
				select pg_postmaster_start_time()::text as started`;
			if (row!.started === known) return;
			await sql`select pg_reload_conf()`;
			known = row!.started;
		} catch {
			// The database is down: retry later.
		}
	};
}
