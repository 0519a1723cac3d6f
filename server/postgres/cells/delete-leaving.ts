import type { Statements } from '../../../database/statement.ts';

/** Rows that are deleted together. */
const piece = 1_000;

/**
 * Deletes a cell's part of accounts that are due to be deleted, and then notes at home that it is done. Home deletes the
 * rest of an account after the last cell. Changes nothing when it is repeated.
 */
export async function deleteLeaving(
	cell: Statements,
	home: Statements,
	{ name, signal, now }: { name: string; signal?: AbortSignal; now?: Date },
): Promise<void> {
	const at = now ?? null;
	for (;;) {
		const [row] = await cell<{ more: boolean }[]>`
			select app.delete_leaving(coalesce(${at}::timestamptz, clock_timestamp()), ${piece}) as more`;
		if (!row!.more || signal?.aborted) break;
	}
	const left = await cell<{ person: string }[]>`
		select p as person from app.people_who_left(coalesce(${at}::timestamptz, clock_timestamp())) p`;
	for (const { person } of left) await home`select app.finish_leaving(${person}, ${name})`;
}
