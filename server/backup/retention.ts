import type { Destination } from './destination.ts';
import { type ListedBackup, listBackups } from './list-backups.ts';
import { backupKey } from './manifest.ts';
import type { StoreOptions } from './stored-file.ts';

const incompleteMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Deletes all but the `keep` newest backups of an archive, the WAL and marks that only the deleted backups needed, and
 * the remains of backups that were started at least a week ago and never completed. Resolves to the ids of the deleted
 * backups.
 *
 * A backup that cannot be read is neither counted nor deleted.
 */
export async function deleteOldBackups(
	store: StoreOptions,
	archive: string,
	keep: number,
	now = new Date(),
): Promise<string[]> {
	const { destination } = store;
	const { backups, marks } = await listBackups({ ...store, archive });
	const readable = backups.filter(({ manifest }) => manifest);
	const old = readable.slice(0, -keep);
	for (const { id } of old) await deleteBackup(destination, archive, id);
	await deleteIncomplete(destination, archive, backups, now);
	const oldest = readable.at(-keep) ?? readable[0];
	if (!oldest || backups.length > readable.length) return old.map(({ id }) => id);
	const { manifest } = oldest;
	if (manifest?.kind === 'cluster') await deleteWalBefore(destination, archive, manifest.wal.first);
	const unreachable = marks.filter(({ time }) => time < manifest!.ended);
	for (const { name } of unreachable) {
		await deleteAll(destination, `${archive}/marks/${name}.json.`);
	}
	return old.map(({ id }) => id);
}

async function deleteBackup(destination: Destination, archive: string, id: string): Promise<void> {
	// The manifest is deleted first: a partly deleted backup must not look complete.
	await deleteAll(destination, backupKey(archive, id, 'manifest.json.'));
	await deleteAll(destination, backupKey(archive, id, ''));
}

async function deleteIncomplete(
	destination: Destination,
	archive: string,
	complete: readonly ListedBackup[],
	now: Date,
): Promise<void> {
	const prefix = `${archive}/backups/`;
	const objects = await destination.list(prefix);
	const ids = new Set(objects.map(({ key }) => key.slice(prefix.length).split('/')[0]!));
	for (const { id } of complete) ids.delete(id);
	for (const id of ids) {
		const begun = readTime(id);
		if (begun && now.getTime() - begun.getTime() > incompleteMs) {
			await deleteAll(destination, backupKey(archive, id, ''));
		}
	}
}

// Timelines of segments can be ignored: later ones have higher numbers. History files are kept.
async function deleteWalBefore(
	destination: Destination,
	archive: string,
	first: string,
): Promise<void> {
	const prefix = `${archive}/wal/`;
	const timelineDigits = 8;
	const objects = await destination.list(prefix);
	const old = objects.filter(({ key }) => {
		const name = /^[0-9A-F]{24}/.exec(key.slice(prefix.length))?.[0];
		return name !== undefined && name.slice(timelineDigits) < first.slice(timelineDigits);
	});
	await destination.delete(old.map(({ key }) => key));
}

async function deleteAll(destination: Destination, prefix: string): Promise<void> {
	const objects = await destination.list(prefix);
	await destination.delete(objects.map(({ key }) => key));
}

/** A new backup's id: the time, to the second, and random digits. */
export function makeBackupId(now: Date, random: string): string {
	return `${now.toISOString().replace(/[-:]|\.\d+/g, '')}-${random}`;
}

function readTime(id: string): Date | undefined {
	const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(id);
	if (!parts) return undefined;
	const [, year, month, day, hour, minute, second] = parts;
	return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
