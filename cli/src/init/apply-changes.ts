import { Failure } from '../failure.ts';
import type { Journal, Journals } from './journal.ts';
import { undoLast } from './undo.ts';
import { writeChanges } from './write-changes.ts';
import type { Write } from './write-changes.ts';

/** Writes all files or none: when one cannot be written, the earlier ones are reverted. */
export function applyChanges(
	writes: Write[],
	options: { app: string; top: string; journals: Journals; now: Date },
): Journal {
	const { journals } = options;
	const runs = journals.count();
	try {
		return writeChanges(writes, options);
	} catch (error) {
		// Without a journal, this run wrote nothing.
		if (!(error instanceof Failure) || journals.count() === runs) throw error;
		throw revertAfter(error, journals);
	}
}

function revertAfter(failure: Failure, journals: Journals): Failure {
	const { code, message } = failure;
	try {
		undoLast(journals);
	} catch (cause) {
		return new Failure(code, `${message} Other files were written before it.`, {
			hint: 'They could not be reverted. Make the folder writable, then undo the run.',
			next: [['feedback', 'init', '--undo']],
			cause,
		});
	}
	return new Failure(
		code,
		`${message} Nothing was changed: the files written before it were reverted.`,
		{ hint: 'Make it writable, then run the command again.', cause: failure },
	);
}
