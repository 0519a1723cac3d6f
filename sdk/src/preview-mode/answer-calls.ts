import type {
	Caller,
	Decision,
	EventsResponse,
	PreviewResponse,
	ReportedEvent,
} from '@feedback/contract/wire';

import { mintId } from '../uuid.ts';

/** The fields that a preview reads from the body of any SDK request. */
export type Body = Caller & {
	events?: ReportedEvent[];
	decide?: boolean;
	survey_id?: string;
	state?: string;
	seq?: number;
	final?: boolean;
};

/** Responds to a call that a preview does not forward to the service. */
export function answerLocally(route: string, body: Body): Response {
	const now = Date.now();
	if (route === 'events') return Response.json({ results: record(body), now });
	if (route === 'claim') return Response.json({ decision: { reason: 'no_prompt' }, now });
	const { state, seq, final } = body;
	return Response.json({ state, seq, final, identity: body.identify && 'reported', now });
}

/** Converts a decision to the call's response. A prompt is drawn even if its rules fail. */
export function answerVerdict(verdict: PreviewResponse, body: Body): Response {
	const { shows, reason = 'no_prompt', rules, prompt, proof, identity, now } = verdict;
	const facts = [{ survey_id: shows.survey_id, reason, rules }];
	const display = prompt && { id: mintId(Date.now()), secret: 'preview', prompt };
	const decision: Decision = display
		? { reason: 'displayed', display, facts }
		: { reason: 'no_prompt', facts };
	const results = record(body).map((result) => ({ ...result, ...(proof && { proof }) }));
	return Response.json({ results, decision, ...(identity && { identity }), now });
}

function record({ events = [] }: Body): EventsResponse['results'] {
	return events.map(({ id }) => ({ id, status: 'recorded' }));
}
