import { ServiceError } from '@feedback/contract';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { poll } from './claim-waiting.ts';
import { claim, identify, reset, show, type RequestContext } from './database.ts';
import type { Decided } from './decided.ts';
import { earlyResponse, toDecision } from './decision.ts';
import { describePage } from './page-settings.ts';
import { readRequestContext, type Call } from './request-context.ts';
import type { Result } from './result.ts';
import type {
	ClaimRequest,
	DecisionResponse,
	IdentifyResponse,
	IdentityState,
	IdentifyRequest,
	PollRequest,
	PollResponse,
	ResetResponse,
	ResetRequest,
	ShowRequest,
} from '../../../contract/src/wire.ts';

/** `POST /sdk/identify` */
export async function connectAccount(
	call: Call,
	request: IdentifyRequest,
): Promise<Result<IdentifyResponse>> {
	const { requestContext, identity } = await readRequestContext(call, request);
	if (!identity) throw new ServiceError('invalid_request', { field: 'identify' });
	// A refused identity is never stored.
	if (identity === 'refused') return { body: { identity, now: call.now } };
	const { now } = await identify(call.sql, requestContext);
	return { body: { identity, ...describePolling(call), ...describePage(call.site), now } };
}

/** `POST /sdk/reset` */
export async function endVisit(call: Call, request: ResetRequest): Promise<Result<ResetResponse>> {
	const { requestContext, identity } = await readRequestContext(call, request);
	// Events that still wait in the browser belong to this account.
	if (requestContext.identify) await identify(call.sql, requestContext);
	const { now } = await reset(call.sql, requestContext);
	return { body: { ...(identity && { identity }), now } };
}

/** `POST /sdk/show` */
export async function showPrompt(
	call: Call,
	request: ShowRequest,
): Promise<Result<DecisionResponse>> {
	const { requestContext, identity } = await readRequestContext(call, request);
	const display = request.decide === false ? null : mintUuidv7(call.now);
	const shown = await show(call.sql, requestContext, request.id, request.survey_id, display);
	return answerDecision(call, requestContext, shown, identity);
}

/** `POST /sdk/claim` */
export async function claimPrompt(
	call: Call,
	request: ClaimRequest,
): Promise<Result<DecisionResponse>> {
	const { requestContext, identity } = await readRequestContext(call, request);
	const claimed = await claim(call.sql, requestContext, request.event, mintUuidv7(call.now));
	return answerDecision(call, requestContext, claimed, identity);
}

/** `POST /sdk/poll` */
export async function pollPrompt(call: Call, request: PollRequest): Promise<Result<PollResponse>> {
	const { now, sql } = call;
	const { requestContext, identity } = await readRequestContext(call, request);
	if (requestContext.identify) await identify(sql, requestContext);
	const decided = await poll(sql, requestContext, request.id, mintUuidv7(now));
	if (decided) return answerDecision(call, requestContext, { decided, now }, identity);
	return { body: { ...(identity && { identity }), ...describePolling(call), now } };
}

/** The part of a response that allows an idle page to poll. */
export function describePolling({ site, now }: Call): { poll?: string } {
	return site.hasBackendPrompt ? { poll: mintUuidv7(now) } : {};
}

function answerDecision(
	call: Call,
	requestContext: RequestContext,
	{ decided, now }: { decided: Decided; now: number },
	identity: IdentityState | undefined,
): Result<DecisionResponse> {
	const decision = toDecision(call, requestContext, decided);
	const about = { ...describePolling(call), ...describePage(call.site) };
	const body = { decision, ...(identity && { identity }), ...about, now };
	return { body, ...earlyResponse(decided) };
}
