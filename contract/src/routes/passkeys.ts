import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { instantSchema, removedSchema, type Route } from './route.ts';

export const passkeySchema = z.object({
	id: uuidSchema,
	/** How the person recognises it; null without a name. */
	name: z.string().nullable(),
	created_at: instantSchema.nullable(),
});

const part = z.string().max(limits.passkey.credential);
const name = nameText(limits.passkey.name);

const path = '/whoami/passkeys';
const params = z.object({ passkey: uuidSchema });

export const passkeyRoutes = {
	listPasskeys: {
		method: 'GET',
		path,
		summary: 'The caller’s passkeys.',
		need: 'person',
		output: z.object({ items: z.array(passkeySchema) }),
	},
	beginPasskey: {
		method: 'POST',
		path: '/whoami/passkey-registrations',
		summary:
			'What the caller’s browser needs to create a passkey, in a page of the dashboard’s host.',
		need: 'person',
		assurance: 'none',
		output: z.object({
			registration: uuidSchema,
			/** 32 bytes as base64url, for one passkey of the caller. */
			challenge: z.string(),
			/** The dashboard’s host, to which the passkey will belong. */
			rp_id: z.string(),
			/** `id` is base64url. */
			user: z.object({ id: z.string(), name: z.string() }),
			/** The caller’s passkeys: a device that has one of them creates no second one. */
			exclude: z.array(z.object({ id: z.string(), transports: z.array(z.string()) })),
			expires_at: instantSchema,
		}),
		errors: ['conflict'],
	},
	addPasskey: {
		method: 'POST',
		path,
		summary: 'Adds the passkey that the caller’s browser created, after verifying it.',
		need: 'person',
		assurance: 'presence',
		body: z.strictObject({
			registration: uuidSchema,
			name,
			/** What `PublicKeyCredential.toJSON()` returns, without attestation. */
			credential: z.object({
				id: part,
				rawId: part,
				type: z.literal('public-key'),
				response: z.object({
					clientDataJSON: part,
					attestationObject: part,
					transports: z
						.array(z.string().regex(/^[a-z-]{1,20}$/))
						.max(8)
						.optional(),
				}),
			}),
		}),
		output: passkeySchema,
		errors: ['conflict'],
	},
	renamePasskey: {
		method: 'PATCH',
		path: `${path}/{passkey}`,
		summary: 'Renames a passkey of the caller.',
		need: 'person',
		assurance: 'presence',
		params,
		body: z.strictObject({ name }),
		output: passkeySchema,
	},
	removePasskey: {
		method: 'DELETE',
		path: `${path}/{passkey}`,
		summary: 'Removes a passkey of the caller, who can no longer confirm or sign in with it.',
		need: 'person',
		assurance: 'presence',
		params,
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
