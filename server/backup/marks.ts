import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { type StoreOptions, readStoredFile, storeFile, suffix } from './stored-file.ts';

const markSchema = z.strictObject({
	name: z.string(),
	archive: z.string(),
	time: z.iso.datetime(),
	/** Name of the WAL segment that contains it. */
	segment: z.string(),
});

/** A named point in time to which you can restore. */
export type Mark = z.infer<typeof markSchema>;

const keyOf = (archive: string, name: string, store: StoreOptions) =>
	`${archive}/marks/${name}.json${suffix(store.encryptionKey)}`;

export async function writeMark(store: StoreOptions, mark: Mark): Promise<void> {
	const content = Readable.from([JSON.stringify(mark, null, '\t')]);
	await storeFile(store, keyOf(mark.archive, mark.name, store), content);
}

/** The marks of one archive that can be read with this key, or without one, and the problems of the others. */
export async function readMarks(
	store: StoreOptions,
	archive: string,
): Promise<{ marks: Mark[]; problems: string[] }> {
	const marks: Mark[] = [];
	const problems: string[] = [];
	const end = `.json${suffix(store.encryptionKey)}`;
	for (const { key } of await store.destination.list(`${archive}/marks/`, store.signal)) {
		if (!key.endsWith(end)) continue;
		try {
			const content = await text(await readStoredFile(store, key));
			const mark = markSchema.parse(JSON.parse(content));
			if (keyOf(mark.archive, mark.name, store) !== key) throw new Error('It has another name.');
			marks.push(mark);
		} catch (cause) {
			store.signal?.throwIfAborted();
			problems.push(`The mark ${key} cannot be read: ${(cause as Error).message}`);
		}
	}
	return { marks, problems };
}

export async function isMarked(
	store: StoreOptions,
	archive: string,
	name: string,
): Promise<boolean> {
	const objects = await store.destination.list(`${archive}/marks/${name}.json.`, store.signal);
	return objects.length > 0;
}

export async function deleteMark(
	store: StoreOptions,
	archive: string,
	name: string,
): Promise<void> {
	await store.destination.delete([keyOf(archive, name, store)]);
}
