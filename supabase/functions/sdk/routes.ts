import {
	answerRequestSchema,
	claimRequestSchema,
	displayRequestSchema,
	eventsRequestSchema,
	identifyRequestSchema,
	parseInput,
	pollRequestSchema,
	previewRequestSchema,
	resetRequestSchema,
	showRequestSchema,
} from '@feedback/contract';
import type { z } from 'zod';

import { openDebugToken } from '../_shared/secrets/debug-token.ts';
import { recordAnswers, reportDisplay } from './answer.ts';
import { claimPrompt, connectAccount, endVisit, pollPrompt, showPrompt } from './calls.ts';
import { recordEvents } from './events.ts';
import { dropWrongTraits } from './drop-traits.ts';
import { previewPrompt } from './preview.ts';
import type { Result } from './result.ts';
import type { Call } from './request-context.ts';
import type { Guards } from '../_shared/http/body.ts';

/** A request whose body was parsed and whose site is not loaded yet. */
type ParsedRequest = {
	site: string;
	run(call: Call): Promise<Result<object>>;
	/** Whether a member's page sent this: it has a debug token, or the secret of a display that such a page received. */
	isMembers(call: Call): boolean;
};

/** Parses a body and returns its site. */
export type ParseRequest = (body: unknown, guards: Guards) => ParsedRequest;

function post<Schema extends z.ZodType<{ site: string }>>(
	schema: Schema,
	run: (call: Call, request: z.output<Schema>) => Promise<Result<object>>,
): ParseRequest {
	return (sent, guards) => {
		const { body, dropped } = dropWrongTraits(sent, guards);
		guards.checkValue(body, '');
		const request = parseInput(schema, body);
		return describe(request, (call) => nameDropped(run(call, request), dropped));
	};
}

function describe(
	request: { site: string; debug?: string | undefined; secret?: string },
	run: ParsedRequest['run'],
): ParsedRequest {
	const { site, debug, secret } = request;
	return {
		site,
		run,
		isMembers: ({ service, site: { id }, now }) =>
			secret !== undefined ||
			(debug !== undefined && openDebugToken(service.keyring, id, debug, now) !== undefined),
	};
}

/** Adds the names of traits that were dropped to a response. */
async function nameDropped(
	running: Promise<Result<object>>,
	dropped: string[],
): Promise<Result<object>> {
	const result = await running;
	if (!dropped.length) return result;
	return { ...result, body: { ...result.body, dropped_traits: dropped } };
}

// Each event is validated separately, so one invalid event does not cause the others to be dropped.
const events: ParseRequest = (sent, guards) => {
	const { body, dropped } = dropWrongTraits(sent, guards);
	guards.checkValue(withoutEvents(body), '');
	const request = parseInput(eventsRequestSchema, body);
	return describe(request, (call) => nameDropped(recordEvents(call, request), dropped));
};

function withoutEvents(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'events'));
}

/** The POST routes below `/sdk`. */
export const routes: ReadonlyMap<string, ParseRequest> = new Map([
	['/events', events],
	['/identify', post(identifyRequestSchema, connectAccount)],
	['/reset', post(resetRequestSchema, endVisit)],
	['/show', post(showRequestSchema, showPrompt)],
	['/claim', post(claimRequestSchema, claimPrompt)],
	['/poll', post(pollRequestSchema, pollPrompt)],
	['/preview', post(previewRequestSchema, previewPrompt)],
	['/display', post(displayRequestSchema, reportDisplay)],
	['/answer', post(answerRequestSchema, recordAnswers)],
]);
