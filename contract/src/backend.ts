import { z } from 'zod';

import { identitySchema, uuidv7Schema } from './ingest.ts';
import { limits } from './limits.ts';
import { eventNameSchema, valuesSchema } from './values.ts';

// Schemas of what the app's backend reports. The types are in `wire.ts`; `wire.test.ts` fails when they differ.

const account = identitySchema.shape.account;

export const backendEventSchema = z.strictObject({
	id: uuidv7Schema,
	account,
	name: eventNameSchema,
	properties: valuesSchema.optional(),
});

export const backendIdentitySchema = z.strictObject({ account, traits: valuesSchema.optional() });

/** The envelope. Each item is checked on its own, so that one bad item does not lose the others. */
export const backendRequestSchema = z
	.strictObject({
		events: z.array(z.unknown()).max(limits.backend.batch).optional(),
		identify: z.array(z.unknown()).max(limits.backend.batch).optional(),
	})
	.refine(({ events = [], identify = [] }) => events.length + identify.length > 0, {
		error: 'must hold at least one item in events or identify',
	});
