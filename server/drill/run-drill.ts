// Restores the newest backup beside the server, and compares it with what the server had.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { readArchiveId } from '../backup/archive-id.ts';
import type { DatabaseSource } from '../backup/database-source.ts';
import { markMoment } from '../backup/mark-moment.ts';
import { deleteMark } from '../backup/marks.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import type { Log } from '../log/log.ts';
import { connectDatabase, type DatabaseClient } from '../postgres/connect.ts';
import { findFreePort } from '../ports/ports.ts';
import { startPostgres } from '../postgres/postgres.ts';
import type { BackupSettings } from '../production/backup-settings.ts';
import { readFreeBytes } from '../data/free-bytes.ts';
import { atStandstill } from './at-standstill.ts';
import { DrillNotPossible } from './drill-not-possible.ts';
import { compareFigures, type Figures, readFigures, type Difference } from './table-figures.ts';

export type DrillOptions = BackupSettings & {
	database: Extract<DatabaseSource, { kind: 'embedded' }>;
	/** A folder with enough free space; the drill makes one in it, and deletes that. */
	folder: string;
	log: Log;
	/** Cancels the drill. */
	signal?: AbortSignal;
};

export type Drilled = {
	backup: string;
	/** The moment up to which everything is restored. */
	asOf: string;
	tables: number;
	rows: number;
	differences: Difference[];
	restoreSeconds: number;
};

/**
 * Marks this moment, restores the newest backup and the WAL up to the mark into a separate folder, and compares every
 * row there with the server's rows at that moment. Leaves nothing behind, whatever happens.
 *
 * @throws DrillNotPossible when it cannot begin, which says nothing about the backups
 */
export async function runDrill(options: DrillOptions): Promise<Drilled> {
	const { destination, encryptionKey, database, files, log, signal } = options;
	const place = join(options.folder, 'feedback-drill');
	// Of a drill that was killed.
	await rm(place, { recursive: true, force: true });
	const name = `drill-${Date.now()}`;
	const archive = readArchiveId(database.cluster);
	const sql = connectDatabase(database.url, { max: 2, oneSession: true });
	try {
		await requireSpace(sql, options.folder);
		const { figures: expected, mark } = await readMarkedFigures(sql, options, name);
		log(`Restoring to ${mark.time}.`);
		await mkdir(place, { recursive: true, mode: 0o700 });
		const started = performance.now();
		const cluster = join(place, 'postgres');
		const placed = Object.keys(files).map((file) => [file, join(place, file)] as const);
		const { manifest } = await restoreBackup({
			destination,
			encryptionKey,
			archive,
			target: { kind: 'mark', name },
			into: { cluster },
			files: Object.fromEntries(placed),
			log,
			signal,
		});
		const restored = await readRestored(cluster, signal);
		const restoreSeconds = (performance.now() - started) / 1_000;
		const differences = compareFigures(expected, restored);
		for (const [file, path] of placed) {
			if (await isSame(path, files[file]!)) continue;
			log(`${file} has changed since the backup: the next one has it.`);
		}
		const rows = [...restored.values()].reduce((sum, table) => sum + table.rows, 0);
		const figures = { tables: restored.size, rows, differences, restoreSeconds };
		return { backup: manifest.id, asOf: mark.time, ...figures };
	} finally {
		await sql.end();
		await rm(place, { recursive: true, force: true, maxRetries: 5 });
		await deleteMark({ destination, encryptionKey }, archive, name);
	}
}

// The copy is at most as large as the database; its WAL is fetched a few segments at a time.
async function requireSpace(sql: DatabaseClient, folder: string): Promise<void> {
	const [row] = await sql<{ bytes: string }[]>`
		select sum(pg_database_size(oid))::text as bytes from pg_database`;
	const needed = Number(row!.bytes) * 1.1 + 512 * 1024 * 1024;
	const free = await readFreeBytes(folder);
	if (free >= needed) return;
	const inGb = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
	throw new DrillNotPossible(
		`A drill needs about ${inGb(needed)} in ${folder}, which has ${inGb(free)} left. Name a folder on another disk with --folder.`,
	);
}

/** The figures of a moment, which is marked so that it can be restored. */
async function readMarkedFigures(sql: DatabaseClient, options: DrillOptions, name: string) {
	return sql.begin('read only', async (reader) => {
		const mark = await markMoment({
			...options,
			name,
			make: (point) => atStandstill(sql, reader, point),
		});
		return { mark, figures: await readFigures(reader) };
	});
}

async function readRestored(cluster: string, signal: AbortSignal | undefined): Promise<Figures> {
	const running = await startPostgres({
		data: cluster,
		port: await findFreePort(),
		// It answers one session, and is deleted afterwards.
		settings: { archive_mode: 'off', fsync: 'off', shared_buffers: '64MB', max_connections: 10 },
		...(signal && { signal }),
	});
	try {
		const sql = connectDatabase(running.url, { oneSession: true });
		try {
			return await sql.begin('read only', readFigures);
		} finally {
			await sql.end();
		}
	} finally {
		await running.stop();
	}
}

async function isSame(one: string, other: string): Promise<boolean> {
	const [first, second] = await Promise.all([readFile(one), readFile(other)]);
	return first.equals(second);
}
