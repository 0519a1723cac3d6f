import { ServiceError } from '@feedback/contract';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { claim, identify, reset, show, type Decided, type Visit } from './database.ts';
import { tellAhead, tellDecision } from './decision.ts';
import { receiveVisit, type Call } from './visit.ts';
import type { Told } from './told.ts';
import type {
	ClaimRequest,
	DecisionAnswer,
	IdentifyAnswer,
	IdentityState,
	IdentifyRequest,
	ResetAnswer,
	ResetRequest,
	ShowRequest,
} from '../../../contract/src/wire.ts';

/** `POST /sdk/identify` */
export async function connectAccount(
	call: Call,
	request: IdentifyRequest,
): Promise<Told<IdentifyAnswer>> {
	const { visit, identity } = await receiveVisit(call, request);
	if (!identity) throw new ServiceError('invalid_request', { field: 'identify' });
	// A refused identity is not written anywhere.
	if (identity === 'refused') return { body: { identity, now: call.now } };
	const { now } = await identify(call.sql, visit);
	return { body: { identity, now } };
}

/** `POST /sdk/reset` */
export async function endVisit(call: Call, request: ResetRequest): Promise<Told<ResetAnswer>> {
	const { visit } = await receiveVisit(call, request);
	const { now } = await reset(call.sql, visit);
	return { body: { now } };
}

/** `POST /sdk/show` */
export async function showPrompt(call: Call, request: ShowRequest): Promise<Told<DecisionAnswer>> {
	const { visit, identity } = await receiveVisit(call, request);
	const display = mintUuidv7(call.now);
	const shown = await show(call.sql, visit, request.id, request.survey_id, display);
	return answerDecision(call, visit, shown, identity);
}

/** `POST /sdk/claim` */
export async function claimPrompt(
	call: Call,
	request: ClaimRequest,
): Promise<Told<DecisionAnswer>> {
	const { visit, identity } = await receiveVisit(call, request);
	const claimed = await claim(call.sql, visit, request.event, mintUuidv7(call.now));
	return answerDecision(call, visit, claimed, identity);
}

function answerDecision(
	call: Call,
	visit: Visit,
	{ decided, now }: { decided: Decided; now: number },
	identity: IdentityState | undefined,
): Told<DecisionAnswer> {
	const decision = tellDecision(call, visit, decided);
	return { body: { decision, ...(identity && { identity }), now }, ...tellAhead(decided) };
}
