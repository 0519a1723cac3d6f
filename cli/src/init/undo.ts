import { chmodSync, mkdirSync, rmSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { Failure } from '../failure.ts';
import { hashOf } from './hash.ts';
import type { Journal, JournalEntry, Journals } from './journal.ts';
import { draftOf, hashNow, writeWhole } from './write-changes.ts';

/**
 * Undoes the last run: restores the bytes of every file. Throws before the first change when a file was changed
 * since. Can be repeated after an interruption.
 */
export function undoLast(
	journals: Journals,
	options: { onStep?: (step: string) => void } = {},
): Journal {
	const { onStep = () => undefined } = options;
	const journal = journals.last();
	if (!journal) {
		throw new Failure('not_found', 'There is nothing to undo: no run of this app is recorded.', {
			hint: 'Runs are recorded on this machine, by app folder. Use --app for another app.',
		});
	}
	refuseChanged(journal);
	for (const entry of journal.entries.toReversed()) {
		rmSync(draftOf(entry.path), { force: true });
		if (hashNow(entry) !== hashBefore(entry)) restore(entry, onStep);
	}
	for (const folder of journal.folders.toReversed()) {
		onStep(`remove folder ${folder}`);
		removeIfEmpty(folder);
	}
	onStep('remove journal');
	journals.removeLast();
	return journal;
}

/** Whether all files are as they were before the run. */
export function changedNothing({ entries, folders }: Journal): boolean {
	return folders.length === 0 && entries.every((entry) => hashNow(entry) === hashBefore(entry));
}

function refuseChanged({ entries }: Journal): void {
	const changed = entries.filter((entry) => {
		// Another program was writing the file, so its final content is unknown.
		if (entry.after === null) return false;
		const now = hashNow(entry);
		return now !== entry.after && now !== hashBefore(entry);
	});
	if (changed.length === 0) return;
	const paths = changed.map(({ path }) => path);
	throw new Failure('edited_since', 'Files have been changed since, so nothing was undone.', {
		hint: `Revert these yourself, or with version control: ${paths.join(', ')}.`,
		details: { files: paths },
	});
}

function hashBefore({ before }: JournalEntry): string | null {
	return before === null ? null : hashOf(Buffer.from(before, 'base64'));
}

function restore({ path, before, mode }: JournalEntry, onStep: (step: string) => void): void {
	if (before === null) {
		onStep(`remove ${path}`);
		rmSync(path, { force: true });
		return;
	}
	mkdirSync(dirname(path), { recursive: true });
	writeWhole(path, Buffer.from(before, 'base64'), onStep);
	if (mode !== null) chmodSync(path, mode);
}

function removeIfEmpty(folder: string): void {
	try {
		rmdirSync(folder);
	} catch {
		// The folder contains other files, or is already gone.
	}
}
