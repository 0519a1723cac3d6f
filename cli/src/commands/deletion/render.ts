import { describeCounts } from '@feedback/contract';

import { moment } from '../../output/more.ts';
import type { Paint } from '../../output/paint.ts';
import type { Deletion } from './delete-one.ts';
import { nameDeletion } from './name-deletion.ts';

/** Describes the result of a deletion. */
export function renderDeletion(deletion: Deletion, paint: Paint): string {
	const { id, kind, state, due_at, keep_responses } = deletion;
	const what = nameDeletion(deletion);
	if (state === 'undone') {
		return `Undid the deletion of ${what}.${kind === 'prompt' ? ' A prompt that was published stays paused.' : ''}`;
	}
	if (state === 'finished') return `Deleted ${what}.`;
	return [
		`Scheduled the deletion of ${what}${keep_responses ? ', but not of its responses' : ''}: ${moment(due_at)}.`,
		paint.dim(`Until then, undo it with: feedback deletion undo ${id}`),
	].join('\n');
}

/**
 * The receipt: how many rows of each table were deleted. A table without a display name is listed under its own name.
 */
export function describeReceipt({ deleted }: Pick<Deletion, 'deleted'>): string {
	const named = Object.entries(deleted).flatMap(([table, rows]) => {
		const [text] = describeCounts({ [table]: rows });
		return rows === 0 ? [] : [text ?? `${rows} ${table.replaceAll('_', ' ')}`];
	});
	return named.join(', ');
}
