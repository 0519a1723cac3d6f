import { z } from 'zod';

import { limits } from '../limits.ts';
import { reasonCodes } from '../reasons.ts';
import { text } from '../text.ts';
import { uuidSchema } from '../ingest.ts';
import { recentEventSchema, verdictSchema } from './events.ts';
import { promptWarningNames } from '../explanations/prompt-warnings.ts';
import { promptPath, sitePath } from './path.ts';
import { dayOrTimeSchema, page, type Route } from './route.ts';

const promptWarningSchema = z.object({
	warning: z.enum(promptWarningNames),
	/** The same in words. */
	sentence: z.string(),
});

const stateSchema = z.enum(['draft', 'published', 'paused', 'archived']);

export const whyRoutes = {
	whyPrompt: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/why',
		summary: 'Why a visitor or an account does or does not see a prompt, and what would change it.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: z.object({
			/** The visitor, or the account: then events of all its browsers count, and the latest browser decides. */
			visitor: uuidSchema.optional(),
			account: text(limits.account.id).optional(),
			/** The time in question, of the last 30 days; by default now. */
			at: dayOrTimeSchema.optional(),
		}),
		output: z.object({
			survey_id: z.string(),
			state: stateSchema,
			/** The visitor for whom it was decided. */
			visitor: uuidSchema,
			/**
			 * `event`: the decision about the newest of `events`. `repeated`: what would be decided now if that event were
			 * repeated. `show`: what would be decided now about `show()`, because there is no such event.
			 */
			basis: z.enum(['event', 'repeated', 'show']),
			/** Each rule with its facts; null if the prompt is not published, or if there was no event at that time. */
			decision: verdictSchema.nullable(),
			/** What would have to change, the first thing first; empty if it was or would be displayed. */
			changes: z.array(z.string()),
			/** The newest events of the visitor that trigger the prompt, at most ten. */
			events: z.array(recentEventSchema),
		}),
		errors: ['approval_required'],
	},
	getReasons: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/reasons',
		summary:
			'How the events that could trigger a prompt ended: displays, and the reasons why it did not appear.',
		need: 'response:read',
		role: 'viewer',
		params: promptPath,
		query: z.object({ days: z.coerce.number<number>().int().min(1).max(30).default(7) }),
		output: z.object({
			survey_id: z.string(),
			state: stateSchema,
			days: z.number().int(),
			/** The names of its trigger; empty if only `show()` or the feedback button opens it. */
			names: z.array(z.string()),
			/** Whether the feedback button of the site opens it. */
			launcher: z.boolean(),
			/** How often `show()` or the feedback button displayed a prompt without a trigger; null with a trigger. */
			shown: z.number().int().nullable(),
			/** Events of these names among those examined. */
			events: z.number().int(),
			/** Of them, those that led to a display of this prompt. */
			displayed: z.number().int(),
			/** The others by reason, the most frequent first. */
			reasons: z.array(
				z.object({
					/** Null for an event that was stored without a decision. */
					reason: z.enum(reasonCodes).nullable(),
					/** The prompt that it is about: this one, or one that came first. */
					survey_id: z.string().nullable(),
					events: z.number().int(),
					/** The newest of them. */
					example: uuidSchema,
				}),
			),
			/** The first thing to do; null if there is nothing to do. */
			first: z.string().nullable(),
			/** The reason that `first` is about; null if it is about the prompt as a whole. */
			first_reason: z.enum(reasonCodes).nullable(),
			/** Why it cannot be displayed at all. */
			warnings: z.array(promptWarningSchema),
			/** The site has more events than were examined. */
			sampled: z.boolean(),
		}),
		errors: ['approval_required'],
	},
	listPromptWarnings: {
		method: 'GET',
		path: '/sites/{site}/prompt-warnings',
		summary: 'Why published prompts of a site cannot be displayed at all, such as a spent budget.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		output: page(promptWarningSchema.extend({ prompt: uuidSchema, survey_id: z.string() })),
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
