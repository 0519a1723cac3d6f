import { statfs } from 'node:fs/promises';

/** With less free disk space than this, the server is not ready: the database needs some to store events. */
export const leastFreeBytes = 64 * 1024 * 1024;

/** Bytes that this user may still write to the file system of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}
