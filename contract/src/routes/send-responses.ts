import { z } from 'zod';

import { assuranceForWords } from '../assurance.ts';
import { destinationKinds } from '../destinations/destination-kind.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { deliverySchema, issueLinkSchema } from '../messages/delivery.ts';
import { messageTextSchema, selectionSchema } from '../messages/selection.ts';
import { sitePath } from './path.ts';
import { instantSchema, type Route } from './route.ts';

const destinationPath = sitePath.extend({ destination: uuidSchema });

const issueSchema = issueLinkSchema.extend({
	destination: uuidSchema,
	/** The heading that a member wrote, or the name of the prompt. */
	title: z.string(),
	/** How many responses it has; deleted ones are not counted. */
	responses: z.number().int(),
	/** Names of the tags that `like` shares with it. */
	tags: z.array(z.string()),
	created_at: instantSchema,
});

/** Sending chosen responses to the team, by a destination that exists. */
export const sendRoutes = {
	previewResponses: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/destinations/{destination}/responses/preview',
		summary: 'The message that sending these responses would send; sends nothing.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: destinationPath,
		body: selectionSchema,
		output: z.object({ kind: z.enum(destinationKinds), message: messageTextSchema }),
		errors: ['conflict'],
	},
	sendResponses: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/responses',
		summary: `Sends up to ${limits.delivery.sentResponses} responses as one message: to Slack, by e-mail, or as an issue or a comment. What visitors wrote needs an owner.`,
		need: 'person',
		role: 'editor',
		assurance: assuranceForWords,
		policy: 'exporting',
		params: destinationPath,
		body: selectionSchema,
		output: deliverySchema,
		errors: ['conflict', 'rate_limited'],
		idempotent: true,
	},
	listIssues: {
		method: 'GET',
		path: '/sites/{site}/issues',
		summary: `Issues that destinations created, at most ${limits.delivery.listedIssues}: the newest first.`,
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: z.object({
			/** Only those with this response. */
			response: uuidSchema.optional(),
			/** Those with a response that has a tag of this one come first. */
			like: uuidSchema.optional(),
		}),
		output: z.object({ items: z.array(issueSchema) }),
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
