import type { Client } from '@feedback/client';
import { ApiError } from '@feedback/client';
import { sayAsked, type RouteOutput } from '@feedback/contract';
import { setTimeout as pause } from 'node:timers/promises';

import type { Ask, RequiredGrant } from './context.ts';
import { Failure } from './failure.ts';
import type { Approval } from './failure.ts';
import { cleanLine } from './output/clean.ts';

type ApprovalOptions = {
	client: Client;
	ask: Ask | undefined;
	/** Seconds of `--wait`; undefined without the flag. */
	wait: number | undefined;
	/** The command line, for the hint to run it again. */
	argv: string[];
	progress(text: string): void;
	open(address: string): void;
};

/**
 * Runs an operation. If the required grant is missing, requests it. With `--wait`, or if the user agrees to wait, waits
 * for the approval and runs the operation again.
 */
export async function runWithApproval<Result>(
	grant: RequiredGrant,
	run: () => Promise<Result>,
	options: ApprovalOptions,
): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.code === 'approved_with_changes') throw await describeChanges(error, options);
		if (error.code !== 'approval_required') throw error;
		const approval = error.approval ?? (await requestApproval(options.client, grant));
		if (!(await shouldWait(grant, approval, options))) {
			throw approvalRequired(grant, approval, options.argv, error);
		}
		const seconds = options.wait ?? defaultWait;
		if (!(await waitForApproval(options.client, approval.id, seconds, options.progress))) {
			throw approvalRequired(grant, approval, options.argv, error);
		}
		return run().catch(async (failed: unknown) => {
			const isChanged = failed instanceof ApiError && failed.code === 'approved_with_changes';
			throw isChanged ? await describeChanges(failed, options) : failed;
		});
	}
}

/** The error for an approval with changes, with the approved revision and how it differs from the requested one. */
async function describeChanges(
	error: ApiError,
	{ client }: Pick<ApprovalOptions, 'client'>,
): Promise<Failure | ApiError> {
	const { approval, code, message, hint, request_id } = error;
	if (!approval) return error;
	const request = await client.getGrantRequest({ request: approval.id });
	const { approved_revision: revision, changes } = request;
	return new Failure(code, message, {
		hint: [renderChanges(request), hint].filter((part) => part !== undefined).join(' '),
		details: { request: approval.id, revision, changes },
		request_id,
		cause: error,
	});
}

/** Maximum number of changed fields in text output; `--json` lists all. */
const maxListed = 5;

/**
 * Names what a person changed in a revision before they approved it; undefined if they changed nothing.
 *
 * @example
 * renderChanges({ changes: [{ path: 'questions.0.title' }] }); // 'They changed questions.0.title.'
 */
export function renderChanges({
	changes,
}: Pick<RouteOutput<'getGrantRequest'>, 'changes'>): string | undefined {
	if (changes.length === 0) return undefined;
	const paths = changes.slice(0, maxListed).map(({ path }) => cleanLine(path));
	const more = changes.length - paths.length;
	return `They changed ${paths.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Seconds to wait if `--wait` has no number. */
export const defaultWait = 600;

async function requestApproval(client: Client, grant: RequiredGrant): Promise<Approval> {
	const { id, url, expires_at } = await client.requestGrant(grant);
	return { id, url, expires_at };
}

async function shouldWait(
	grant: RequiredGrant,
	approval: Approval,
	{ wait, ask, progress, open }: ApprovalOptions,
): Promise<boolean> {
	if (wait === undefined && !ask) return false;
	progress(`A person has to approve this first: ${sayAsked(grant)}.`);
	progress(`Approve it here: ${approval.url}`);
	if (wait !== undefined) return true;
	const confirmed = await ask!.confirm('Open that page and wait for the approval?');
	if (confirmed) open(approval.url);
	return confirmed;
}

/** Resolves to true when the request is approved, to false at the timeout. Throws when it is denied or expired. */
export async function waitForApproval(
	client: Client,
	id: string,
	seconds: number,
	progress: (text: string) => void,
): Promise<boolean> {
	const ends = Date.now() + seconds * 1_000;
	progress(`Waiting up to ${seconds} seconds for the approval.`);
	for (;;) {
		const { state, url, reason } = await client.getGrantRequest({ request: id });
		if (state === 'approved') return true;
		if (state === 'denied') {
			const why = reason === null ? '.' : `: “${cleanLine(reason)}”`;
			throw new Failure('approval_denied', `A person has denied this${why}`, {
				details: { request: id, url, reason },
			});
		}
		if (state === 'expired') {
			throw new Failure('approval_expired', 'The request for an approval has expired.', {
				hint: 'Run the command again to request a new approval.',
				details: { request: id },
			});
		}
		const left = ends - Date.now();
		if (left <= 0) return false;
		await pause(Math.min(2_000, left));
	}
}

function approvalRequired(
	grant: RequiredGrant,
	approval: Approval,
	argv: string[],
	cause?: unknown,
): Failure {
	// Which condition of a standing grant does not hold, or why they denied the same before.
	const reason = cause instanceof ApiError ? cause.hint : undefined;
	return new Failure(
		'approval_required',
		`A person has to approve this first: ${sayAsked(grant)}.`,
		{
			hint: [reason, 'Ask them to open the address, then run the command again.']
				.filter((part) => part !== undefined)
				.join(' '),
			details: { ...grant },
			next: [['feedback', 'grant', 'wait', approval.id], argv],
			approval,
			cause,
		},
	);
}
