import { z } from 'zod';

import { surveyIdSchema } from './prompt.ts';
import { limits } from './limits.ts';
import { promptNameSchema } from './routes/path.ts';

// Conditions of a standing grant to publish. The database checks each in the transaction that relies on it.

/** One schema for each kind of condition. */
export const conditionSchemas = {
	texts_only: z.strictObject({
		/** Nothing changes but what visitors read: questions, labels, translations, the thank-you. */
		kind: z.literal('texts_only'),
	}),
	prompts: z.strictObject({
		/** Only these prompts, by survey ID or UUID. */
		kind: z.literal('prompts'),
		prompts: z.array(promptNameSchema).min(1).max(limits.condition.prompts),
	}),
	weekly_budget: z.strictObject({
		/** The prompt has a budget, which allows at most this many displays in any week. */
		kind: z.literal('weekly_budget'),
		displays: z.number().int().min(1).max(limits.budget.most),
	}),
	forecast: z.strictObject({
		/** The forecast of exactly this revision, with the prompts that are live, stays below both numbers. */
		kind: z.literal('forecast'),
		/** The most people whom it may reach in 30 days, by the upper bound of the forecast. */
		people: z.number().int().min(1).max(limits.condition.people),
		/** The largest share of its displays that any other prompt may lose, in percent. */
		others_lose_percent: z.number().min(0).max(100),
	}),
	uses: z.strictObject({
		/** The grant is used at most this often. */
		kind: z.literal('uses'),
		times: z.number().int().min(1).max(limits.condition.uses),
	}),
} as const;

export type ConditionKind = keyof typeof conditionSchemas;

export const grantConditionSchema = z.discriminatedUnion('kind', [
	conditionSchemas.texts_only,
	conditionSchemas.prompts,
	conditionSchemas.weekly_budget,
	conditionSchemas.forecast,
	conditionSchemas.uses,
]);

export type GrantCondition = z.infer<typeof grantConditionSchema>;

/** All of them must hold. Each kind at most once. */
export const grantConditionsSchema = z
	.array(grantConditionSchema)
	.min(1)
	.max(Object.keys(conditionSchemas).length)
	.refine((list) => new Set(list.map(({ kind }) => kind)).size === list.length, {
		error: 'must name each kind of condition at most once',
	});

/** A condition that does not hold for a revision, with what is the case instead. */
export const unmetConditionSchema = z.discriminatedUnion('kind', [
	conditionSchemas.texts_only.extend({
		/** The fields that change by more than texts; null if the prompt was never published. */
		fields: z.array(z.string()).nullable(),
	}),
	conditionSchemas.prompts,
	conditionSchemas.weekly_budget.extend({
		/** The most displays that the revision's budget allows in a week; null without a limit. */
		budget_displays: z.number().nullable(),
	}),
	conditionSchemas.forecast.extend({
		/** `missing`: there is none yet; `unknown`: more prompts are live than a forecast lists. */
		reason: z.enum(['no_trigger', 'missing', 'unknown', 'people', 'loss']),
		/** The most people whom it may reach. */
		forecast_people: z.number().optional(),
		/** The share that the prompt `survey_id` may lose, in percent. */
		forecast_percent: z.number().optional(),
		survey_id: surveyIdSchema.optional(),
	}),
	conditionSchemas.uses,
	z.strictObject({
		/** This version of the service cannot check the condition. */
		kind: z.literal('unknown'),
	}),
	z.strictObject({
		/** The grant has ended. */
		kind: z.literal('until'),
		at: z.string(),
	}),
	z.strictObject({
		/** A standing grant publishes drafts and live prompts. */
		kind: z.literal('state'),
		state: z.enum(['paused', 'archived']),
	}),
]);

export type UnmetCondition = z.infer<typeof unmetConditionSchema>;
