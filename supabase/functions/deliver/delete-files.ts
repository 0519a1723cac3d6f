import { logError } from '../_shared/log/log-error.ts';
import { asWorker } from './as-worker.ts';
import type { Service } from './service.ts';

/** Number of files that are deleted at the same time. */
const atOnce = 20;

/**
 * Deletes the files whose rows were deleted. A file that cannot be deleted now stays in the queue and is tried again
 * later.
 */
export async function deleteFiles({ sql, files, clock }: Service): Promise<void> {
	const now = clock ? new Date(clock()) : null;
	for (;;) {
		const claimed = await asWorker(
			sql,
			(tx) => tx<{ name: string }[]>`
				select name from app.claim_file_deletions(${now}, ${atOnce}) name`,
		);
		if (claimed.length === 0) return;
		const names = claimed.map(({ name }) => name);
		const ended = await Promise.allSettled(names.map((name) => files.delete(name)));
		const deleted = names.filter((_, at) => ended[at]!.status === 'fulfilled');
		if (deleted.length > 0) {
			await asWorker(sql, (tx) => tx`select app.finish_file_deletions(${deleted})`);
		}
		const failed = ended.find((result) => result.status === 'rejected');
		if (failed) {
			const left = names.length - deleted.length;
			logError('deliver', `${left} files could not be deleted: ${String(failed.reason)}`);
		}
	}
}

/** Queues the files that a restore brought back although their rows were deleted since, once per process. */
export function createOrphanSearch({ sql, cells, files }: Service): () => Promise<void> {
	// All databases have the same files, so only home looks for those that none of them knows.
	let isDone = files.list === undefined || cells === undefined;
	return async () => {
		if (isDone) return;
		for await (const names of files.list!()) {
			let orphans = names;
			for (const cell of cells!.values()) {
				const rows = await asWorker(
					cell,
					(tx) => tx<{ name: string }[]>`select name from app.list_orphans(${orphans}) name`,
				);
				orphans = rows.map(({ name }) => name);
			}
			await asWorker(sql, (tx) => tx`select app.queue_orphans(${orphans})`);
		}
		isDone = true;
	};
}
