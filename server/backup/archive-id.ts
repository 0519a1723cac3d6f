import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { connectDatabase } from '../postgres/connect.ts';
import { writePostgresFile } from '../postgres/folder-owner.ts';
import type { ExternalDatabase } from './database-source.ts';

/** File in a cluster's folder. Backups do not contain it, so that a restored cluster has its own archive. */
export const archiveIdFile = 'archive-id';

/**
 * The archive of a cluster: the folder at the destination for its backups and its WAL. Generated at random
 * when it is missing. Two servers that were restored from one backup, such as a drill beside the real one,
 * never write to the same archive.
 */
export function readArchiveId(cluster: string): string {
	const path = join(cluster, archiveIdFile);
	if (!existsSync(path)) {
		writePostgresFile(path, `server-${randomBytes(4).toString('hex')}\n`);
	}
	return readFileSync(path, 'utf8').trim();
}

/**
 * The archive of an external database: the same for every server that uses the database, and a different one after a
 * restore elsewhere, so that the dumps of a drill never replace the real ones.
 */
export async function readDumpArchive({ url, caFile }: ExternalDatabase): Promise<string> {
	const sql = connectDatabase(url, { caFile });
	try {
		const [row] = await sql<{ identity: string }[]>`
			select s.system_identifier || '/' || d.oid as identity
			from pg_control_system() s, pg_database d where d.datname = current_database()`;
		const digest = createHash('sha256').update(row!.identity).digest('hex');
		return `dumps-${digest.slice(0, 8)}`;
	} finally {
		await sql.end();
	}
}
