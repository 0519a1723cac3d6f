import type { RouteOutput } from '@feedback/contract';
import { setTimeout as pause } from 'node:timers/promises';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';

export type DestinationRequest = RouteOutput<'getDestinationRequest'>;
type Destination = RouteOutput<'getDestination'>;

/** Phrases a request, with the host and the data sent to it. */
export function sayRequest({ destination, host, settings }: DestinationRequest): string {
	const verb = destination === null ? 'send' : 'change a destination so that it sends';
	const visitor = settings['include_visitor'] === true ? ', with account ID and traits' : '';
	return `${verb} what this site’s visitors answer to ${host}${visitor}`;
}

/**
 * If someone can wait, waits until a person has decided on a request, and resolves to the destination. Throws
 * `approval_required` if nobody decided in time.
 */
export async function followRequest(
	context: Context,
	request: DestinationRequest,
): Promise<Destination> {
	const { client, progress, wait } = context;
	if (request.state === 'pending') {
		progress(`A person has to approve this first: ${sayRequest(request)}.`);
		progress(`Approve it here: ${request.url}`);
	}
	const seconds = await howLong(context, request);
	if (seconds > 0 && request.state === 'pending') {
		progress(`Waiting up to ${seconds} seconds for the approval.`);
	}
	const ends = Date.now() + seconds * 1_000;
	for (let now = request; ; now = await client.getDestinationRequest({ request: request.id })) {
		if (now.state === 'denied') {
			throw new Failure('approval_denied', 'A person has denied this.', {
				details: { request: now.id, url: now.url },
			});
		}
		if (now.state === 'expired') {
			throw new Failure('approval_expired', 'The request for an approval has expired.', {
				hint: 'Run the command again to request a new approval.',
				details: { request: now.id },
			});
		}
		if (now.state === 'approved') return readResult(context, now);
		const left = ends - Date.now();
		if (left <= 0) throw approvalRequired(now, wait);
		await pause(Math.min(1_000, left));
	}
}

async function howLong(
	{ wait, ask, open }: Context,
	{ state, url }: DestinationRequest,
): Promise<number> {
	if (wait !== undefined || state !== 'pending' || !ask) return wait ?? 0;
	if (!(await ask.confirm('Open that page and wait for the approval?'))) return 0;
	open(url);
	return 600;
}

function readResult(
	{ client, withApproval }: Context,
	{ site, result }: DestinationRequest,
): Promise<Destination> {
	return withApproval({ action: 'response:read', site }, () =>
		client.getDestination({ site, destination: result! }),
	);
}

function approvalRequired(request: DestinationRequest, wait: number | undefined): Failure {
	const { id, url, expires_at } = request;
	return new Failure(
		'approval_required',
		`A person has to approve this first: ${sayRequest(request)}.`,
		{
			hint:
				wait === undefined
					? 'Ask them to open the address, and wait for their decision.'
					: 'Nobody has decided in time. Ask them to open the address, and wait again.',
			next: [['feedback', 'webhook', 'wait', id, '--wait']],
			approval: { id, url, expires_at },
		},
	);
}
