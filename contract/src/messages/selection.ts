import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText, text } from '../text.ts';

/** Responses that a person sends to a destination, as one message. */
export const selectionSchema = z.strictObject({
	/** The responses, in their order in the message. */
	responses: z
		.array(uuidSchema)
		.min(1, { error: 'must name at least one response' })
		.max(limits.delivery.sentResponses)
		.transform((responses) => [...new Set(responses)]),
	/** Heading of the message. */
	title: nameText(limits.delivery.sentTitle),
	/** What the person adds to it. */
	note: text(limits.delivery.sentNote).optional(),
	/** Whether the message contains what visitors wrote. */
	words: z.boolean().default(false),
	/** UUID of an issue that this destination created: the message becomes a comment on it. */
	issue: uuidSchema.optional(),
	/** The list in the dashboard to which the message links: a page of the site, and its filter as in the URL. */
	list: z
		.strictObject({
			page: z.enum(['responses', 'inbox']),
			query: z.string().max(limits.delivery.sentQuery),
		})
		.optional(),
});

export type Selection = z.output<typeof selectionSchema>;

/** A message for people as plain text, which Slack and e-mails draw in their own ways. */
export const messageTextSchema = z.object({
	title: z.string(),
	/** What the sender added; null without it. */
	note: z.string().nullable(),
	/** A heading and, where there is one, a text below it. */
	answers: z.array(
		z.object({
			question: z.string(),
			answer: z.string(),
			/** The answer in the dashboard; null without a link. */
			url: z.string().nullable(),
		}),
	),
	/** Short statements, such as who sent it. */
	facts: z.array(z.string()),
	links: z.array(z.object({ label: z.string(), url: z.string() })),
});
