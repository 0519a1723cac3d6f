// The WAL of one archive at the destination.
import type { StoreOptions } from './stored-file.ts';
import { suffix } from './stored-file.ts';

const folder = (archive: string) => `${archive}/wal/`;

/** Key of a WAL file, without the suffix for how it is stored. */
export function walKey(archive: string, name: string): string {
	return folder(archive) + name;
}

/** Names of the stored WAL files, in order. */
export async function listWal(store: StoreOptions, archive: string): Promise<string[]> {
	const end = suffix(store.encryptionKey);
	const objects = await store.destination.list(folder(archive), store.signal);
	return objects.flatMap(({ key }) =>
		key.endsWith(end) ? key.slice(folder(archive).length, -end.length) : [],
	);
}
