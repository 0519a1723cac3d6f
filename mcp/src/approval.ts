import { ApiError } from '@feedback/client';
import { sayAsked, type RouteInput } from '@feedback/contract';

import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** The grant that an operation requires. */
export type RequiredGrant = RouteInput<'requestGrant'>;

/**
 * Runs an operation. If the required grant is missing, requests it from a person and fails with the address at which
 * they can approve it.
 */
export async function runWithApproval<Result>(
	{ client, signal }: Context,
	grant: RequiredGrant,
	run: () => Promise<Result>,
): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
		const { id, url, expires_at } =
			error.approval ?? (await client.requestGrant(grant, { signal }));
		throw new ToolFailure(
			'approval_required',
			`A person has to approve this first: ${sayAsked(grant)}.`,
			{
				hint: 'Show the person the address of the approval. When they have approved it, make the same call again; grants with do=wait waits for it.',
				approval: { id, url, expires_at },
				request_id: error.request_id,
				cause: error,
			},
		);
	}
}
