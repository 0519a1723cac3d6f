import { z } from 'zod';

import { promptSchema, surveyIdSchema } from '../prompt.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { promptPath, revisionPath, sitePath } from './path.ts';
import { flagSchema, instantSchema, page, pageQuery, type Route } from './route.ts';

export const promptStateSchema = z.enum(['draft', 'published', 'paused', 'archived']);

export const promptSummarySchema = z.object({
	id: uuidSchema,
	survey_id: z.string(),
	name: z.string(),
	state: promptStateSchema,
	published_revision: z.number().int().nullable(),
	latest_revision: z.number().int(),
	/** Of several published prompts that fit, the one with the highest is displayed; of equals, the one published first. */
	priority: z.number().int(),
	/** Of the time after its event; one that can be displayed at once goes before one with a delay. */
	delay_seconds: z.number(),
	/** Names of the events that trigger it; none when only `show` displays it. */
	events: z.array(z.string()),
	/** When it was published for the first time. */
	published_at: instantSchema.nullable(),
	displays: z.number().int(),
	unconfirmed: z.number().int(),
	responses: z.number().int(),
	updated_at: instantSchema,
});

export const revisionSchema = z.object({
	revision: z.number().int(),
	/** SHA-256 of the content, lower-case hex: what an approval to publish binds. */
	sha256: z.string(),
	created_at: instantSchema,
	/** A person's email address; for a connection, "<connection>, for <person>". */
	created_by: z.string(),
	content: promptSchema,
});

/** What publishing an older revision undoes. */
export const wentBackSchema = z.object({
	/** The revision that was published before. */
	from: z.number().int(),
	to: z.number().int(),
	/** Revisions after `to`, up to and including `from`, the newest first; at most `undoneRevisions` of them. */
	undone: z.array(revisionSchema.pick({ revision: true, created_at: true, created_by: true })),
	/** Paths of the fields whose values differ between `from` and `to`. */
	fields: z.array(z.string()),
});

/** What is being edited and not yet saved as a revision; it need not be valid. All null when there is none. */
export const workingCopySchema = z.object({
	/** The authored form as it was typed. */
	content: z.record(z.string(), z.unknown()).nullable(),
	/** The revision that editing began from. */
	base_revision: z.number().int().nullable(),
	/** Names this very state; whoever saves next says which one they saw. */
	etag: z.string().nullable(),
	updated_at: instantSchema.nullable(),
	updated_by: z.string().nullable(),
});

const savedSchema = promptSummarySchema.extend({
	revision: z.number().int(),
	sha256: z.string(),
	changed: z.boolean(),
});
const faultSchema = z.object({
	path: z.array(z.union([z.string(), z.number()])),
	message: z.string(),
});

const changeState = (verb: string, summary: string) =>
	({
		method: 'POST',
		path: `/sites/{site}/prompts/{prompt}/${verb}`,
		summary,
		need: 'prompt:publish',
		role: 'editor',
		params: promptPath,
		output: promptSummarySchema.extend({ changed: z.boolean() }),
		errors: ['approval_required', 'conflict'],
	}) as const satisfies Route;

export const promptRoutes = {
	validatePrompt: {
		method: 'POST',
		path: '/validate',
		summary: 'Checks a prompt and lists every fault; stores nothing.',
		need: 'nothing',
		body: z.strictObject({ content: z.unknown() }),
		output: z.object({ valid: z.boolean(), faults: z.array(faultSchema) }),
	},
	listPrompts: {
		method: 'GET',
		path: '/sites/{site}/prompts',
		summary: 'The prompts of a site with their figures.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		query: pageQuery.extend({
			state: promptStateSchema.optional(),
			/** Whether each item also carries what it says. */
			content: flagSchema.default(false),
		}),
		output: page(
			promptSummarySchema.extend({
				/** Of the published revision; of the latest while nothing is published. Only when asked for. */
				content: promptSchema.optional(),
			}),
		),
	},
	createPrompt: {
		method: 'POST',
		path: '/sites/{site}/prompts',
		summary: 'Creates a prompt as a draft with revision 1.',
		need: 'prompt:draft',
		role: 'editor',
		params: sitePath,
		body: z.strictObject({ id: uuidSchema.optional(), content: promptSchema }),
		output: savedSchema,
		errors: ['approval_required', 'conflict', 'invalid_prompt'],
		idempotent: true,
	},
	getPrompt: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}',
		summary: 'A prompt with its latest revision.',
		need: 'connection',
		role: 'viewer',
		params: promptPath,
		output: promptSummarySchema.extend({ latest: revisionSchema }),
	},
	saveRevision: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/revisions',
		summary:
			'Saves a new revision. Revisions never change once saved; a working copy that says the same is removed.',
		need: 'prompt:draft',
		role: 'editor',
		params: promptPath,
		body: z.strictObject({ content: promptSchema, base: z.number().int().min(1).optional() }),
		output: savedSchema,
		errors: ['approval_required', 'revision_conflict', 'invalid_prompt'],
		idempotent: true,
	},
	getWorkingCopy: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary: 'What is being edited and not yet a revision.',
		need: 'person',
		role: 'editor',
		params: promptPath,
		output: workingCopySchema,
	},
	saveWorkingCopy: {
		method: 'PUT',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary:
			'Keeps what is being edited. When somebody else saved meanwhile, `conflict` tells what is stored.',
		need: 'person',
		role: 'editor',
		params: promptPath,
		body: z.strictObject({
			/** Need not be a valid prompt. */
			content: z
				.record(z.string(), z.unknown())
				.refine(
					(content) =>
						new TextEncoder().encode(JSON.stringify(content)).length <= limits.prompt.workingBytes,
					{ error: `is larger than ${limits.prompt.workingBytes} bytes as JSON` },
				),
			base_revision: z.number().int().min(1),
			/** Of the state that this one follows; null when there was none. */
			etag: z.string().max(64).nullable(),
		}),
		output: z.object({ etag: z.string(), updated_at: instantSchema }),
		errors: ['conflict'],
	},
	discardWorkingCopy: {
		method: 'DELETE',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary: 'Throws away what is being edited; with `etag`, only if it is still that state.',
		need: 'person',
		role: 'editor',
		params: promptPath,
		query: z.object({ etag: z.string().max(64).optional() }),
		output: z.object({
			/** False when there was none. */
			removed: z.boolean(),
		}),
		errors: ['conflict'],
	},
	listRevisions: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/revisions',
		summary: 'The revisions of a prompt, the newest first.',
		need: 'connection',
		role: 'viewer',
		params: promptPath,
		query: pageQuery,
		output: page(revisionSchema),
	},
	getRevision: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/revisions/{revision}',
		summary: 'One revision.',
		need: 'connection',
		role: 'viewer',
		params: revisionPath,
		output: revisionSchema,
	},
	publishPrompt: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/publish',
		summary:
			'Publishes the revision it names, an older one too. Publishing what is published already changes nothing.',
		need: 'prompt:publish',
		role: 'editor',
		params: promptPath,
		body: z.strictObject({
			revision: z.number().int().min(1),
			sha256: z.string().length(64).optional(),
			/** Refuse with `revision_conflict` when the prompt has a newer revision. */
			if_latest: z.boolean().default(false),
		}),
		output: promptSummarySchema.extend({
			changed: z.boolean(),
			/** Null unless a newer revision was published before. */
			went_back: wentBackSchema.nullable(),
		}),
		errors: ['approval_required', 'revision_conflict', 'conflict'],
		idempotent: true,
	},
	pausePrompt: changeState('pause', 'Pauses a published prompt; late answers are still kept.'),
	resumePrompt: changeState('resume', 'Publishes a paused prompt again, at the revision it had.'),
	archivePrompt: changeState('archive', 'Archives a prompt; its responses stay.'),
	duplicatePrompt: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/duplicate',
		summary: 'Copies the latest revision into a new draft with another survey ID.',
		need: 'prompt:draft',
		role: 'editor',
		params: promptPath,
		body: z.strictObject({ survey_id: surveyIdSchema }),
		output: savedSchema,
		errors: ['approval_required', 'conflict'],
		idempotent: true,
	},
	createPreviewToken: {
		method: 'POST',
		path: '/sites/{site}/preview-tokens',
		summary: 'A token that shows one revision, published or not, in one browser for one hour.',
		need: 'person',
		role: 'editor',
		params: sitePath,
		body: z.strictObject({ prompt: uuidSchema, revision: z.number().int().min(1) }),
		/** The app shows it when it is opened as `<address>#feedback_preview=<token>`. */
		output: z.object({ token: z.string(), expires_at: instantSchema }),
	},
	forecast: {
		method: 'POST',
		path: '/sites/{site}/forecast',
		summary: 'How many subjects a draft would have reached over the last 30 days.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		body: z.strictObject({
			content: promptSchema,
			days: z.number().int().min(1).max(30).default(30),
			/** Subjects and events to look at, together: fewer are faster, more are more exact. */
			sample: z
				.number()
				.int()
				.min(limits.forecast.least)
				.max(limits.forecast.sample)
				.default(limits.forecast.sample),
		}),
		output: z.object({
			/** Whom it would have been displayed to at least once. */
			subjects: z.number(),
			/** Half the width of the 95 % interval, as a share of `subjects`; 0 when nothing is left to chance. */
			error: z.number(),
			/** The bounds of that interval, in subjects. */
			low: z.number(),
			high: z.number(),
			displays: z.number(),
			/** As `error`, of `displays`. */
			displays_error: z.number(),
			/** Of its trigger. */
			events: z.number(),
			/** True when not every subject was looked at; then all numbers are scaled up. */
			sampled: z.boolean(),
			/** Of all subjects, how many were looked at: from 0 to 1. */
			share: z.number(),
			/** Of delayed displays, how many were claimed lately; null without a delay, or when none was observed. */
			claimed: z.number().nullable(),
			/** What would have become of the events. */
			reasons: z.record(z.string(), z.number()),
		}),
	},
} as const satisfies Record<string, Route>;
