// Backs up a running cluster with the low-level functions, because the embedded Postgres has no pg_basebackup.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Statements } from '../../database/statement.ts';
import { controlFile, listClusterFiles } from './cluster-files.ts';
import { type TarWriter, below, readSteadily, writeTar } from './tar-writer.ts';
import { listWalSegments } from './wal-segment.ts';

/** The segments of WAL in a backup. */
export type BackupWal = { segmentBytes: number; first: string; last: string };

/** Time within which Postgres must end a backup. */
const stopTimeout = '60s';

/**
 * A tar archive of the running cluster. It contains the WAL that is needed to restore it without a WAL
 * archive. `wal` is the range of that WAL, once the tar archive has been read to its end.
 *
 * `sql` is a single superuser session, used for nothing else during the backup.
 */
export function streamCluster(
	sql: Statements,
	cluster: string,
	label: string,
): { archive: Readable; wal(): BackupWal } {
	let wal: BackupWal | undefined;
	const archive = writeTar(async (tar) => {
		wal = await writeCluster(sql, cluster, label, tar);
	});
	return {
		archive,
		wal() {
			if (!wal) throw new Error('The archive is not complete yet.');
			return wal;
		},
	};
}

async function writeCluster(
	sql: Statements,
	cluster: string,
	label: string,
	tar: TarWriter,
): Promise<BackupWal> {
	await refuseTablespaces(sql);
	// A replication slot of this session retains the WAL since before the start. The slot is dropped when the
	// session ends, whatever the reason.
	const slot = `feedback_backup_${randomBytes(4).toString('hex')}`;
	await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
	const [started] = await sql<{ first: string; bytes: string }[]>`
		select pg_walfile_name(pg_backup_start(${label}, true)) as first,
			(select setting from pg_settings where name = 'wal_segment_size') as bytes`;
	await addFiles(cluster, tar);
	await sql`select set_config('statement_timeout', ${stopTimeout}, false)`;
	// Does not wait until the WAL is archived: if archiving fails, it would wait forever.
	const [stopped] = await sql<{ last: string; labelfile: string }[]>`
		select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(false)`;
	const segmentBytes = Number(started!.bytes);
	const { last } = stopped!;
	const { first } = started!;
	for (const name of listWalSegments(first, last, segmentBytes)) {
		const path = `pg_wal/${name}`;
		if (!(await tar.file(path, below(cluster, path)))) {
			throw new Error(`Postgres removed the WAL segment ${name} during the backup. Try again.`);
		}
	}
	// Without the label, Postgres would treat the copy as a cluster that crashed, and could not recover it.
	await tar.text('backup_label', stopped!.labelfile);
	return { segmentBytes, first, last };
}

async function addFiles(cluster: string, tar: TarWriter): Promise<void> {
	const { folders, files } = await listClusterFiles(cluster);
	for (const folder of folders) await tar.folder(folder);
	// A table that was dropped in the meantime is missing. This is safe, because the WAL contains the drop.
	for (const file of files) await tar.file(file, below(cluster, file));
	await tar.text(controlFile, await readSteadily(join(cluster, controlFile)));
}

async function refuseTablespaces(sql: Statements): Promise<void> {
	const others = await sql<{ name: string }[]>`
		select spcname as name from pg_tablespace where spcname not in ('pg_default', 'pg_global')`;
	if (others.length > 0) {
		throw new Error(
			`The database has the tablespace ${others[0]!.name}, outside its folder. Move its tables to pg_default and drop it: backups do not contain it.`,
		);
	}
}

/** Throws when the URL does not lead to the cluster in that folder. */
export async function requireSameCluster(sql: Statements, cluster: string): Promise<void> {
	if (!existsSync(join(cluster, controlFile))) {
		throw new Error(`${cluster} is not the folder of a Postgres cluster.`);
	}
	const control = await readSteadily(join(cluster, controlFile));
	const [row] = await sql<{ id: string }[]>`
		select system_identifier::text as id from pg_control_system()`;
	// The first field of the file, in the byte order of this machine.
	const found = control.readBigUInt64LE(0).toString();
	if (row!.id !== found) {
		throw new Error(`The database at this address is not the one in ${cluster}.`);
	}
}
