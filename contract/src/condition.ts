import { z } from 'zod';

import { answerContextNameSchema } from './answer-context.ts';
import { answerHistoryConditions, type AnswerHistoryCondition } from './answer-history.ts';
import { comparisons } from './comparisons.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';
import { eventNameSchema, keySchema } from './values.ts';

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

const contextNames = ['path', 'device', 'language'] as const;

/** The visitor's context: path without query, device class, preferred language (`de` also matches `de-AT`). */
export const contextCondition = compared({ context: z.enum(contextNames) });

/** The context of a response: as for prompts, and what the site stores with answers. */
export const responseContextCondition = compared({
	context: z.enum([...contextNames, ...answerContextNameSchema.options]),
});

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
	| AnswerHistoryCondition
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
	return boundRule(ruleOfAnySize(name, conditions));
}

// A union tries each of its shapes, and lists the issues of each: of a rule with thousands of groups, they are millions.
function ruleOfAnySize<Condition>(
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

/** The schema, for values that are no larger than a rule may be. The others are refused before they are parsed. */
export function boundRule<Value>(schema: z.ZodType<Value>): z.ZodType<Value> {
	return z.preprocess((value, context) => {
		const messages = findExcess(value);
		for (const message of messages) context.addIssue({ code: 'custom', message });
		return messages.length > 0 ? z.NEVER : value;
	}, schema);
}

const audience = ruleOfAnySize<AudienceCondition>('Audience', [
	traitCondition,
	contextCondition,
	promptHistoryCondition,
	...answerHistoryConditions,
	eventHistoryCondition,
	firstSeenCondition,
	identifiedCondition,
]);

/** Selects the visitors who see the prompt. */
export const audienceSchema = boundRule(audience);

/** Selects them by a rule, or by another schema that is tried if the value is not a rule. */
export function ruleOr<Other>(other: z.ZodType<Other>): z.ZodType<Audience | Other> {
	return boundRule(z.union([audience, other]));
}

/** Selects the events that trigger the prompt, by their properties. */
export const whereSchema = rule<PropertyCondition>('Where', [propertyCondition]);

export type Audience = z.infer<typeof audienceSchema>;
export type Where = z.infer<typeof whereSchema>;

/**
 * Conditions in a rule, its deepest nesting of groups, and the most keys of a condition or group. A group without
 * members counts as a condition.
 */
export function measureRule(rule: unknown): { conditions: number; depth: number; keys: number } {
	let conditions = 0;
	let depth = 0;
	let keys = 0;
	// Not recursive, because a rule from outside may be deep.
	const left = [{ part: rule, groups: 0 }];
	for (let next = left.pop(); next; next = left.pop()) {
		const { part, groups } = next;
		if (typeof part === 'object' && part !== null) {
			keys = Math.max(keys, Object.keys(part).length);
		}
		const lists = groupLists(part);
		if (lists.length > 0) depth = Math.max(depth, groups + 1);
		const members = lists.flat();
		if (members.length === 0) conditions++;
		for (const member of members) left.push({ part: member, groups: groups + 1 });
	}
	return { conditions, depth, keys };
}

/** More than any condition has: each shape of a condition would list every unknown key. */
const mostKeys = 20;

function findExcess(rule: unknown): string[] {
	const { conditions, depth, keys } = measureRule(rule);
	const { conditions: most, groups: deepest } = limits.prompt;
	return [
		...(conditions > most ? [`has ${conditions} conditions, at most ${most}`] : []),
		...(depth > deepest ? [`nests ${depth} groups, at most ${deepest}`] : []),
		...(keys > mostKeys ? [`has a condition or group with ${keys} keys, at most ${mostKeys}`] : []),
	];
}

// A rule has one list of members; a value from outside may have more, and a schema parses each of them.
function groupLists(part: unknown): unknown[][] {
	if (typeof part !== 'object' || part === null) return [];
	return (['all', 'any', 'none'] as const)
		.map((key) => (part as Record<string, unknown>)[key])
		.filter(Array.isArray);
}

/** The members of a group; `undefined` for a condition. */
export function groupMembers(rule: Rule<unknown>): Rule<unknown>[] | undefined {
	return groupLists(rule)[0] as Rule<unknown>[] | undefined;
}
