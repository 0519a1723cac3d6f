import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import type { Statements } from '../../database/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { archiveCommand } from './archive-command.ts';
import { archiveIdFile, readArchiveId, readDumpArchive } from './archive-id.ts';
import { archivingState } from './archiving-state.ts';
import type { BackupOptions } from './create-backup.ts';
import type { ExternalDatabase } from './database-source.ts';
import { findDump, requireAllRows } from './dump.ts';
import { listBackups } from './list-backups.ts';
import { readOutput } from './program-output.ts';
import { readStoredFile, storeFile, suffix } from './stored-file.ts';

/** The outcome of one check, for `doctor`. */
export type Check = {
	name: string;
	ok: boolean;
	/** The finding, as a sentence. */
	message: string;
	/** A sentence: what to do. */
	fix?: string;
};

export type CheckBackupOptions = Pick<
	BackupOptions,
	'database' | 'destination' | 'encryptionKey' | 'signal'
> & {
	/** Maximum age of the newest backup, in hours. */
	maxAgeHours: number;
};

/**
 * Checks that backups can be made and are being made: the destination, the newest backup, archiving, and for an
 * external database the role and the programs. Changes nothing, except that it writes one small file and deletes it. A
 * failed check does not stop the others.
 */
export async function checkBackup(options: CheckBackupOptions): Promise<Check[]> {
	const checks = [await checkDestination(options)];
	if (checks[0]!.ok) checks.push(await checkNewest(options));
	const { url, caFile }: ExternalDatabase = options.database;
	const sql = connectDatabase(url, { caFile });
	try {
		checks.push(
			...(options.database.kind === 'embedded'
				? [await attempt('archiving', () => checkArchiving(sql))]
				: await checkExternal(sql)),
		);
	} finally {
		await sql.end();
	}
	return checks;
}

async function attempt(
	name: string,
	run: () => Promise<Omit<Check, 'name'> | string>,
	fix?: string,
): Promise<Check> {
	try {
		const outcome = await run();
		return typeof outcome === 'string'
			? { name, ok: true, message: outcome }
			: { name, ...outcome };
	} catch (error) {
		return { name, ok: false, message: (error as Error).message, ...(fix && { fix }) };
	}
}

function checkDestination(options: CheckBackupOptions): Promise<Check> {
	const { destination, encryptionKey, signal } = options;
	const store = { destination, encryptionKey, signal };
	const key = `check-${randomUUID()}${suffix(encryptionKey)}`;
	const run = async () => {
		try {
			await storeFile(store, key, Readable.from(['check']));
			const found = await text(await readStoredFile(store, key));
			if (found !== 'check') throw new Error(`${destination.name} returned another content.`);
		} finally {
			await destination.delete([key]);
		}
		return `${destination.name} takes ${encryptionKey ? 'encrypted' : 'unencrypted'} files.`;
	};
	return attempt(
		'backup destination',
		run,
		'Check the address, the credentials and the rights to write, read, list and delete.',
	);
}

function checkNewest(options: CheckBackupOptions): Promise<Check> {
	return attempt('newest backup', async () => {
		const archive = await readArchive(options);
		const { backups } = await listBackups({ ...options, archive });
		const newest = backups.findLast(({ manifest }) => manifest)?.manifest;
		const fix = 'Make one with feedback-server backup, and look for the reason in the log.';
		if (!archive || !newest) {
			return {
				ok: false,
				message: `${options.destination.name} has no backup of this server.`,
				fix,
			};
		}
		const hours = (Date.now() - Date.parse(newest.ended)) / 3_600_000;
		const message = `The newest backup, ${newest.id}, ended ${Math.round(hours)} hours ago.`;
		return hours <= options.maxAgeHours ? message : { ok: false, message, fix };
	});
}

async function readArchive({ database }: CheckBackupOptions): Promise<string | undefined> {
	if (database.kind === 'external') return readDumpArchive(database);
	return existsSync(`${database.cluster}/${archiveIdFile}`)
		? readArchiveId(database.cluster)
		: undefined;
}

async function checkArchiving(sql: Statements): Promise<Omit<Check, 'name'> | string> {
	const [row] = await sql<
		{ mode: string; command: string; failed: string | null; at: Date | null }[]
	>`
		select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
			case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed,
			last_archived_time as at
		from pg_stat_archiver`;
	const { mode, command, failed, at } = row!;
	if (mode === 'off' || command !== archiveCommand) {
		return {
			ok: false,
			message: 'WAL is not archived: only the moments of the backups can be restored.',
			fix: 'Start the server with a destination for backups.',
		};
	}
	const problem =
		archivingState()?.problem ??
		(failed && `Postgres could not hand over the WAL segment ${failed}.`);
	if (problem) {
		return { ok: false, message: problem, fix: 'Check the free disk space and the destination.' };
	}
	return at
		? `WAL is archived, last at ${at.toISOString()}.`
		: 'WAL is archived; no segment is full yet.';
}

async function checkExternal(sql: Statements): Promise<Check[]> {
	const pgBackRest = await attempt('pgBackRest', async () => {
		const info = await text(
			readOutput({ path: 'pgbackrest', args: ['info', '--output=json'], environment: process.env }),
		);
		const stanzas = JSON.parse(info) as { name: string; backup: unknown[] }[];
		const withBackups = stanzas.filter(({ backup }) => backup.length > 0).map(({ name }) => name);
		if (withBackups.length === 0) throw new Error('It has no backup.');
		return `pgBackRest has backups of ${withBackups.join(', ')}; these can be restored to any time.`;
	});
	if (pgBackRest.ok) return [pgBackRest];
	return [
		await attempt(
			'pg_dump',
			async () => `pg_dump ${(await findDump(sql)).version} fits the database.`,
		),
		await attempt('role for backups', async () => {
			await requireAllRows(sql);
			return 'The role may read all rows.';
		}),
	];
}
