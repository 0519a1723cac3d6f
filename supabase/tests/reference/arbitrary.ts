// Rules and facts for fast-check, drawn from few values so that they often match.
import type {
	AnswerHistoryCondition,
	AudienceCondition,
	Operator,
	PropertyCondition,
	Rule,
} from '@feedback/contract';
import type { Value, Values } from '@feedback/contract/wire';
import fc from 'fast-check';

import { testDate } from '../cluster.ts';
import type { PastAnswer, PastDisplay, RuleFacts } from './rule.ts';

const day = 86_400_000;
/** The current time in every generated case. */
export const now = testDate;

const words = [
	'pro',
	'pro+',
	'free',
	'Pro',
	'',
	'.*',
	'a"b',
	"it's",
	'Grüße ✓',
	'2026-06-01',
	'2026-06-14T12:00:00+02:00',
];
export const keys = ['plan', 'signed_up', 'a key', 'quo"te', '$now'];
export const surveys = ['first', 'second', 'third'];
export const names = ['report.exported', 'plan.changed'];

const value: fc.Arbitrary<Value> = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...words) },
	{ weight: 2, arbitrary: fc.constantFrom(0, 1, 2, -1.5, 1e21, 0.1) },
	fc.boolean(),
	fc.constant(null),
);
const number = fc.constantFrom(0, 1, 2, -1.5, 1e21, 0.1);
const instant = fc.constantFrom(
	'2026-06-01',
	'2026-06-14T12:00:00+02:00',
	'2020-01-01T00:00:00Z',
	'2027-01-01',
);
const days = fc.constantFrom(0, 1, 2, 13, 14, 15, 90);

const part = fc.constantFrom('pro', 'p', '+', '.*', '"', 'ß', "it's");
const list = fc.array(value, { minLength: 1, maxLength: 4 });
const operands: Record<Operator, Record<string, fc.Arbitrary<unknown>>> = {
	is: { value },
	is_not: { value },
	one_of: { value: list },
	none_of: { value: list },
	contains: { value: part },
	not_contains: { value: part },
	starts_with: { value: part },
	greater: { value: number },
	at_least: { value: number },
	less: { value: number },
	at_most: { value: number },
	between: { value: fc.tuple(number, number) },
	exists: {},
	missing: {},
	before: { value: instant },
	after: { value: instant },
	older_than: { days },
	newer_than: { days },
};
const comparison = fc.oneof(
	...Object.entries(operands).map(([op, rest]) => fc.record({ op: fc.constant(op), ...rest })),
);

const languageWords = fc.constantFrom('de', 'DE', 'de-AT', 'zh-Hant', 'zh', 'en');
const languageComparison = fc.oneof(
	fc.record({
		op: fc.constantFrom('is', 'is_not', 'contains', 'starts_with'),
		value: languageWords,
	}),
	fc.record({
		op: fc.constantFrom('one_of', 'none_of'),
		value: fc.array(languageWords, { minLength: 1, maxLength: 3 }),
	}),
	fc.record({ op: fc.constantFrom('exists', 'missing') }),
);
const pathComparison = fc.oneof(
	fc.record({
		op: fc.constantFrom('is', 'is_not', 'contains', 'starts_with'),
		value: fc.constantFrom('/reports', '/', 'reports'),
	}),
	fc.record({ op: fc.constantFrom('exists', 'missing') }),
);

const score = fc.integer({ min: 1, max: 5 });
const choice = fc.constantFrom('price', 'speed', 'other "things"');
/** What a person may have answered. */
const answers: fc.Arbitrary<Record<string, PastAnswer | null>> = fc.record(
	{
		ease: fc.option(score),
		reasons: fc.oneof<fc.Arbitrary<PastAnswer | null>[]>(
			fc.constant(null),
			choice,
			fc.array(fc.oneof<fc.Arbitrary<PastAnswer>[]>(choice, fc.constant({ other: 'price' })), {
				maxLength: 3,
			}),
		),
		sure: fc.option(fc.boolean()),
	},
	{ requiredKeys: [] },
);
const answerTest = fc.oneof(
	fc.record({
		op: fc.constant('is'),
		value: fc.oneof<fc.Arbitrary<string | number | boolean>[]>(score, choice, fc.boolean()),
	}),
	fc.record({
		op: fc.constant('one_of'),
		value: fc.array(fc.oneof<fc.Arbitrary<string | number>[]>(score, choice), {
			minLength: 1,
			maxLength: 3,
		}),
	}),
	fc.record({ op: fc.constantFrom('greater', 'at_least', 'less', 'at_most'), value: score }),
	fc.record({ op: fc.constant('between'), value: fc.tuple(score, score) }),
	fc.record({ op: fc.constant('answered') }),
) as fc.Arbitrary<Pick<AnswerHistoryCondition, 'op'>>;

/** A condition on an answer to an earlier prompt, in an audience or a branch. */
export const anyEarlierAnswer = fc
	.tuple(
		fc.record({
			prompt: fc.constantFrom(...surveys),
			answer: fc.constantFrom('ease', 'ease', 'reasons', 'sure'),
			within_days: fc.constantFrom(1, 7, 90, 90),
		}),
		answerTest,
	)
	.map(([about, test]) => ({ ...about, ...test })) as fc.Arbitrary<AnswerHistoryCondition>;

const condition: fc.Arbitrary<AudienceCondition> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc
			.tuple(fc.constantFrom(...keys), comparison)
			.map(([trait, rest]) => ({ trait, ...rest })),
	},
	languageComparison.map((rest) => ({ context: 'language', ...rest })),
	pathComparison.map((rest) => ({ context: 'path', ...rest })),
	fc.record({
		context: fc.constant('device'),
		op: fc.constantFrom('is', 'is_not'),
		value: fc.constantFrom('phone', 'desktop'),
	}),
	fc.record({
		prompt: fc.constantFrom(...surveys),
		was: fc.constantFrom('displayed', 'answered', 'dismissed'),
		within_days: fc.constantFrom(1, 2, 7, 90),
	}),
	{ weight: 2, arbitrary: anyEarlierAnswer },
	fc.record({
		event: fc.constantFrom(...names),
		times: fc.constantFrom(1, 2, 3),
		within_days: fc.constantFrom(1, 7, 30),
	}),
	fc.record({
		first_seen: fc.constantFrom('older_than', 'newer_than'),
		days: fc.constantFrom(0, 1, 14, 90),
	}),
	fc.record({ identified: fc.boolean() }),
) as fc.Arbitrary<AudienceCondition>;

const propertyCondition = fc
	.tuple(fc.constantFrom(...keys), comparison, fc.constantFrom(undefined, undefined, true, false))
	.map(([property, rest, verified]) => ({
		property,
		...rest,
		...(verified === undefined ? {} : { verified }),
	})) as fc.Arbitrary<PropertyCondition>;

function nested<Condition>(leaf: fc.Arbitrary<Condition>): fc.Arbitrary<Rule<Condition>> {
	return fc.letrec<{ rule: Rule<Condition> }>((tie) => ({
		rule: fc.oneof(
			{ maxDepth: 3, withCrossShrink: true },
			{ weight: 3, arbitrary: leaf },
			...(['all', 'any', 'none'] as const).map((group) => ({
				weight: 1,
				arbitrary: fc
					.array(tie('rule'), { minLength: 1, maxLength: 3 })
					.map((members) => ({ [group]: members }) as Rule<Condition>),
			})),
		),
	})).rule;
}

export const anyAudience = nested(condition);
export const anyWhere = nested(propertyCondition);

export const anyValues: fc.Arbitrary<Values> = fc.dictionary(fc.constantFrom(...keys), value, {
	maxKeys: 4,
});

const moment = fc
	.oneof(fc.integer({ min: 0, max: 9 * 24 }), fc.integer({ min: 0, max: 100 * 24 }))
	.map((hours) => now - hours * 3_600_000);
const display: fc.Arbitrary<PastDisplay> = fc
	.record({
		surveyId: fc.constantFrom(...surveys),
		at: moment,
		released: fc.constantFrom(false, false, false, true),
		end: fc.constantFrom('answered', 'answered', 'dismissed', 'postponed', 'none'),
		days: fc.constantFrom(1, 7, 30, 90),
		answers,
	})
	.map(({ end, days, answers, ...rest }) => ({
		...rest,
		session: 'other',
		...(end === 'answered' ? { answeredAt: Math.min(now, rest.at + 60_000), answers } : {}),
		...(end === 'dismissed' ? { dismissedAt: Math.min(now, rest.at + 60_000) } : {}),
		...(end === 'postponed' && !rest.released
			? { postponed: { at: rest.at, until: rest.at + days * day } }
			: {}),
	}));

function shift(given: PastDisplay, ms: number): PastDisplay {
	return {
		...given,
		at: given.at + ms,
		...(given.answeredAt !== undefined && { answeredAt: given.answeredAt + ms }),
	};
}

export const anyContext = fc.record(
	{
		path: fc.constantFrom('/reports', '/', '/Reports/2'),
		device: fc.constantFrom('phone', 'desktop'),
		languages: fc.array(fc.constantFrom('de-AT', 'de', 'en', 'zh-Hant-TW'), { maxLength: 2 }),
	},
	{ requiredKeys: [] },
);

export const anyFacts: fc.Arbitrary<RuleFacts> = fc.record({
	now: fc.constant(now),
	properties: anyValues,
	verified: fc.option(anyValues),
	traits: anyValues,
	context: anyContext,
	account: fc.constantFrom(null, 'ada'),
	firstSeen: fc.constantFrom(0, 1, 14, 20, 89).map((days) => now - days * day),
	// No two at the same time, so that one of them is the latest.
	displays: fc
		.array(display, { maxLength: 4 })
		.map((all) => all.map((each, place) => shift(each, -place))),
	events: fc.dictionary(
		fc.constantFrom(...names),
		fc.array(
			fc.integer({ min: 0, max: 29 * 24 }).map((hours) => now - hours * 3_600_000),
			{ maxLength: 4 },
		),
	),
});
