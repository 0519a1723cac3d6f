import { z } from 'zod';

import { datePattern, isDate } from './date.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';
import { eventNameSchema, keySchema } from './values.ts';

// The comparisons in a condition. Every negative operator is the exact complement of its positive operator, so a
// missing value satisfies `is_not` for any value. Comparing different types gives false, never an error.

const scalar = z.union([text(limits.values.string, 0), z.number(), z.boolean(), z.null()]);
const list = z.array(scalar).min(1).max(100);
const error = 'must be a day such as "2026-03-01", or a time such as "2026-03-01T09:30:00Z"';
const date = z.string({ error }).regex(datePattern, { error }).refine(isDate, { error });
const days = z.number().int().min(0).max(36_500);

const comparisons = [
	z.object({ op: z.enum(['is', 'is_not']), value: scalar }),
	z.object({ op: z.enum(['one_of', 'none_of']), value: list }),
	z.object({
		op: z.enum(['contains', 'not_contains', 'starts_with']),
		value: text(limits.values.string),
	}),
	z.object({ op: z.enum(['greater', 'at_least', 'less', 'at_most']), value: z.number() }),
	z.object({ op: z.literal('between'), value: z.tuple([z.number(), z.number()]) }),
	z.object({ op: z.enum(['exists', 'missing']) }),
	z.object({ op: z.enum(['before', 'after']), value: date }),
	z.object({ op: z.enum(['older_than', 'newer_than']), days }),
] as const;

/** The comparisons of a value that may be missing, by operator. */
export const comparisonsOf = {
	equal: comparisons[0],
	list: comparisons[1],
	words: comparisons[2],
	number: comparisons[3],
	between: comparisons[4],
};

/** `{ <subject>, op, value }` for every operator. */
function compared<Subject extends z.ZodRawShape>(subject: Subject) {
	const [equal, oneOf, words, number, between, presence, moment, age] = comparisons;
	return z.discriminatedUnion('op', [
		equal.extend(subject).strict(),
		oneOf.extend(subject).strict(),
		words.extend(subject).strict(),
		number.extend(subject).strict(),
		between.extend(subject).strict(),
		presence.extend(subject).strict(),
		moment.extend(subject).strict(),
		age.extend(subject).strict(),
	]);
}

/** A trait of the visitor: `{ trait: plan, op: is, value: pro }`. */
export const traitCondition = compared({ trait: keySchema });

/** A property of the event; with `verified: true` only a property inside a valid event proof counts. */
export const propertyCondition = compared({
	property: keySchema,
	verified: z.boolean().optional(),
});

/** The visitor's context: path without query, device class, preferred language (`de` also matches `de-AT`). */
export const contextCondition = compared({ context: z.enum(['path', 'device', 'language']) });

/** The subject's history with a prompt of this site, by survey ID, within the last `days` (at most 90). */
export const promptHistoryCondition = z.strictObject({
	prompt: text(limits.prompt.surveyId),
	was: z.enum(['displayed', 'answered', 'dismissed']),
	within_days: z.number().int().min(1).max(limits.visitor.days),
});

/** The subject reported an event at least `times` within the last `days` (at most 30); this event counts. */
export const eventHistoryCondition = z.strictObject({
	event: eventNameSchema,
	times: z.number().int().min(1).max(1_000),
	within_days: z.number().int().min(1).max(limits.event.days),
});

/** When the subject was first seen: `{ first_seen: older_than, days: 14 }`, at most 90 days back. */
export const firstSeenCondition = z.strictObject({
	first_seen: z.enum(['older_than', 'newer_than']),
	days: z.number().int().min(0).max(limits.visitor.days),
});

/** Signed in to the app (`identify` was called) or not. */
export const identifiedCondition = z.strictObject({ identified: z.boolean() });

export type PropertyCondition = z.infer<typeof propertyCondition>;
/** Operator of a condition on a trait, a property or the context. */
export type Operator = PropertyCondition['op'];
export type AudienceCondition =
	| z.infer<typeof traitCondition>
	| z.infer<typeof contextCondition>
	| z.infer<typeof promptHistoryCondition>
	| z.infer<typeof eventHistoryCondition>
	| z.infer<typeof firstSeenCondition>
	| z.infer<typeof identifiedCondition>;

/** Conditions nested in groups: `all`, `any`, `none`. An empty group is an error, not a rule. */
export type Rule<Condition> =
	| Condition
	| { all: Rule<Condition>[] }
	| { any: Rule<Condition>[] }
	| { none: Rule<Condition>[] };

/** A schema of rules whose conditions are one of `conditions`; `name` is its name in JSON Schema. */
export function rule<Condition>(
	name: string,
	conditions: z.ZodType<Condition>[],
): z.ZodType<Rule<Condition>> {
	const schema: z.ZodType<Rule<Condition>> = z
		.lazy(() => {
			const group = z.array(schema).min(1).max(limits.prompt.conditions);
			return z.union([
				...conditions,
				z.strictObject({ all: group }),
				z.strictObject({ any: group }),
				z.strictObject({ none: group }),
			]);
		})
		.meta({ id: name });
	return schema;
}

/** Selects the visitors who see the prompt. */
export const audienceSchema = rule<AudienceCondition>('Audience', [
	traitCondition,
	contextCondition,
	promptHistoryCondition,
	eventHistoryCondition,
	firstSeenCondition,
	identifiedCondition,
]);

/** Selects the events that trigger the prompt, by their properties. */
export const whereSchema = rule<PropertyCondition>('Where', [propertyCondition]);

export type Audience = z.infer<typeof audienceSchema>;
export type Where = z.infer<typeof whereSchema>;

/** Conditions in a rule, and its deepest nesting of groups. */
export function measureRule(rule: Rule<unknown>): { conditions: number; depth: number } {
	const members = groupMembers(rule);
	if (!members) return { conditions: 1, depth: 0 };
	const inner = members.map(measureRule);
	return {
		conditions: inner.reduce((sum, part) => sum + part.conditions, 0),
		depth: 1 + Math.max(0, ...inner.map((part) => part.depth)),
	};
}

/** The members of a group; `undefined` for a condition. */
export function groupMembers(rule: Rule<unknown>): Rule<unknown>[] | undefined {
	if (typeof rule !== 'object' || rule === null) return undefined;
	for (const key of ['all', 'any', 'none'] as const) {
		const members = (rule as Record<string, unknown>)[key];
		if (Array.isArray(members)) return members as Rule<unknown>[];
	}
	return undefined;
}
