import { z } from 'zod';

import { identitySchema, uuidv7Schema } from './ingest.ts';
import { limits } from './limits.ts';
import { reasonCodes } from './reasons.ts';
import { eventNameSchema, valuesSchema } from './values.ts';

// Schemas of the reports of the app's backend. The types are in `wire.ts`; `wire.test.ts` fails when they differ.

const account = identitySchema.shape.account;

export const backendEventSchema = z.strictObject({
	id: uuidv7Schema,
	account,
	name: eventNameSchema,
	properties: valuesSchema.optional(),
});

export const backendIdentitySchema = z.strictObject({ account, traits: valuesSchema.optional() });

/** The envelope. Each item is validated separately, so one invalid item does not cause the others to be dropped. */
export const backendRequestSchema = z
	.strictObject({
		events: z.array(z.unknown()).max(limits.backend.batch).optional(),
		identify: z.array(z.unknown()).max(limits.backend.batch).optional(),
	})
	.refine(({ events = [], identify = [] }) => events.length + identify.length > 0, {
		error: 'must hold at least one item in events or identify',
	});

/** A request in which every item is valid. */
export const backendReportSchema = z.strictObject({
	events: z.array(backendEventSchema).max(limits.backend.batch).optional(),
	identify: z.array(backendIdentitySchema).max(limits.backend.batch).optional(),
});

const itemErrorSchema = z.object({
	code: z.string(),
	message: z.string(),
	field: z.string().optional(),
	hint: z.string().optional(),
});

export const backendEventResultSchema = z.object({
	id: z.string(),
	status: z.enum(['recorded', 'duplicate', 'not_captured', 'stale', 'rejected']),
	reason: z.enum(reasonCodes).optional(),
	error: itemErrorSchema.optional(),
});

export const backendIdentityResultSchema = z.object({
	account: z.string(),
	status: z.enum(['identified', 'rejected']),
	error: itemErrorSchema.optional(),
});

export const backendResponseSchema = z.object({
	events: z.array(backendEventResultSchema),
	identify: z.array(backendIdentityResultSchema),
	/** Milliseconds since 1970. */
	now: z.number(),
});
