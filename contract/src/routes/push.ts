import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { instantSchema, removedSchema, type Route } from './route.ts';

/** A browser in which a person is notified of approval requests. */
export const pushSubscriptionSchema = z.object({
	id: uuidSchema,
	/** SHA-256 of its endpoint in hexadecimal, by which a browser recognises its own. */
	endpoint_sha256: z.string(),
	/** Host of the push service. */
	host: z.string(),
	/** How the person recognises it, such as “Firefox on Linux”; null without a name. */
	browser: z.string().nullable(),
	created_at: instantSchema,
	/** When the push service last accepted a notification; null before the first. */
	last_delivered_at: instantSchema.nullable(),
});

/** Bytes as base64url, without padding, as `PushSubscription.toJSON()` writes keys. */
const keySchema = (length: number) =>
	z
		.string()
		.length(length)
		.regex(/^[\w-]+$/, { error: 'must be base64url' });

const path = '/whoami/push-subscriptions';

export const pushRoutes = {
	listPushSubscriptions: {
		method: 'GET',
		path,
		summary: 'The browsers in which the caller is notified of approval requests.',
		need: 'person',
		output: z.object({
			/** The service’s VAPID key, as base64url: the `applicationServerKey` of a subscription. */
			public_key: z.string(),
			items: z.array(pushSubscriptionSchema),
		}),
	},
	createPushSubscription: {
		method: 'POST',
		path,
		summary: 'Notifies the caller of approval requests in this browser, until this sign-in ends.',
		need: 'person',
		assurance: 'none',
		/** What `PushSubscription.toJSON()` returns, and a name. */
		body: z.strictObject({
			endpoint: z.url({ protocol: /^https?$/ }).max(limits.push.endpoint),
			keys: z.strictObject({ p256dh: keySchema(87), auth: keySchema(22) }),
			/** Null in every browser that is known. */
			expirationTime: z.number().nullish(),
			/** How the person recognises the browser later. */
			browser: nameText(120).optional(),
		}),
		output: pushSubscriptionSchema,
		errors: ['conflict'],
	},
	deletePushSubscription: {
		method: 'DELETE',
		path: `${path}/{subscription}`,
		summary: 'Ends the notifications in one browser of the caller.',
		need: 'person',
		assurance: 'none',
		params: z.object({ subscription: uuidSchema }),
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
