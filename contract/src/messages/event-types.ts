import { z } from 'zod';

/** Event types that destinations can receive, and when each is sent. */
export const eventTypes = {
	'response.created': 'A visitor gave a first answer to a prompt.',
	'response.updated':
		'The answers of a response changed. Changes within a few seconds arrive as one message.',
	'response.closed':
		'A response was completed, dismissed halfway, or did not change for ten minutes.',
	'prompt.published': 'A prompt was published or resumed.',
	'prompt.paused': 'A prompt was paused.',
	'budget.reached':
		'The last display or response that a budget of a prompt or the site allows was counted.',
	'approval.requested':
		'A connection asks for an approval. Repeated once, before an undecided request expires.',
	'approval.decided': 'A person approved or denied a request.',
	'approval.expired': 'A request expired before a person decided.',
	'visitor.erased': 'A visitor was erased: delete what you stored about their visitor IDs.',
} as const;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]];

export const eventTypeSchema = z.enum(eventTypeNames, {
	error: `must be one of ${eventTypeNames.join(', ')}`,
});

/** The event types about a response, to which prompts, condition, `partial` and `include_visitor` apply. */
export const responseEventTypes = [
	'response.created',
	'response.updated',
	'response.closed',
] as const satisfies EventType[];
