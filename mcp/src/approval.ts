import { ApiError } from '@feedback/client';
import { reachesVisitors, sayAsked, type RouteInput, type RouteOutput } from '@feedback/contract';

import { PendingDecision } from './elicitation.ts';
import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';
import { waitForDecision } from './wait-for-decision.ts';

type GrantRequest = RouteOutput<'getGrantRequest'>;

/** The grant that an operation requires. */
export type RequiredGrant = RouteInput<'requestGrant'>;

/**
 * Runs an operation. If the required grant is missing, requests it from a person and fails with the address at which
 * they can approve it. Where the client opens that page, waits for the decision instead.
 */
export async function runWithApproval<Result>(
	context: Context,
	grant: RequiredGrant,
	run: () => Promise<Result>,
): Promise<Result> {
	const { client, signal, elicitation } = context;
	if (elicitation?.given !== undefined) {
		const given = await findRequest(context, elicitation.given);
		if (given) await requireDecision(context, given, explainMissing(grant, given));
		return runWithApproval({ ...context, elicitation: undefined }, grant, run);
	}
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.code === 'approved_with_changes') throw await describeChanges(context, error);
		if (error.code !== 'approval_required') throw error;
		const approval = error.approval ?? (await client.requestGrant(grant, { signal }));
		const asked =
			elicitation || reachesVisitors(grant.action)
				? await findRequest(context, approval.id)
				: undefined;
		const failure = explainMissing(grant, { ...asked, ...approval }, error);
		if (!elicitation || !asked || (await wasDenied(context, asked))) throw failure;
		if (elicitation.isNew(asked)) throw new PendingDecision(failure, asked, { waited: false });
		await requireDecision(context, asked, failure);
		return runWithApproval({ ...context, elicitation: undefined }, grant, run);
	}
}

type Asked = Pick<GrantRequest, 'id' | 'url' | 'expires_at'> & Partial<GrantRequest>;

/** The error for a missing grant, with the page on which a person decides on the request for it. */
function explainMissing(
	grant: RequiredGrant,
	{ id, url, expires_at, combination, unmet }: Asked,
	error?: ApiError,
): ToolFailure {
	const details = { ...(combination && { combination }), ...(unmet && { unmet }) };
	return new ToolFailure(
		'approval_required',
		`A person has to approve this first: ${sayAsked(grant)}.`,
		{
			// The service says what the page asks for besides, which condition of a standing grant does not hold, and why the
			// person denied the same before. Long hints are truncated.
			hint: [usualHint, error?.hint].filter((part) => part !== undefined).join(' '),
			...((combination || unmet) && { details }),
			approval: { id, url, expires_at },
			request_id: error?.request_id,
			cause: error,
		},
	);
}

/** Seconds for which one call waits for a person. */
const waitSeconds = 40;

/** Resolves once the person approved. Throws `PendingDecision` if they take longer than one call may. */
async function requireDecision(
	{ client, signal }: Context,
	asked: GrantRequest,
	failure: ToolFailure,
): Promise<void> {
	const read = () => client.getGrantRequest({ request: asked.id }, { signal });
	const { state, reason } = await waitForDecision(read, waitSeconds, signal);
	if (state === 'pending') throw new PendingDecision(failure, asked, { waited: true });
	if (state === 'denied') {
		throw new ToolFailure('approval_denied', 'A person denied this.', {
			hint: reason === null ? deniedHint : `They said: “${reason}”. ${deniedHint}`,
		});
	}
	if (state === 'expired') {
		throw new ToolFailure('approval_expired', 'No person decided in time.', {
			hint: 'The same call asks again.',
		});
	}
}

/** Milliseconds for which a denial keeps the page of the same request from being opened again. */
const quietMs = 3_600_000;

/** Whether the person recently denied the same: the agent has to tell them first why it asks again. */
async function wasDenied({ client, signal }: Context, asked: GrantRequest): Promise<boolean> {
	const { items } = await client.listGrantRequests({ state: 'denied', limit: 10 }, { signal });
	return items.some(
		(denied) =>
			requestKeys.every((key) => denied[key] === asked[key]) &&
			Date.parse(asked.created_at) - Date.parse(denied.created_at) < quietMs,
	);
}

const requestKeys = [
	'action',
	'workspace',
	'site',
	'site_name',
	'prompt',
	'revision',
	'sha256',
] as const;

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
const deniedHint = 'Do not ask for the same again; ask them what to change.';

/** The request that a person decides, for what the service finds out about it; undefined if it cannot be read. */
async function findRequest(
	{ client, signal }: Context,
	request: string,
): Promise<GrantRequest | undefined> {
	return client.getGrantRequest({ request }, { signal }).catch(() => undefined);
}
