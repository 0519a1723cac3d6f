import { z } from 'zod';

import { assuranceForWords } from '../assurance.ts';
import { destinationKinds } from '../destinations/destination-kind.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { deliverySchema } from '../messages/delivery.ts';
import { messageTextSchema, selectionSchema } from '../messages/selection.ts';
import { sitePath } from './path.ts';
import type { Route } from './route.ts';

const destinationPath = sitePath.extend({ destination: uuidSchema });

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
		summary: `Sends up to ${limits.delivery.sentResponses} responses to a Slack or e-mail destination as one message. What visitors wrote needs an owner.`,
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
} as const satisfies Record<string, Route>;
