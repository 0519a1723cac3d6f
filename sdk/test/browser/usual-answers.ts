// Default responses of the tests' service, unless a script overrides them. The service checks requests with the
// contract's schemas, and remembers events and displays like the real service, with which `test/agreement`
// compares it.
import {
	answerRequestSchema,
	claimRequestSchema,
	displayRequestSchema,
	eventsRequestSchema,
	findAnswerIssues,
	identifyRequestSchema,
	valuesSchema,
	limits,
	parseInput,
	pollRequestSchema,
	reportedEventSchema,
	resetRequestSchema,
	ServiceError,
	showRequestSchema,
	uuidv7Time,
} from '@feedback/contract';
import type {
	AnswerRequest,
	Caller,
	DecisionResponse,
	DisplayResponse,
	DisplayRequest,
	EventResult,
	EventsResponse,
	EventsRequest,
	IdentifyRequest,
	ShowRequest,
} from '@feedback/contract/wire';

import { type Answer, prompt, refuse } from './answers.ts';

/** A display that the test service has reserved. */
type Known = { secret: string; state: DisplayResponse['state']; seq: number; final: boolean };

export type UsualAnswers = {
	/** Responds to a request that no script has handled. */
	answer(route: string, text: string): Answer;
	/** Remembers the events and the display of a response. */
	learn(body: unknown): void;
};

const schemas = {
	events: eventsRequestSchema,
	identify: identifyRequestSchema,
	reset: resetRequestSchema,
	show: showRequestSchema,
	claim: claimRequestSchema,
	poll: pollRequestSchema,
	display: displayRequestSchema,
	answer: answerRequestSchema,
} as const;

export function createUsualAnswers(): UsualAnswers {
	const events = new Set<string>();
	const displays = new Map<string, Known>();

	const answers: { [Route in keyof typeof schemas]: (body: never) => object } = {
		events: (body: EventsRequest) => recordEvents(body, events),
		identify: (body: IdentifyRequest) => ({ ...tellIdentity(body), now: Date.now() }),
		reset: (body: Caller) => ({ ...tellIdentity(body), now: Date.now() }),
		show: (body: ShowRequest) =>
			answerNone(body, body.decide === false ? 'duplicate' : 'no_prompt'),
		claim: answerNone,
		poll: () => ({ now: Date.now() }),
		display: (body: DisplayRequest) => moveDisplay(body, findDisplay(displays, body)),
		answer: (body: AnswerRequest) => keepAnswers(body, findDisplay(displays, body)),
	};

	return {
		answer(route, text) {
			try {
				const { body, dropped } = parseBody(findRoute(route), text);
				const answer = answers[findRoute(route)](body as never);
				return { body: { ...answer, ...(dropped.length && { dropped_traits: dropped }) } };
			} catch (error) {
				if (!(error instanceof ServiceError)) throw error;
				const { code, message, field } = error;
				return refuse(code, { message, ...(field && { field }) });
			}
		},
		learn(body) {
			const { decision, results } = (body ?? {}) as Partial<EventsResponse>;
			if (Array.isArray(results)) for (const { id } of results) events.add(id);
			if (decision?.reason !== 'displayed' || !('display' in decision)) return;
			const { id, secret } = decision.display;
			displays.set(id, { secret, state: 'reserved', seq: 0, final: false });
		},
	};
}

export const usualRoutes = Object.keys(schemas);

function findRoute(route: string): keyof typeof schemas {
	if (!(route in schemas)) throw new ServiceError('not_found');
	return route as keyof typeof schemas;
}

function parseBody(
	route: keyof typeof schemas,
	text: string,
): { body: unknown; dropped: string[] } {
	if (Buffer.byteLength(text) > limits.request.bytes) {
		const message = `The body is larger than ${limits.request.bytes} bytes.`;
		throw new ServiceError('body_too_large', { message });
	}
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch (cause) {
		throw new ServiceError('invalid_json', { cause });
	}
	const { kept, dropped } = keepGoodTraits(body);
	return { body: parseInput(schemas[route], kept), dropped };
}

/** The service connects the account without the traits that are not allowed. */
function keepGoodTraits(body: unknown): { kept: unknown; dropped: string[] } {
	const { identify } = (body ?? {}) as Partial<Caller>;
	if (!identify?.traits) return { kept: body, dropped: [] };
	const all = Object.entries(identify.traits);
	const good = all.filter(([key, value]) => valuesSchema.safeParse({ [key]: value }).success);
	return {
		kept: { ...(body as object), identify: { ...identify, traits: Object.fromEntries(good) } },
		dropped: all.filter((entry) => !good.includes(entry)).map(([key]) => key),
	};
}

function answerNone(
	body: Caller,
	reason: 'no_prompt' | 'duplicate' = 'no_prompt',
): DecisionResponse {
	return { decision: { reason }, ...tellIdentity(body), now: Date.now() };
}

/** The identity's state on a site that requires no proofs. */
const tellIdentity = ({ identify }: Caller) => identify && ({ identity: 'reported' } as const);

function recordEvents(body: EventsRequest, known: Set<string>): EventsResponse {
	const results = body.events.map((event, at) => recordEvent(event, at, known));
	const [only] = results;
	if (body.decide && only?.error) {
		throw new ServiceError('invalid_request', { ...only.error });
	}
	return {
		results,
		...(body.decide && only?.status !== 'stale' && { decision: { reason: 'no_prompt' } }),
		...tellIdentity(body),
		now: Date.now(),
	};
}

function recordEvent(event: unknown, at: number, known: Set<string>): EventResult {
	try {
		const { id } = parseInput(reportedEventSchema, event, `events.${at}`);
		const { pastHours, futureMinutes } = limits.event;
		const age = Date.now() - uuidv7Time(id);
		if (age > pastHours * 3_600_000 || -age > futureMinutes * 60_000)
			return { id, status: 'stale' };
		const status = known.has(id) ? 'duplicate' : 'recorded';
		known.add(id);
		return { id, status };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { id } = event as { id: string };
		const { code, message, field } = error;
		return { id, status: 'rejected', error: { code, message, ...(field && { field }) } };
	}
}

function findDisplay(displays: Map<string, Known>, body: DisplayRequest | AnswerRequest): Known {
	const known = displays.get(body.display);
	if (known?.secret !== body.secret) throw new ServiceError('wrong_secret', { field: 'secret' });
	return known;
}

function moveDisplay({ state }: DisplayRequest, known: Known): DisplayResponse {
	const moves =
		known.state === 'reserved' || (known.state === 'displayed' && state === 'dismissed');
	if (moves) known.state = state;
	return { state: known.state, now: Date.now() };
}

function keepAnswers({ display, seq, final, answers }: AnswerRequest, known: Known) {
	const [fault] = findAnswerIssues(prompt.questions, answers, { final });
	if (fault) {
		const { field, message } = fault;
		throw new ServiceError('invalid_answer', { field, message: `${field} ${message}` });
	}
	const fresh = !known.final && seq > known.seq;
	if (fresh) Object.assign(known, { seq, final, state: final ? 'answered' : 'displayed' });
	else if (known.final && !(final && seq === known.seq)) throw new ServiceError('already_final');
	return { response: display, seq: known.seq, final: known.final, now: Date.now() };
}
