import { Failure } from '../failure.ts';
import type { Journal, Journals } from './journal.ts';
import { undoLast } from './undo.ts';
import { writeChanges } from './write-changes.ts';
import type { Write } from './write-changes.ts';

/** Writes every file or none: when one cannot be written, those before it are taken back. */
export function applyChanges(
	writes: Write[],
	options: { app: string; journals: Journals; now: Date },
): Journal {
	const { journals } = options;
	const runs = journals.count();
	try {
		return writeChanges(writes, options);
	} catch (error) {
		// Without a journal of this run nothing was written.
		if (!(error instanceof Failure) || journals.count() === runs) throw error;
		throw takeBackAfter(error, journals);
	}
}

function takeBackAfter(failure: Failure, journals: Journals): Failure {
	const { code, message } = failure;
	try {
		undoLast(journals);
	} catch (cause) {
		return new Failure(code, `${message} Other files were written before it.`, {
			hint: 'They could not be taken back. Make the folder writable, then take them back.',
			next: [['feedback', 'init', '--undo']],
			cause,
		});
	}
	return new Failure(
		code,
		`${message} Nothing was changed: what was written before it is taken back.`,
		{
			hint: 'Make it writable, then run the command again.',
			cause: failure,
		},
	);
}
