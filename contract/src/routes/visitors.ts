import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { text } from '../text.ts';
import { valueSchema, valuesSchema } from '../values.ts';
import { sitePath } from './path.ts';
import { instantSchema, type Route } from './route.ts';

/** A visitor by its UUID, or an account by its ID. */
const visitorOrAccount = z.union([
	z.strictObject({ visitor: uuidSchema }),
	z.strictObject({ account: text(limits.account.id) }),
]);

export const visitorRoutes = {
	findVisitor: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/visitors/find',
		summary: 'What is known about a visitor or an account.',
		need: 'person',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: visitorOrAccount,
		output: z.object({
			subject: uuidSchema,
			account: z.string().nullable(),
			first_seen_at: instantSchema,
			last_seen_at: instantSchema,
			visitors: z.array(
				z.object({ id: uuidSchema, traits: valuesSchema, last_seen_at: instantSchema }),
			),
			/** Answers that became traits of the account, below those that the app reported. */
			answer_traits: z.array(
				z.object({
					key: z.string(),
					value: valueSchema,
					survey_id: z.string(),
					question: z.string(),
					response: uuidSchema,
					at: instantSchema,
				}),
			),
			displays: z.array(z.object({ survey_id: z.string(), state: z.string(), at: instantSchema })),
		}),
	},
	exportVisitor: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/visitors/export',
		summary: 'Everything stored about a visitor or an account.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		policy: 'exporting',
		params: sitePath,
		body: visitorOrAccount,
		output: z.record(z.string(), z.unknown()),
	},
	eraseVisitor: {
		method: 'POST',
		path: '/sites/{site}/visitors/erase',
		summary: 'Erases a visitor or an account everywhere, with a receipt of counts.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: sitePath,
		body: visitorOrAccount,
		output: z.object({
			id: uuidSchema,
			at: instantSchema,
			/** Keyed hash of the erased ID: proves the erasure later without storing the ID. */
			hash: z.string(),
			counts: z.record(z.string(), z.number().int()),
		}),
	},
} as const satisfies Record<string, Route>;
