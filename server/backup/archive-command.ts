/** Folder of a cluster in which WAL waits until it is at the destination. */
export const spoolFolder = 'wal-spool';

const target = `${spoolFolder}/%f`;

/**
 * Setting `archive_command`: Postgres runs it in the cluster's folder for each finished segment. The spool contains a
 * segment completely and flushed to disk, or not at all. An existing segment is replaced: after a crash, Postgres
 * archives segments again that it did not record as archived, and only this cluster writes to the spool.
 */
export const archiveCommand = `cp "%p" ${target}.part && sync ${target}.part && mv -f ${target}.part ${target} && sync ${spoolFolder}`;
