import { z } from 'zod';

import { audienceSchema } from '../condition.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { audienceKeySchema, audienceVersionSchema } from '../saved-audience.ts';
import { nameText } from '../text.ts';
import { audiencePath, audienceVersionPath, sitePath } from './path.ts';
import { promptStateSchema } from './stored-prompt.ts';
import { flagSchema, instantSchema, page, pageQuery, type Route } from './route.ts';

/** One version of a saved audience; it never changes. */
export const storedAudienceVersionSchema = z.object({
	version: z.number().int(),
	rule: audienceSchema,
	created_at: instantSchema,
	/** "<name> (<e-mail address>)", or the address without a name; for a connection, "<connection>, for <person>". */
	created_by: z.string(),
});

export const audienceSummarySchema = z.object({
	/** Unique in the site; prompts name the audience by it. */
	key: z.string(),
	name: z.string(),
	/** The newest version. */
	version: z.number().int(),
	/** The rule of that version. */
	rule: audienceSchema,
	archived_at: instantSchema.nullable(),
	/** Prompts that use any version of it, except archived ones. */
	prompts: z.number().int(),
	updated_at: instantSchema,
});

const pinSchema = z.object({
	revision: z.number().int(),
	/** Null when that revision does not use the audience. */
	version: z.number().int().nullable(),
});

/** A prompt whose published or latest revision uses the audience. */
export const audienceUseSchema = z.object({
	prompt: uuidSchema,
	survey_id: z.string(),
	name: z.string(),
	state: promptStateSchema,
	latest: pinSchema,
	/** Null while no revision was published. */
	published: pinSchema.nullable(),
	/** Whether the latest revision uses an older version than the newest. */
	behind: z.boolean(),
});

const audienceSavedSchema = audienceSummarySchema.extend({
	/** False if nothing had to be changed. */
	changed: z.boolean(),
});

export const audienceRoutes = {
	listAudiences: {
		method: 'GET',
		path: '/sites/{site}/audiences',
		summary: 'The saved audiences of a site, by key.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({
			/** Whether archived ones are listed, too. */
			archived: flagSchema.default(false),
		}),
		output: page(audienceSummarySchema),
	},
	createAudience: {
		method: 'POST',
		path: '/sites/{site}/audiences',
		summary: 'Creates a saved audience with version 1.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			key: audienceKeySchema,
			name: nameText(limits.audience.name),
			rule: audienceSchema,
		}),
		output: audienceSavedSchema,
		errors: ['approval_required', 'conflict'],
		idempotent: true,
	},
	getAudience: {
		method: 'GET',
		path: '/sites/{site}/audiences/{audience}',
		summary: 'A saved audience with its newest versions and the prompts that use it.',
		need: 'connection',
		role: 'viewer',
		params: audiencePath,
		output: audienceSummarySchema.extend({
			/** The newest first. */
			versions: z.array(storedAudienceVersionSchema),
			uses: z.array(audienceUseSchema),
		}),
	},
	getAudienceVersion: {
		method: 'GET',
		path: '/sites/{site}/audiences/{audience}/versions/{version}',
		summary: 'One version of a saved audience.',
		need: 'connection',
		role: 'viewer',
		params: audienceVersionPath,
		output: storedAudienceVersionSchema,
	},
	updateAudience: {
		method: 'PATCH',
		path: '/sites/{site}/audiences/{audience}',
		summary:
			'Renames a saved audience, or saves a rule as its next version. Prompts keep the version that they use.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: audiencePath,
		body: z.strictObject({
			name: nameText(limits.audience.name).optional(),
			rule: audienceSchema.optional(),
			/** Refuse with `conflict` when there is a newer version. */
			base: audienceVersionSchema.optional(),
		}),
		output: audienceSavedSchema,
		errors: ['approval_required', 'conflict'],
	},
	archiveAudience: {
		method: 'POST',
		path: '/sites/{site}/audiences/{audience}/archive',
		summary:
			'Archives a saved audience that no prompt uses. Its versions are kept, and its key cannot be used again.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: audiencePath,
		output: audienceSavedSchema,
		errors: ['approval_required', 'conflict'],
	},
} as const satisfies Record<string, Route>;
