import { z } from 'zod';

import {
	createdDestinationSchema,
	destinationRequestSchema,
	destinationSchema,
} from '../destinations/destination.ts';
import {
	destinationChangeSchema,
	destinationSettingsSchema,
	emailAddressSchema,
} from '../destinations/settings.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { attemptSchema, deliverySchema, deliveryStates } from '../messages/delivery.ts';
import { eventTypeSchema } from '../messages/event-types.ts';
import { webhookSecretSchema } from '../messages/webhook-secret.ts';
import { sitePath } from './path.ts';
import {
	flagSchema,
	dayOrTimeSchema,
	instantSchema,
	page,
	pageQuery,
	removedSchema,
	type Route,
} from './route.ts';

const destinationPath = sitePath.extend({ destination: uuidSchema });
const deliveryPath = destinationPath.extend({ message: uuidSchema });
const requestPath = z.object({ request: uuidSchema });
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be a SHA-256 in hex' });

/** Managing destinations: where a site's responses and changes are sent. */
export const destinationRoutes = {
	listDestinations: {
		method: 'GET',
		path: '/sites/{site}/destinations',
		summary: 'The destinations of a site, the oldest first; never their secrets.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		output: page(destinationSchema),
		errors: ['approval_required'],
	},
	getDestination: {
		method: 'GET',
		path: '/sites/{site}/destinations/{destination}',
		summary: 'A destination and its state.',
		need: 'response:read',
		role: 'viewer',
		params: destinationPath,
		output: destinationSchema,
		errors: ['approval_required'],
	},
	createDestination: {
		method: 'POST',
		path: '/sites/{site}/destinations',
		summary: 'Creates a destination. The secret of a webhook is shown once.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: sitePath,
		body: destinationSettingsSchema,
		output: createdDestinationSchema,
		errors: ['conflict', 'rate_limited'],
	},
	updateDestination: {
		method: 'PATCH',
		path: '/sites/{site}/destinations/{destination}',
		summary: 'Changes the given settings.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: destinationPath,
		body: destinationChangeSchema,
		output: destinationSchema,
		errors: ['rate_limited'],
	},
	pauseDestination: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/pause',
		summary: 'Pauses a destination: waiting messages are kept, and no new ones are added.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: destinationPath,
		output: destinationSchema,
	},
	resumeDestination: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/resume',
		summary: 'Resumes a paused destination. Redelivery can send what happened in the meantime.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: destinationPath,
		output: destinationSchema,
	},
	deleteDestination: {
		method: 'DELETE',
		path: '/sites/{site}/destinations/{destination}',
		summary: 'Deletes a destination with its deliveries and its log.',
		need: 'person',
		role: 'owner',
		assurance: 'recent',
		params: destinationPath,
		output: removedSchema,
	},
	resendConfirmation: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/recipients/confirmation',
		summary: `Sends the confirmation e-mail of a recipient again, at most once in ${limits.destination.confirmationHours} hour.`,
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: destinationPath,
		body: z.strictObject({ address: emailAddressSchema }),
		output: destinationSchema,
		errors: ['conflict', 'rate_limited'],
	},
	rotateDestinationSecret: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/secret',
		summary: `Adds a new secret, shown once. Requests are signed with both until the rotation is finished, for at most ${limits.destination.rotationDays} days.`,
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: destinationPath,
		body: z.strictObject({
			/** Your own secret; without it, the service creates one. */
			secret: webhookSecretSchema.optional(),
		}),
		output: z.object({ secret: webhookSecretSchema, rotation_ends_at: instantSchema }),
		errors: ['conflict'],
	},
	finishDestinationRotation: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/secret/finish',
		summary: 'Ends a rotation: from now on, requests are signed only with the new secret.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: destinationPath,
		body: z.strictObject({
			/** Must repeat the new secret, so that the receiver is known to have it. */
			secret: webhookSecretSchema,
		}),
		output: destinationSchema,
		errors: ['conflict', 'wrong_secret'],
	},
	testDestination: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/test',
		summary: 'Sends a sample to a destination. The delivery shows the result.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: destinationPath,
		body: z.strictObject({
			/** Event type of the sample; `response.closed` by default. */
			type: eventTypeSchema.default('response.closed'),
		}),
		output: deliverySchema,
		errors: ['approval_required', 'conflict'],
	},
	listDeliveries: {
		method: 'GET',
		path: '/sites/{site}/destinations/{destination}/deliveries',
		summary: `The deliveries of a destination of the last ${limits.delivery.retentionDays} days, newest first.`,
		need: 'response:read',
		role: 'viewer',
		params: destinationPath,
		query: pageQuery.extend({
			state: z.enum(deliveryStates).optional(),
			type: eventTypeSchema.optional(),
			since: dayOrTimeSchema.optional(),
			until: dayOrTimeSchema.optional(),
		}),
		output: page(deliverySchema),
		errors: ['approval_required'],
	},
	getDelivery: {
		method: 'GET',
		path: '/sites/{site}/destinations/{destination}/deliveries/{message}',
		summary: 'A delivery with all its attempts.',
		need: 'response:read',
		role: 'viewer',
		params: deliveryPath,
		output: deliverySchema.extend({ log: z.array(attemptSchema) }),
		errors: ['approval_required'],
	},
	redeliverMessage: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/deliveries/{message}/redeliver',
		summary: 'Sends a message again, with the same ID.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: deliveryPath,
		output: deliverySchema,
		errors: ['approval_required', 'conflict'],
	},
	redeliverMessages: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/redeliver',
		summary: `Sends everything in a period again, including what happened while the destination was paused; at most ${limits.delivery.redelivered} messages.`,
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: destinationPath,
		body: z
			.strictObject({
				since: dayOrTimeSchema,
				until: dayOrTimeSchema,
				/** Whether delivered messages are included. */
				delivered: flagSchema.default(false),
			})
			.refine(({ since, until }) => Date.parse(since) < Date.parse(until), {
				error: 'must be later than since',
				path: ['until'],
			}),
		output: z.object({
			/** Number of messages that now wait because of this request. */
			messages: z.number().int(),
			/** Time from which to ask again, if there are more. */
			next: instantSchema.nullable(),
		}),
		errors: ['approval_required', 'conflict'],
	},
	requestDestination: {
		method: 'POST',
		path: '/sites/{site}/destination-requests',
		summary:
			'A connection asks its person for a destination. Approving it creates the destination; the connection never does.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: destinationSettingsSchema,
		output: destinationRequestSchema,
		errors: ['approval_required', 'conflict', 'forbidden', 'rate_limited'],
	},
	requestDestinationChange: {
		method: 'POST',
		path: '/sites/{site}/destinations/{destination}/requests',
		summary: 'A connection asks its person to change a destination.',
		need: 'response:read',
		role: 'viewer',
		assurance: 'none',
		params: destinationPath,
		body: destinationChangeSchema,
		output: destinationRequestSchema,
		errors: ['approval_required', 'forbidden', 'rate_limited'],
	},
	listDestinationRequests: {
		method: 'GET',
		path: '/destination-requests',
		summary: 'For a person: requests to them. For a connection: its own requests.',
		need: 'connection',
		query: pageQuery.extend({
			state: z.enum(['pending', 'approved', 'denied', 'expired']).optional(),
		}),
		output: page(destinationRequestSchema),
	},
	getDestinationRequest: {
		method: 'GET',
		path: '/destination-requests/{request}',
		summary: 'One request and its state.',
		need: 'connection',
		params: requestPath,
		output: destinationRequestSchema,
	},
	approveDestinationRequest: {
		method: 'POST',
		path: '/destination-requests/{request}/approve',
		summary: 'Approves a request and carries it out. The secret of a new webhook is shown once.',
		need: 'person',
		assurance: 'presence',
		params: requestPath,
		body: z.strictObject({
			/** Must repeat the hash of the request as it was shown. */
			sha256,
		}),
		output: createdDestinationSchema,
		errors: ['conflict'],
	},
	denyDestinationRequest: {
		method: 'POST',
		path: '/destination-requests/{request}/deny',
		summary: 'Denies a request.',
		need: 'person',
		assurance: 'none',
		params: requestPath,
		output: destinationRequestSchema,
		errors: ['conflict'],
	},
} as const satisfies Record<string, Route>;
