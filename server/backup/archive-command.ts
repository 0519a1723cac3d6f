/** Folder of a cluster in which WAL waits until it is at the destination. */
export const spoolFolder = 'wal-spool';

const target = `${spoolFolder}/%f`;

/**
 * Setting `archive_command`: Postgres runs it in the cluster's folder for each finished segment. A segment
 * is in the spool completely and on disk, or not at all. An existing one is replaced: after a crash Postgres
 * hands over again segments that it did not note as archived, and only this cluster writes here.
 */
export const archiveCommand = `cp "%p" ${target}.part && sync ${target}.part && mv -f ${target}.part ${target} && sync ${spoolFolder}`;
