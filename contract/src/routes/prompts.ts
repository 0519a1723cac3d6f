import { z } from 'zod';

import { promptSchema, surveyIdSchema } from '../prompt.ts';
import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { promptNameSchema, promptPath, revisionNumber, revisionPath, sitePath } from './path.ts';
import type { Assurance } from '../assurance.ts';
import { flagSchema, instantSchema, page, pageQuery, type Route } from './route.ts';
import {
	changedPromptSchema,
	promptStateSchema,
	promptSummarySchema,
	revisionSchema,
	savedPromptSchema,
	wentBackSchema,
	workingCopySchema,
} from './stored-prompt.ts';

const issueSchema = z.object({
	path: z.array(z.union([z.string(), z.number()])),
	message: z.string(),
});

/** The errors in a prompt. */
const faults = {
	faults: z.array(issueSchema),
	/** Number of errors besides those that are listed. */
	more: z.number().int(),
	/** What works, but is probably not what the author wants. */
	warnings: z.array(issueSchema),
};

const changeState = <A extends Assurance>(verb: string, summary: string, assurance: A) =>
	({
		method: 'POST',
		path: `/sites/{site}/prompts/{prompt}/${verb}`,
		summary,
		need: 'prompt:publish',
		role: 'editor',
		assurance,
		...(assurance === 'presence' && { policy: 'publishing' as const }),
		params: promptPath,
		output: changedPromptSchema,
		errors: ['approval_required', 'conflict'],
	}) as const satisfies Route;

export const promptRoutes = {
	validatePrompt: {
		method: 'POST',
		readsOnly: true,
		path: '/validate',
		summary: 'Validates a prompt and lists the first errors; stores nothing.',
		need: 'nothing',
		assurance: 'none',
		body: z.strictObject({ content: z.unknown() }),
		output: z.object({ valid: z.boolean(), ...faults }),
	},
	checkPrompt: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/validate',
		summary:
			'Validates a prompt as the site would save it, with its saved audience; stores nothing.',
		need: 'connection',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			content: z.unknown(),
			/** The prompt whose next revision this would be: filters and destinations that refer to it are checked. */
			prompt: promptNameSchema.optional(),
		}),
		output: z.object({
			valid: z.boolean(),
			...faults,
			/** Content that would be saved; null when it is not valid. */
			content: promptSchema.nullable(),
		}),
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
			/** Whether each item includes its content. */
			content: flagSchema.default(false),
		}),
		output: page(
			promptSummarySchema.extend({
				/** That of the published revision, or of the latest while none is published. Only on request. */
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
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({ id: uuidSchema.optional(), content: promptSchema }),
		output: savedPromptSchema,
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
			'Saves a new revision. Revisions are immutable; a working copy with the same content is removed.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: promptPath,
		body: z.strictObject({ content: promptSchema, base: revisionNumber.optional() }),
		output: savedPromptSchema,
		errors: ['approval_required', 'revision_conflict', 'invalid_prompt'],
		idempotent: true,
	},
	getWorkingCopy: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary: 'The edits that are not yet saved as a revision.',
		need: 'person',
		role: 'editor',
		params: promptPath,
		output: workingCopySchema,
	},
	saveWorkingCopy: {
		method: 'PUT',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary:
			'Saves edits that are not yet a revision. If someone else saved first, `conflict` returns what is stored.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
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
			base_revision: revisionNumber,
			/** ETag of the state that this one replaces; null when there was none. */
			etag: z.string().max(64).nullable(),
		}),
		output: z.object({ etag: z.string(), updated_at: instantSchema }),
		errors: ['conflict'],
	},
	discardWorkingCopy: {
		method: 'DELETE',
		path: '/sites/{site}/prompts/{prompt}/working-copy',
		summary: 'Discards unsaved edits; with `etag`, only if that is still their state.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
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
		summary: 'The revisions of a prompt, newest first.',
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
			'Publishes a revision, which may be an older one. Publishing a revision that is already published changes nothing.',
		need: 'prompt:publish',
		role: 'editor',
		assurance: 'presence',
		policy: 'publishing',
		params: promptPath,
		body: z.strictObject({
			revision: revisionNumber,
			sha256: z.string().length(64).optional(),
			/** Refuse with `revision_conflict` when the prompt has a newer revision. */
			if_latest: z.boolean().default(false),
		}),
		output: promptSummarySchema.extend({
			changed: z.boolean(),
			/** Null unless a newer revision was published before. */
			went_back: wentBackSchema.nullable(),
		}),
		errors: ['approval_required', 'revision_conflict', 'conflict', 'invalid_prompt'],
		idempotent: true,
	},
	pausePrompt: changeState(
		'pause',
		'Pauses a published prompt; late answers are still stored.',
		'none',
	),
	resumePrompt: changeState(
		'resume',
		'Publishes a paused prompt again, at the same revision.',
		'presence',
	),
	archivePrompt: changeState('archive', 'Archives a prompt; its responses stay.', 'none'),
	duplicatePrompt: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/duplicate',
		summary: 'Copies the latest revision into a new draft with another survey ID.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: promptPath,
		body: z.strictObject({ survey_id: surveyIdSchema }),
		output: savedPromptSchema,
		errors: ['approval_required', 'conflict', 'invalid_prompt'],
		idempotent: true,
	},
	createPreviewToken: {
		method: 'POST',
		path: '/sites/{site}/preview-tokens',
		summary: 'A token that shows one revision, published or not, in one browser for one hour.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({ prompt: promptNameSchema, revision: revisionNumber }),
		/** The app shows it when it is opened as `<address>#feedback_preview=<token>`. */
		output: z.object({ token: z.string(), expires_at: instantSchema }),
	},
	forecast: {
		method: 'POST',
		readsOnly: true,
		path: '/sites/{site}/forecast',
		summary:
			'How many subjects a draft would have reached over the last 30 days, and what other prompts would have lost or gained.',
		need: 'connection',
		role: 'viewer',
		assurance: 'none',
		params: sitePath,
		body: z.strictObject({
			content: promptSchema,
			days: z.number().int().min(1).max(30).default(30),
			/** Number of subjects and events to examine: fewer are faster, more are more accurate. */
			sample: z
				.number()
				.int()
				.min(limits.forecast.least)
				.max(limits.forecast.sample)
				.default(limits.forecast.sample),
			/**
			 * True to replay all live prompts together, and see what the draft changes for the others. Otherwise, budgets
			 * and limits per group are ignored.
			 */
			others: z.boolean().default(false),
		}),
		output: z.object({
			/** Subjects who would have seen it at least once. */
			subjects: z.number(),
			/** Half the width of the 95% confidence interval, as a share of `subjects`; 0 when the result is exact. */
			error: z.number(),
			/** The bounds of that interval, in subjects. */
			low: z.number(),
			high: z.number(),
			displays: z.number(),
			/** As `error`, of `displays`. */
			displays_error: z.number(),
			/** Events that match its trigger. */
			events: z.number(),
			/** True when only a sample of the subjects was examined; all numbers are then extrapolated. */
			sampled: z.boolean(),
			/** Share of the subjects that were examined, from 0 to 1. */
			share: z.number(),
			/** Share of recent delayed displays that were claimed; null without a delay, or when none was observed. */
			claimed: z.number().nullable(),
			/** Events by the reason that they would have had. */
			reasons: z.record(z.string(), z.number()),
			/** Null unless it was requested. */
			others: z
				.object({
					/** Other live prompts: those whose displays change most first, and not all of a site with very many. */
					prompts: z.array(
						z.object({
							prompt: uuidSchema,
							survey_id: z.string(),
							name: z.string(),
							displays_without: z.number(),
							displays_with: z.number(),
							change: z.number(),
							/** Half the width of the 95% confidence interval of the change, in displays. */
							change_error: z.number(),
						}),
					),
					/**
					 * Accuracy of a replay of the prompts that were live, compared with the displays that
					 * were actually reserved.
					 */
					backtest: z.object({
						replayed: z.number(),
						/** Half the width of the 95% confidence interval of `replayed`, in displays. */
						error: z.number(),
						reserved: z.number(),
						prompts: z.array(
							z.object({
								prompt: uuidSchema,
								survey_id: z.string(),
								replayed: z.number(),
								error: z.number(),
								reserved: z.number(),
							}),
						),
					}),
				})
				.nullable(),
		}),
		errors: ['invalid_prompt'],
	},
} as const satisfies Record<string, Route>;
