import {
	chmodSync,
	closeSync,
	existsSync,
	fsyncSync,
	lstatSync,
	mkdirSync,
	openSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { toWriteFailure } from '../settings/private-file.ts';
import { refuseOutside } from './contained.ts';
import { hashOf } from './hash.ts';
import type { Journal, JournalEntry, Journals } from './journal.ts';

/** A file with its new content, or a link. Paths are absolute. */
export type Write = { path: string; bytes: Uint8Array } | { path: string; link: string };

type Options = {
	app: string;
	/** Nothing outside this folder is written, whatever links lead there. */
	top: string;
	journals: Journals;
	now: Date;
	/** Called before each step that changes the disk, with its name. */
	onStep?: (step: string) => void;
};

/** Writes the files, each atomically, after the journal. */
export function writeChanges(writes: Write[], options: Options): Journal {
	const { app, top, journals, now, onStep = () => undefined } = options;
	for (const { path } of writes) refuseOutside(top, path);
	const targets = writes.map((write) => ({ ...write, path: resolveLinks(write.path) }));
	const journal: Journal = {
		version: 1,
		app,
		at: now.toISOString(),
		state: 'open',
		entries: targets.map(toEntry),
		folders: listMissingFolders(targets.map(({ path }) => dirname(path))),
		installed: false,
	};
	onStep('journal');
	journals.create(journal);
	for (const folder of journal.folders) {
		onStep(`folder ${folder}`);
		try {
			mkdirSync(folder, { recursive: true });
		} catch (error) {
			throw toWriteFailure(folder, error);
		}
	}
	for (const target of targets) {
		try {
			if ('link' in target) {
				onStep(`link ${target.path}`);
				symlinkSync(target.link, target.path, 'dir');
			} else writeWhole(target.path, target.bytes, onStep);
		} catch (error) {
			throw toWriteFailure(target.path, error);
		}
	}
	onStep('written');
	return journal;
}

/** The path of the file, with symbolic links resolved. */
function resolveLinks(path: string): string {
	return existsSync(path) ? realpathSync(path) : path;
}

function toEntry(write: Write): JournalEntry {
	const { path } = write;
	const before = readIfThere(path);
	return {
		path,
		before: before === undefined ? null : Buffer.from(before).toString('base64'),
		mode: before === undefined ? null : statSync(path).mode & 0o7777,
		after: 'link' in write ? hashOf(write.link) : hashOf(write.bytes),
		...('link' in write && { link: write.link }),
	};
}

export function readIfThere(path: string): Uint8Array | undefined {
	return existsSync(path) ? readFileSync(path) : undefined;
}

/** Hash of the current content at an entry's path; `null` when nothing is there. */
export function hashNow({ path, link }: JournalEntry): string | null {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (!stats) return null;
	if (link !== undefined) return stats.isSymbolicLink() ? hashOf(readlinkSync(path)) : 'other';
	return stats.isFile() ? hashOf(readFileSync(path)) : 'other';
}

function listMissingFolders(folders: string[]): string[] {
	const missing = new Set<string>();
	for (const start of folders) {
		const chain: string[] = [];
		for (let folder = start; !existsSync(folder); folder = dirname(folder)) chain.unshift(folder);
		for (const folder of chain) missing.add(folder);
	}
	return [...missing];
}

/** Path of the temporary file that is renamed over the target. */
export function draftOf(path: string): string {
	return join(dirname(path), `.${basename(path)}.feedback-draft`);
}

export function writeWhole(path: string, bytes: Uint8Array, onStep: (step: string) => void): void {
	const draft = draftOf(path);
	const mode = statSync(path, { throwIfNoEntry: false })?.mode;
	onStep(`draft ${path}`);
	try {
		// Another file of this name, such as a link, is not written through.
		rmSync(draft, { force: true });
		writeFileSync(draft, bytes, { flag: 'wx' });
		if (mode !== undefined) chmodSync(draft, mode & 0o7777);
		const file = openSync(draft, 'r');
		fsyncSync(file);
		closeSync(file);
		onStep(`rename ${path}`);
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}
