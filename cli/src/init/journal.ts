import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { readJsonFile } from '../settings/json-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';
import { hashOf } from './hash.ts';

const entrySchema = z.strictObject({
	/** Absolute, with links resolved. */
	path: z.string(),
	/** The bytes before, as base64; `null` when there was no file. */
	before: z.string().nullable(),
	mode: z.number().int().nullable(),
	/** SHA-256 of what was written; `null` while another program is writing it. */
	after: z.string().nullable(),
	/** What a symbolic link points to, when one was made. */
	link: z.string().optional(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

const journalSchema = z.strictObject({
	version: z.literal(1),
	app: z.string(),
	at: z.string(),
	/** `open` until the run has ended: a killed one stays so. */
	state: z.enum(['open', 'done']),
	entries: z.array(entrySchema),
	/** Folders that were made, the outermost first. */
	folders: z.array(z.string()),
	/** The package manager ran, so that node_modules holds the SDK. */
	installed: z.boolean(),
});
export type Journal = z.infer<typeof journalSchema>;

/** The journals of one app, in the user's own folder: nothing of them stands in the project. */
export type Journals = {
	/** The last run that was not taken back. */
	last(): Journal | undefined;
	/** How many runs were not taken back. */
	count(): number;
	/** Begins the journal of a run. */
	begin(journal: Journal): void;
	/** Keeps the present state of the last journal. */
	keep(journal: Journal): void;
	/** Forgets the last journal, when its run is taken back. */
	forget(): void;
	/** A folder for what else is known about the app. */
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
		begin: (journal) => write(pathOf((numbers().at(-1) ?? 0) + 1), journal),
		keep: (journal) => write(lastPath()!, journal),
		forget: () => rmSync(lastPath()!, { force: true }),
	};
}
