import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { instanceSettingsSchema } from '../instance-settings.ts';
import { launcherSchema, newLauncherSchema } from '../launcher.ts';
import {
	rateLimitsSchema,
	retentionSchema,
	siteAppearanceSchema,
	siteLimitsSchema,
	siteSettingsSchema,
	timeZoneSchema,
} from '../site-settings.ts';
import { nameText } from '../text.ts';
import { sitePath, workspacePath } from './path.ts';
import { instantSchema, page, pageQuery, removedSchema, type Route } from './route.ts';
import { promptStateSchema } from './stored-prompt.ts';

/** Name of the site with sample data of a workspace. */
export const sampleSiteName = 'Sample data';

export const siteSchema = z.object({
	id: uuidSchema,
	workspace: uuidSchema,
	site_id: z.string(),
	name: z.string(),
	/** The site has sample data only: its answers are made up, and no app reaches it. */
	sample: z.boolean(),
	created_at: instantSchema,
	first_event_at: instantSchema.nullable(),
});

/** A key that signs event and identity proofs. The key itself is shown once, when it is created. */
export const proofKeySchema = z.object({
	/** The `kid` of the proofs it signs. */
	kid: z.string(),
	alg: z.enum(['HS256', 'EdDSA']),
	/** Both verify; a newer key makes the older `verify_only`. */
	status: z.enum(['active', 'verify_only']),
	created_at: instantSchema,
	/** Accurate to the hour; `null` if it has never verified a proof. */
	last_used_at: instantSchema.nullable(),
});

const keyOrigin = z.discriminatedUnion('alg', [
	z.strictObject({ alg: z.literal('HS256') }),
	z.strictObject({
		alg: z.literal('EdDSA'),
		/** The 32 bytes of the Ed25519 public key as base64url; the private key stays with you. */
		public_key: z
			.string()
			.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/, {
				error: 'must be the 32 bytes of an Ed25519 public key as base64url',
			}),
	}),
]);

/** The stored settings of a site. */
export const storedSettingsSchema = siteSettingsSchema.extend({
	/** Identifies this state; a change can require that it is still current. */
	etag: z.string(),
	/** The highest values that the operator of the service lets sites set. Where a stored value is higher, they apply. */
	maximums: instanceSettingsSchema,
});

/** The button of a site that opens one prompt, with the state of that prompt. */
export const storedLauncherSchema = z.object({
	/** Null for none. */
	launcher: launcherSchema.nullable(),
	/** The prompt that it opens; visitors see the button while it is published. Null without one. */
	prompt: z.object({ id: uuidSchema, name: z.string(), state: promptStateSchema }).nullable(),
});

// Without the defaults: omitted fields do not change.
const settingsChangeSchema = siteSettingsSchema
	.extend({
		origins: siteSettingsSchema.shape.origins.unwrap(),
		capture: siteSettingsSchema.shape.capture.unwrap(),
		limits: siteLimitsSchema,
		appearance: siteAppearanceSchema,
		launcher: newLauncherSchema.nullable(),
		retention: retentionSchema,
		rate_limits: rateLimitsSchema,
		identity_proofs: siteSettingsSchema.shape.identity_proofs.unwrap(),
		presence: siteSettingsSchema.shape.presence.unwrap(),
		answer_context: siteSettingsSchema.shape.answer_context.unwrap(),
		ask_in_words: siteSettingsSchema.shape.ask_in_words.unwrap(),
		detect_bots: siteSettingsSchema.shape.detect_bots.unwrap(),
		time_zone: timeZoneSchema,
		/**
		 * ETag of the settings that were read: if they have changed since, the change is refused. Not
		 * checked if omitted.
		 */
		etag: z.string().max(64),
	})
	.partial();

export const siteRoutes = {
	listSites: {
		method: 'GET',
		path: '/workspaces/{workspace}/sites',
		summary: 'The sites of a workspace that the caller may see.',
		need: 'connection',
		role: 'viewer',
		params: workspacePath,
		query: pageQuery,
		output: page(siteSchema),
	},
	createSite: {
		method: 'POST',
		path: '/workspaces/{workspace}/sites',
		summary: 'Creates a site.',
		need: 'site:create',
		role: 'editor',
		assurance: 'none',
		params: workspacePath,
		body: z.strictObject({ name: nameText(120), id: uuidSchema.optional() }),
		output: siteSchema,
		errors: ['approval_required'],
		idempotent: true,
	},
	addSampleSite: {
		method: 'POST',
		path: '/workspaces/{workspace}/sample-site',
		summary:
			'Creates a site with sample data: prompts, displays and answers that are made up. A workspace has one at most.',
		need: 'site:create',
		role: 'editor',
		assurance: 'none',
		params: workspacePath,
		output: siteSchema,
		errors: ['approval_required', 'conflict'],
	},
	removeSampleSite: {
		method: 'DELETE',
		path: '/workspaces/{workspace}/sample-site',
		summary: 'Deletes the site with sample data at once, with everything in it.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: workspacePath,
		output: removedSchema,
	},
	getSite: {
		method: 'GET',
		path: '/sites/{site}',
		summary: 'A site.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		output: siteSchema,
	},
	getSettings: {
		method: 'GET',
		path: '/sites/{site}/settings',
		summary: 'Origins, capture mode, site-wide limits and the rest of the settings.',
		need: 'person',
		role: 'viewer',
		params: sitePath,
		output: storedSettingsSchema,
	},
	updateSettings: {
		method: 'PATCH',
		path: '/sites/{site}/settings',
		summary: 'Changes the given settings. With `etag`, only if that is still their state.',
		need: 'person',
		role: 'owner',
		assurance: {
			level: 'presence',
			when: 'for `origins`, `identity_proofs`, `presence`, `retention` and `ask_in_words`',
			applies: (change) =>
				['origins', 'identity_proofs', 'presence', 'retention', 'ask_in_words'].some(
					(name) => change[name] !== undefined,
				),
			otherwise: 'none',
		},
		params: sitePath,
		body: settingsChangeSchema,
		output: storedSettingsSchema,
		errors: ['conflict'],
	},
	getLauncher: {
		method: 'GET',
		path: '/sites/{site}/launcher',
		summary: 'The feedback button of a site, and the prompt that it opens.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		output: storedLauncherSchema,
	},
	setLauncher: {
		method: 'PUT',
		path: '/sites/{site}/launcher',
		summary: 'Sets the feedback button of a site, or removes it with null.',
		need: 'launcher:set',
		role: 'owner',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			/** Null removes it. */
			launcher: newLauncherSchema.nullable(),
		}),
		output: storedLauncherSchema.extend({
			/** False if it was so already. */
			changed: z.boolean(),
		}),
		errors: ['approval_required'],
	},
	renameSite: {
		method: 'PATCH',
		path: '/sites/{site}',
		summary: 'Renames a site.',
		need: 'person',
		role: 'owner',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({ name: nameText(120) }),
		output: siteSchema,
	},
	createDebugToken: {
		method: 'POST',
		path: '/sites/{site}/debug-tokens',
		summary: 'A token that lets the SDK see the facts behind its decisions for one hour.',
		need: 'person',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		output: z.object({ token: z.string(), expires_at: instantSchema }),
	},
	listProofKeys: {
		method: 'GET',
		path: '/sites/{site}/proof-keys',
		summary: 'The proof keys of a site, newest first; never the secrets.',
		need: 'person',
		role: 'owner',
		params: sitePath,
		output: page(proofKeySchema),
	},
	createProofKey: {
		method: 'POST',
		path: '/sites/{site}/proof-keys',
		summary: 'Creates a proof key, at most two per site; the older one then only verifies.',
		need: 'person',
		role: 'owner',
		assurance: 'presence',
		params: sitePath,
		body: keyOrigin,
		output: proofKeySchema.extend({
			/** 32 bytes as base64url, shown only once; `null` for EdDSA. */
			secret: z.string().nullable(),
		}),
		errors: ['conflict'],
	},
	removeProofKey: {
		method: 'DELETE',
		path: '/sites/{site}/proof-keys/{kid}',
		summary: 'Removes a proof key; its proofs stop counting within a minute.',
		need: 'person',
		role: 'owner',
		assurance: 'recent',
		params: sitePath.extend({ kid: z.string().max(64) }),
		output: z.object({ kid: z.string() }),
	},
} as const satisfies Record<string, Route>;
