import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { instantSchema, page, type Route } from './route.ts';

/** A secret key with which the app's backend reports events. The key itself is shown once, when it is created. */
export const siteKeySchema = z.object({
	id: uuidSchema,
	name: z.string(),
	/** The first characters of the key. */
	prefix: z.string(),
	created_at: instantSchema,
	/** Accurate to the hour; `null` if it has never reported anything. */
	last_used_at: instantSchema.nullable(),
	/** `null` while the key is live; revoked keys are listed for 90 days. */
	revoked_at: instantSchema.nullable(),
	/** The last web page that sent the key, which makes it public: revoke it. */
	browser_use: z.object({ origin: z.string(), at: instantSchema }).nullable(),
});

const sitePath = z.object({ site: uuidSchema });
const keyPath = sitePath.extend({ key: uuidSchema });

export const siteKeyRoutes = {
	listSiteKeys: {
		method: 'GET',
		path: '/sites/{site}/site-keys',
		summary: 'The site keys of a site, newest first; never the keys themselves.',
		need: 'connection',
		role: 'owner',
		params: sitePath,
		output: page(siteKeySchema),
	},
	createSiteKey: {
		method: 'POST',
		path: '/sites/{site}/site-keys',
		summary: 'Creates a site key, at most two active ones per site.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: sitePath,
		body: z.strictObject({ name: nameText(limits.backend.keyName) }),
		output: siteKeySchema.extend({
			/** `fbs_…`, shown only once. */
			secret: z.string(),
		}),
		errors: ['conflict'],
	},
	revokeSiteKey: {
		method: 'DELETE',
		path: '/sites/{site}/site-keys/{key}',
		summary: 'Revokes a site key at once.',
		need: 'person',
		role: 'owner',
		assurance: 'recent',
		params: keyPath,
		output: siteKeySchema,
	},
} as const satisfies Record<string, Route>;
