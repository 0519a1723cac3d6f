import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { readJsonFile } from '../settings/json-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';
import { hashOf } from './hash.ts';

const entrySchema = z.strictObject({
	/** Absolute, with links resolved. */
	path: z.string(),
	/** The file's previous bytes, as base64; `null` if there was no file. */
	before: z.string().nullable(),
	mode: z.number().int().nullable(),
	/** SHA-256 of the written bytes; `null` while another program is writing the file. */
	after: z.string().nullable(),
	/** Target of the symbolic link, if one was created. */
	link: z.string().optional(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

const journalSchema = z.strictObject({
	version: z.literal(1),
	app: z.string(),
	at: z.string(),
	/** `open` until the run ends; a killed run stays open. */
	state: z.enum(['open', 'done']),
	entries: z.array(entrySchema),
	/** Folders that were created, the outermost first. */
	folders: z.array(z.string()),
	/** The package manager ran, so node_modules may contain the SDK. */
	installed: z.boolean(),
});
export type Journal = z.infer<typeof journalSchema>;

/** The journals of one app, stored in the user's configuration folder and not in the project. */
export type Journals = {
	/** The last run that was not undone. */
	last(): Journal | undefined;
	/** Counts the runs that were not undone. */
	count(): number;
	/** Creates the journal of a run. */
	create(journal: Journal): void;
	/** Overwrites the last journal. */
	update(journal: Journal): void;
	/** Removes the last journal, when its run is undone. */
	removeLast(): void;
	/** Folder of the journals. */
	folder: string;
};

export function openJournals(configFolder: string, app: string): Journals {
	const folder = join(configFolder, 'init', hashOf(app).slice(0, 24));
	const numbers = () =>
		(existsSync(folder) ? readdirSync(folder) : [])
			.flatMap((name) => /^run-(\d+)\.json$/.exec(name)?.[1] ?? [])
			.map(Number)
			.toSorted((a, b) => a - b);
	const pathOf = (number: number) => join(folder, `run-${number}.json`);
	const lastPath = () => {
		const number = numbers().at(-1);
		return number === undefined ? undefined : pathOf(number);
	};
	const write = (path: string, journal: Journal) => writePrivateFile(path, JSON.stringify(journal));
	return {
		folder,
		last: () => {
			const path = lastPath();
			return path === undefined ? undefined : readJsonFile(path, journalSchema);
		},
		count: () => numbers().length,
		create: (journal) => write(pathOf((numbers().at(-1) ?? 0) + 1), journal),
		update: (journal) => write(lastPath()!, journal),
		removeLast: () => rmSync(lastPath()!, { force: true }),
	};
}
