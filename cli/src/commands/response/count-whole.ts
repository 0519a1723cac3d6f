import { setTimeout as pause } from 'node:timers/promises';

import { ApiError } from '@feedback/client';
import type { Context, RequiredGrant } from '../../context.ts';

/**
 * Repeats the request until all answers are counted: with very many answers, each request counts for about a second,
 * and the next request continues from there.
 */
export async function countWhole<Found extends { counted: number }>(
	{ withApproval, progress }: Pick<Context, 'withApproval' | 'progress'>,
	grant: RequiredGrant,
	ask: () => Promise<Found>,
): Promise<Found> {
	let found = await withApproval(grant, ask);
	while (found.counted < 1) {
		progress(`${Math.round(found.counted * 100)}% of the answers are counted …`);
		await pause(250);
		try {
			found = await ask();
		} catch (error) {
			if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
			progress('The rest needs another approval, because this one was for a single request.');
			return found;
		}
	}
	return found;
}
