import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { instantSchema } from '../routes/route.ts';
import { eventTypeSchema } from './event-types.ts';

/**
 * `waiting`: to be sent, or to be sent again. `delivered`: the receiver accepted it. `failed`: given up after three
 * days. `cancelled`: its subject was deleted or erased, or a newer message replaced it.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const;

/** Outcomes of a delivery attempt. */
export const attemptOutcomes = [
	'delivered',
	/** The receiver responded with a status other than 2xx. */
	'rejected',
	/** No connection was possible, or none is allowed. */
	'unreachable',
	/** No complete response in time. */
	'timeout',
	/** Its own settings are the cause: a secret that cannot be opened, an address that is not public. */
	'misconfigured',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One attempt to deliver. Bodies are never stored. */
export const attemptSchema = z
	.object({
		number: z.number().int(),
		at: instantSchema,
		outcome: z.enum(attemptOutcomes),
		/** HTTP or SMTP status of the answer; null without one. */
		status: z.number().int().nullable(),
		/** Milliseconds until the answer, or until the attempt failed. */
		milliseconds: z.number().int(),
		/** Bytes that were sent. */
		bytes: z.number().int(),
		/** SHA-256 in hex of the body that was sent. */
		sha256: z.string().nullable(),
		/** Description of the failure; null when the message was delivered. */
		error: z.string().nullable(),
	})
	.meta({ id: 'DeliveryAttempt' });

/** An issue in a tracker that a destination created. */
export const issueLinkSchema = z
	.object({
		id: uuidSchema,
		/** What people call it, such as "acme/app#12". */
		key: z.string(),
		url: z.url(),
	})
	.meta({ id: 'IssueLink' });

/** One message for one destination. */
export const deliverySchema = z
	.object({
		/** The message's ID: `webhook-id`, the same at every attempt and for every destination. */
		message: uuidSchema,
		/** `digest` for an e-mail about many responses; `selection` for responses that a person sent. */
		type: z.union([eventTypeSchema, z.enum(['digest', 'selection'])]),
		test: z.boolean(),
		/** When it happened. */
		at: instantSchema,
		/** The response or the prompt that it is about; null for others. */
		response: uuidSchema.nullable(),
		prompt: uuidSchema.nullable(),
		state: z.enum(deliveryStates),
		attempts: z.number().int(),
		/** The issue that it created or commented on; null for kinds that create none, and before. */
		issue: issueLinkSchema.nullable(),
		/** When it is sent next; null unless it waits. */
		next_at: instantSchema.nullable(),
		/** The newest attempt; null before the first. */
		last_attempt: attemptSchema.nullable(),
	})
	.meta({ id: 'Delivery' });
