import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { oldPasswordFile } from '../postgres/data-directory.ts';
import { archiveIdFile } from './archive-id.ts';
import { spoolFolder } from './archive-command.ts';

// Folders that are backed up without their contents. Postgres does not start without the folders, but their contents
// are meaningless to another cluster, as listed in
// https://www.postgresql.org/docs/17/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA. The WAL segments
// that a backup needs are added by name.
const leftEmpty = new Set([
	'log',
	'pg_dynshmem',
	'pg_notify',
	'pg_replslot',
	'pg_serial',
	'pg_snapshots',
	'pg_stat_tmp',
	'pg_subtrans',
	'pg_wal',
	spoolFolder,
]);

const leftOut = new Set([
	archiveIdFile,
	'backup_label',
	'backup_label.old',
	'backup_manifest',
	'postmaster.opts',
	'postmaster.pid',
	'recovery.signal',
	'standby.signal',
	oldPasswordFile,
	'tablespace_map',
	'tablespace_map.old',
]);

/** Copied last and in one piece, because Postgres rewrites this file all the time. */
export const controlFile = 'global/pg_control';

const temporary =
	/^(?:pgsql_tmp.*|pg_internal\.init.*|current_logfiles\.tmp|.*\.auto\.conf\.tmp|\.s\.PGSQL\..*)$/;

/** Lists the paths that a backup copies from a cluster's folder, relative to it; folders before their contents. */
export async function listClusterFiles(
	cluster: string,
): Promise<{ folders: string[]; files: string[] }> {
	const folders: string[] = [];
	const files: string[] = [];
	const walk = async (folder: string) => {
		for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
			const path = folder ? `${folder}/${entry.name}` : entry.name;
			if (temporary.test(entry.name) || leftOut.has(path)) continue;
			if (entry.isDirectory()) {
				folders.push(path);
				if (!leftEmpty.has(path)) await walk(path);
			} else if (entry.isFile() && path !== controlFile) {
				files.push(path);
			}
		}
	};
	await walk('');
	folders.push('pg_wal/archive_status');
	return { folders, files };
}
