// Responses of the scripted service, built from the contract's schemas and tables.
import {
	errors,
	localizePrompt,
	promptSchema,
	type ErrorCode,
	type PromptInput,
} from '@feedback/contract';
import type {
	Decision,
	Display,
	ErrorResponse,
	EventsResponse,
	EventsRequest,
	PromptToDraw,
	WireError,
} from '@feedback/contract/wire';

export type Answer = {
	/** HTTP status; by default that of the real service. */
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
	/** The page is not allowed to read the response. */
	unreadable?: boolean;
	/** The body is delayed until this is done. */
	bodyAfter?: () => Promise<unknown>;
};

/** The prompt of the tests as its author wrote it. */
export const authoredPrompt = {
	survey_id: 'export-experience',
	name: 'How was the export?',
	language: 'en',
	questions: [
		{
			id: 'score',
			type: 'rating',
			style: 'numbers',
			scale: 5,
			title: 'How was the export?',
			required: true,
		},
		{ id: 'why', type: 'long_text', title: 'Why?', required: false, max_length: 500 },
	],
	appearance: { theme: 'light', font: 'system', position: 'bottom_right' },
} as const satisfies PromptInput;

export const prompt = promptSchema.parse(authoredPrompt);

let displays = 0;

/** A decision to display the prompt, with a fresh display. */
export function displayPrompt(
	more: Partial<PromptToDraw> = {},
): Decision & { reason: 'displayed'; display: Display } {
	const id = `018bcfe5-6800-7000-8000-${String(++displays).padStart(12, '0')}`;
	return {
		reason: 'displayed',
		display: { id, secret: 's'.repeat(32), prompt: { ...localizePrompt(prompt, 1), ...more } },
	};
}

/** Records the events and decides on the only one, if requested. */
export function answerEvents(body: EventsRequest, decision: Decision): EventsResponse {
	return {
		results: body.events.map(({ id }) => ({ id, status: 'recorded' })),
		...(body.decide && { decision }),
		now: Date.now(),
	};
}

type Refusal = Answer & { status: number; body: ErrorResponse };

/** Seconds after which a request may be retried. */
const retrySeconds: Partial<Record<ErrorCode, number>> = {
	rate_limited: 1,
	unavailable: 2,
	internal: 5,
};

/** The response to a request that fails. */
export function refuse(
	code: ErrorCode,
	{ retryAfter = retrySeconds[code], ...detail }: Partial<WireError> & { retryAfter?: number } = {},
): Refusal {
	const request_id = crypto.randomUUID();
	const headers = { 'x-request-id': request_id };
	return {
		status: errors[code].status,
		unreadable: code === 'origin_not_allowed',
		headers: { ...headers, ...(retryAfter && { 'retry-after': String(retryAfter) }) },
		body: { error: { code, message: errors[code].message, ...detail, request_id } },
	};
}
