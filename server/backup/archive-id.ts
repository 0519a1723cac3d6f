import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { writePostgresFile } from '../postgres/folder-owner.ts';

/** File of a cluster's folder; backups do not contain it, so that a restored cluster has an archive of its own. */
export const archiveIdFile = 'archive-id';

/** Archive of the backups of external databases, which have no WAL. */
export const dumpArchive = 'dumps';

/**
 * The archive of a cluster: the folder at the destination for its backups and its WAL. Made at random when it is
 * missing. Two servers that were restored from one backup, a drill beside the real one, never write to one archive.
 */
export function readArchiveId(cluster: string): string {
	const path = join(cluster, archiveIdFile);
	if (!existsSync(path)) {
		writePostgresFile(path, `server-${randomBytes(4).toString('hex')}\n`);
	}
	return readFileSync(path, 'utf8').trim();
}
