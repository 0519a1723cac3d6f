import {
	CLIENT_CAPABILITIES_META_KEY,
	inputRequired,
	UrlElicitationRequiredError,
	type ServerContext,
} from '@modelcontextprotocol/server';
import type { RouteOutput } from '@feedback/contract';
import { z } from 'zod';

import type { ToolFailure } from './tool-failure.ts';

type GrantRequest = RouteOutput<'getGrantRequest'>;

/** The protocol's way to let a person open a page during a call, where the client offers it. */
export type Elicitation = {
	/** The request whose page the client has opened, where it repeats that. */
	given: string | undefined;
	/** Whether no earlier call gave the page of this request to the client. */
	isNew(request: Pick<GrantRequest, 'id' | 'created_at'>): boolean;
	/** What the call returns while a person has not decided. Throws it where the protocol has an error for it. */
	answer(pending: PendingDecision): ReturnType<typeof inputRequired> | undefined;
};

/** A call that continues once a person has decided on a request. */
export class PendingDecision extends Error {
	override name = 'PendingDecision';
	/** The error for a client without elicitation. */
	readonly failure: ToolFailure;
	readonly request: Pick<GrantRequest, 'id' | 'url'>;
	/** Whether this call has waited for the person. */
	readonly waited: boolean;

	constructor(
		failure: ToolFailure,
		request: Pick<GrantRequest, 'id' | 'url'>,
		{ waited }: { waited: boolean },
	) {
		super(failure.message);
		this.failure = failure;
		this.request = request;
		this.waited = waited;
	}
}

/** Times that a client repeats a call to wait on. Clients give up after ten rounds. */
const maxWaits = 6;

const capabilitiesSchema = z.object({ elicitation: z.object({ url: z.object({}) }) });
/** Whether a client that declares these capabilities opens pages for a person. */
export const opensPages = (capabilities: unknown): boolean =>
	capabilitiesSchema.safeParse(capabilities).success;

const acceptedSchema = z.object({ approval: z.object({ action: z.literal('accept') }) });

/**
 * Revision 2026-07-28: the result asks the client to open the page and to repeat the call, with a state that names the
 * request and counts the repetitions. Undefined if the client cannot, or if its person declined.
 */
export function elicitByResult({ mcpReq }: ServerContext): Elicitation | undefined {
	const envelope: Record<string, unknown> = { ...mcpReq.envelope };
	if (!opensPages(envelope[CLIENT_CAPABILITIES_META_KEY])) return undefined;
	const { inputResponses } = mcpReq;
	if (inputResponses && !acceptedSchema.safeParse(inputResponses).success) return undefined;
	// The state comes from the client. It decides nothing: the database says whether a request was approved.
	const [given, waits] = readState(mcpReq.requestState());
	return {
		given,
		isNew: () => true,
		answer({ request, message, waited }) {
			if (!waited) {
				const approval = inputRequired.elicitUrl({ url: request.url, message });
				return inputRequired({ inputRequests: { approval }, requestState: `${request.id}.0` });
			}
			if (waits >= maxWaits) return undefined;
			return inputRequired({ requestState: `${request.id}.${waits + 1}` });
		},
	};
}

function readState(state: unknown): [request: string | undefined, waits: number] {
	const [, request, waits] =
		/^([\da-f-]{36})\.(\d)$/.exec(typeof state === 'string' ? state : '') ?? [];
	return [request, Number(waits ?? 0)];
}

/**
 * Revision 2025-11-25: the first call fails with an error that names the page, after which the client repeats the call.
 * A notification that the person decided would come no sooner than the result of the repeated call.
 *
 * @param wasOpened whether an earlier call named the page of a request
 */
export function elicitByError(
	wasOpened: (request: Pick<GrantRequest, 'id' | 'created_at'>) => boolean,
): Elicitation {
	return {
		given: undefined,
		isNew: (request) => !wasOpened(request),
		answer({ request: { id, url }, message, waited }) {
			if (waited) return undefined;
			throw new UrlElicitationRequiredError(
				[{ mode: 'url', elicitationId: id, url, message }],
				message,
			);
		},
	};
}
