import { ApiError } from '@feedback/client';
import { sayAsked, type Action } from '@feedback/contract';

import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** What a person has to approve, and where. */
export type Wanted = {
	action: Action;
	workspace?: string;
	site?: string;
	prompt?: string;
	revision?: number;
};

/** Runs it; when a person has to approve it first, asks them, and fails with the address where they do. */
export async function approved<Result>(
	{ client, signal }: Context,
	wanted: Wanted,
	run: () => Promise<Result>,
): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
		const { id, url, expires_at } =
			error.approval ?? (await client.requestGrant(wanted, { signal }));
		throw new ToolFailure(
			'approval_required',
			`A person has to approve this first: ${sayAsked(wanted)}.`,
			{
				hint: 'Show the person the address of the approval. When they have approved it, make the same call again; grants with do=wait tells when.',
				approval: { id, url, expires_at },
				request_id: error.request_id,
				cause: error,
			},
		);
	}
}
