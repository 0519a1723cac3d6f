import type { Client } from '@feedback/client';
import { ApiError } from '@feedback/client';
import { sayAsked } from '@feedback/contract';
import { setTimeout as pause } from 'node:timers/promises';

import type { Ask, Wanted } from './context.ts';
import { Failure } from './failure.ts';
import type { Approval } from './failure.ts';

type Means = {
	client: Client;
	ask: Ask | undefined;
	/** Seconds of `--wait`; nothing without it. */
	wait: number | undefined;
	/** The command, to be run again. */
	argv: string[];
	progress(text: string): void;
	open(address: string): void;
};

/** Runs it; when a person has to approve it first, asks, and with `--wait` runs it again when they have. */
export async function runApproved<Result>(
	wanted: Wanted,
	run: () => Promise<Result>,
	means: Means,
): Promise<Result> {
	try {
		return await run();
	} catch (error) {
		if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
		const approval = error.approval ?? (await requestApproval(means.client, wanted));
		if (!(await mayWait(wanted, approval, means))) {
			throw pending(wanted, approval, means.argv, error);
		}
		const seconds = means.wait ?? defaultWait;
		if (!(await waitForApproval(means.client, approval.id, seconds, means.progress))) {
			throw pending(wanted, approval, means.argv, error);
		}
		return run();
	}
}

/** Seconds of `--wait` without a number. */
export const defaultWait = 600;

async function requestApproval(client: Client, wanted: Wanted): Promise<Approval> {
	const { id, url, expires_at } = await client.requestGrant(wanted);
	return { id, url, expires_at };
}

async function mayWait(wanted: Wanted, approval: Approval, means: Means): Promise<boolean> {
	if (means.wait === undefined && !means.ask) return false;
	means.progress(`A person has to approve this first: ${sayAsked(wanted)}.`);
	means.progress(`Approve it here: ${approval.url}`);
	if (means.wait !== undefined) return true;
	const yes = await means.ask!.confirm('Open that page and wait for the approval?');
	if (yes) means.open(approval.url);
	return yes;
}

/**
 * Waits until a request is approved: true. False when the time is over first; a denied or expired request
 * is a failure.
 */
export async function waitForApproval(
	client: Client,
	id: string,
	seconds: number,
	progress: (text: string) => void,
): Promise<boolean> {
	const ends = Date.now() + seconds * 1_000;
	progress(`Waiting up to ${seconds} seconds for the approval.`);
	for (;;) {
		const { state, url } = await client.getGrantRequest({ request: id });
		if (state === 'approved') return true;
		if (state === 'denied') {
			throw new Failure('approval_denied', 'A person has denied this.', {
				details: { request: id, url },
			});
		}
		if (state === 'expired') {
			throw new Failure('approval_expired', 'The request for an approval has expired.', {
				hint: 'Run the command again: it asks anew.',
				details: { request: id },
			});
		}
		const left = ends - Date.now();
		if (left <= 0) return false;
		await pause(Math.min(2_000, left));
	}
}

/** The ordinary result of an action that nobody has approved yet. */
export function pending(
	wanted: Wanted,
	approval: Approval,
	argv: string[],
	cause?: unknown,
): Failure {
	return new Failure(
		'approval_required',
		`A person has to approve this first: ${sayAsked(wanted)}.`,
		{
			hint: 'Ask them to open the address, then run the command again.',
			details: { ...wanted },
			next: [['feedback', 'grant', 'wait', approval.id], argv],
			approval,
			cause,
		},
	);
}
