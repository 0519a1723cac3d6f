import {
	answerRequestSchema,
	claimRequestSchema,
	displayRequestSchema,
	eventsRequestSchema,
	identifyRequestSchema,
	parseInput,
	previewRequestSchema,
	resetRequestSchema,
	showRequestSchema,
} from '@feedback/contract';
import type { z } from 'zod';

import { recordAnswers, reportDisplay } from './answer.ts';
import { claimPrompt, connectAccount, endVisit, showPrompt } from './calls.ts';
import { recordEvents } from './events.ts';
import { previewPrompt } from './preview.ts';
import type { Told } from './told.ts';
import type { Call } from './visit.ts';
import type { Guards } from '../_shared/body.ts';

/** A body that was parsed, waiting for its site. */
type Prepared = { site: string; run(call: Call): Promise<Told<unknown>> };

/** Parses a body and says which site it is about. */
export type Prepare = (body: unknown, guards: Guards) => Prepared;

function post<Schema extends z.ZodType<{ site: string }>>(
	schema: Schema,
	run: (call: Call, request: z.output<Schema>) => Promise<Told<unknown>>,
): Prepare {
	return (body, guards) => {
		guards.checkValue(body, '');
		const request = parseInput(schema, body);
		return { site: request.site, run: (call) => run(call, request) };
	};
}

// Each event is checked by itself, so that a bad one does not lose the others.
const events: Prepare = (body, guards) => {
	guards.checkValue(withoutEvents(body), '');
	const request = parseInput(eventsRequestSchema, body);
	return { site: request.site, run: (call) => recordEvents(call, request) };
};

function withoutEvents(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return Object.fromEntries(Object.entries(body).filter(([key]) => key !== 'events'));
}

/** The POST routes below `/sdk`. */
export const routes: ReadonlyMap<string, Prepare> = new Map([
	['/events', events],
	['/identify', post(identifyRequestSchema, connectAccount)],
	['/reset', post(resetRequestSchema, endVisit)],
	['/show', post(showRequestSchema, showPrompt)],
	['/claim', post(claimRequestSchema, claimPrompt)],
	['/preview', post(previewRequestSchema, previewPrompt)],
	['/display', post(displayRequestSchema, reportDisplay)],
	['/answer', post(answerRequestSchema, recordAnswers)],
]);
