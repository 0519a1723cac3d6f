import { ApiError } from '@feedback/client';
import { sayAsked, type RouteInput, type RouteOutput } from '@feedback/contract';

import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

type GrantRequest = RouteOutput<'getGrantRequest'>;

/** The grant that an operation requires. */
export type RequiredGrant = RouteInput<'requestGrant'>;

/**
 * Runs an operation. If the required grant is missing, requests it from a person and fails with the address at which
 * they can approve it.
 */
export async function runWithApproval<Result>(
	context: Context,
	grant: RequiredGrant,
	run: () => Promise<Result>,
): Promise<Result> {
	const { client, signal } = context;
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.code === 'approved_with_changes') throw await describeChanges(context, error);
		if (error.code !== 'approval_required') throw error;
		const { id, url, expires_at } =
			error.approval ?? (await client.requestGrant(grant, { signal }));
		const asked = grant.action === 'prompt:publish' ? await findRequest(context, id) : undefined;
		const combination = asked?.combination ?? false;
		const unmet = asked?.unmet ?? undefined;
		const details = { ...(combination && { combination }), ...(unmet && { unmet }) };
		throw new ToolFailure(
			'approval_required',
			`A person has to approve this first: ${sayAsked(grant)}.`,
			{
				// The service says which condition of a standing grant does not hold, and why the person denied the same before.
				// Long hints are truncated.
				hint: [usualHint, combination ? combinationHint : undefined, error.hint]
					.filter((part) => part !== undefined)
					.join(' '),
				...((combination || unmet) && { details }),
				approval: { id, url, expires_at },
				request_id: error.request_id,
				cause: error,
			},
		);
	}
}

/** The error for an approval with changes, with the approved revision and how it differs from the requested one. */
async function describeChanges(
	{ client, signal }: Context,
	error: ApiError,
): Promise<ToolFailure | ApiError> {
	const { approval, code, message, hint, request_id } = error;
	if (!approval) return error;
	const found = await client.getGrantRequest({ request: approval.id }, { signal });
	const details = { revision: found.approved_revision, changes: found.changes };
	return new ToolFailure(code, message, { hint, details, approval, request_id, cause: error });
}

const usualHint =
	'Show the person the address of the approval. When they have approved it, make the same call again; grants with do=wait waits for it.';
const combinationHint =
	'A connection of this person has read responses of the site, so the page asks for one more confirmation. To avoid it, give up reading first: grants with do=revoke and the grant for response:read.';

/** The request that a person decides, for what the service finds out about it; undefined if it cannot be read. */
async function findRequest(
	{ client, signal }: Context,
	request: string,
): Promise<GrantRequest | undefined> {
	return client.getGrantRequest({ request }, { signal }).catch(() => undefined);
}
