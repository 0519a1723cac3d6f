import fc from 'fast-check';

import type { Operator } from '../condition.ts';
import { findLintErrors } from '../lint/lint-prompt.ts';
import { promptSchema } from '../prompt.ts';
import type { Prompt } from '../prompt.ts';
import type { Question } from '../question.ts';

// Prompts of every shape, for tests, with many words that YAML could parse as other types.

const awkward = [
	'yes',
	'null',
	'0x1f',
	'1e3',
	'- a',
	'a: b',
	'# no',
	'"',
	"'",
	'|',
	'*a',
	'&a',
	'2026-01-01',
	' a ',
	'é😀',
	'a\nb\n',
	'\ttab',
	'{x}',
	'{{',
	'[y]',
	'%',
	'@',
	'`',
	'\u0001',
	'\u0085',
	'\u2028',
	'\ufeff',
	'~',
	'a\n\n  b',
];
const words = fc.oneof(
	fc.constantFrom(...awkward),
	fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
	fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
);
const visibleWords = words.filter((text) =>
	/[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(text),
);
const key = fc.oneof(fc.constantFrom('plan', 'yes', '1', 'a b', 'true'), words);
const value = fc.oneof(
	words,
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.boolean(),
	fc.constant(null),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const list = fc.array(value, { minLength: 1, maxLength: 3 });
const instant = fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z');
const days = fc.integer({ min: 0, max: 900 });
const operands: Record<Operator, Record<string, fc.Arbitrary<unknown>>> = {
	is: { value },
	is_not: { value },
	one_of: { value: list },
	none_of: { value: list },
	contains: { value: words },
	not_contains: { value: words },
	starts_with: { value: words },
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
const compared = (subject: fc.Arbitrary<object>) =>
	fc.tuple(subject, comparison).map(([about, rest]) => ({ ...about, ...rest }));

const earlierAnswer = fc
	.tuple(
		fc.record({
			prompt: words,
			answer: fc.constantFrom('ease', 'no', 'null'),
			within_days: fc.integer({ min: 1, max: 90 }),
		}),
		fc.oneof(
			fc.record({ op: fc.constant('is'), value: fc.oneof(words, number, fc.boolean()) }),
			fc.record({
				op: fc.constant('one_of'),
				value: fc.array(words, { minLength: 1, maxLength: 3 }),
			}),
			fc.record({ op: fc.constantFrom('at_most', 'less'), value: number }),
			fc.record({ op: fc.constant('between'), value: fc.tuple(number, number) }),
			fc.record({ op: fc.constant('answered') }),
		),
	)
	.map(([about, rest]) => ({ ...about, ...rest }));

const condition = fc.oneof(
	compared(fc.record({ trait: key })),
	compared(fc.record({ context: fc.constantFrom('path', 'device', 'language') })),
	fc.record({
		prompt: words,
		was: fc.constantFrom('displayed', 'answered'),
		within_days: fc.integer({ min: 1, max: 90 }),
	}),
	earlierAnswer,
	fc.record({
		event: fc.constant('report.exported'),
		times: fc.integer({ min: 1, max: 9 }),
		within_days: fc.integer({ min: 1, max: 30 }),
	}),
	fc.record({
		first_seen: fc.constantFrom('older_than', 'newer_than'),
		days: fc.integer({ min: 0, max: 90 }),
	}),
	fc.record({ identified: fc.boolean() }),
);
const property = compared(
	fc.record({ property: key, verified: fc.boolean() }, { requiredKeys: ['property'] }),
);

const grouped = (inner: fc.Arbitrary<object>) =>
	fc.letrec((tie) => ({
		rule: fc.oneof(
			{ maxDepth: 3 },
			inner,
			...['all', 'any', 'none'].map((group) =>
				fc.record({ [group]: fc.array(tie('rule'), { minLength: 1, maxLength: 3 }) }),
			),
		),
	})).rule;

const savedAudience = fc.record(
	{
		saved: fc.constantFrom('paying', 'teams-of-10'),
		version: fc.integer({ min: 1, max: 9 }),
		rule: grouped(condition),
	},
	{ requiredKeys: ['saved'] },
);

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const options = fc
	.uniqueArray(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,9}$/), {
		minLength: 2,
		maxLength: 4,
	})
	.chain((values) =>
		fc.tuple(
			...values.map((value) =>
				fc.record({
					value: fc.constant(value),
					label: words.map((label) => `${label}|${value}`),
					exclusive: optional(fc.boolean()),
				}),
			),
		),
	);

const question = (id: string) => {
	const base = {
		id: fc.constant(id),
		title: visibleWords,
		help: optional(words),
		required: fc.boolean(),
	};
	const ends = { low_label: optional(words), high_label: optional(words) };
	const choices = { options, other_label: optional(words), randomize: fc.boolean() };
	const isGiven = fc.record({ op: fc.constantFrom('answered', 'skipped') });
	const whens: Partial<Record<Question['type'], fc.Arbitrary<object>>> = {
		rating: fc.record({ op: fc.constantFrom('at_least', 'is'), value: fc.constantFrom(1, 2) }),
		nps: fc.record({ op: fc.constant('at_most'), value: fc.integer({ min: 0, max: 10 }) }),
		yes_no: fc.record({ op: fc.constant('is'), value: fc.boolean() }),
		long_text: fc.record({ op: fc.constant('contains'), value: words }),
	};
	const branchesOf = (type: Question['type']) =>
		optional(
			fc.array(
				fc.record({
					when: fc.oneof(whens[type] ?? isGiven, earlierAnswer),
					go: fc.constant('end'),
				}),
				{ maxLength: 1 },
			),
		);
	const fields: Record<Question['type'], Record<string, fc.Arbitrary<unknown>>> = {
		rating: {
			style: fc.constantFrom('numbers', 'stars'),
			scale: fc.integer({ min: 2, max: 10 }),
			...ends,
		},
		nps: ends,
		single_choice: choices,
		multiple_choice: choices,
		short_text: {
			placeholder: optional(words),
			max_length: fc.constantFrom(50, 200),
			format: optional(fc.constantFrom('email', 'url')),
		},
		long_text: { max_length: fc.constantFrom(2_000, 5_000) },
		yes_no: { yes_label: optional(words), no_label: optional(words) },
		consent: { label: words },
		screenshot: { required: fc.constant(false) },
		message: {
			text: optional(words),
			button: optional(
				fc.record({ label: words, url: optional(fc.constant('https://example.com/a?b=c#d')) }),
			),
		},
	};
	return fc.oneof(
		...Object.entries(fields).map(([type, rest]) =>
			fc.record({
				...base,
				branches: branchesOf(type as Question['type']),
				type: fc.constant(type),
				...rest,
			}),
		),
	);
};

const variantKey = fc.constantFrom('control', 'yes', '1', '2026-01-01', 'a-b', 'no', '0x1f');
const variant = (key: string) =>
	fc.record({
		key: fc.constant(key),
		weight: fc.integer({ min: 1, max: 3 }),
		questions: optional(question('q0').map((one) => [one])),
		translations: fc.constant({}),
		timing: optional(fc.record({ delay_seconds: optional(fc.constantFrom(0, 9)) })),
		appearance: optional(fc.record({ theme: fc.constantFrom('auto', 'dark') })),
	});

// Converted through JSON, like real prompts, so that there are no -0 and no undefined values.
/** Any valid prompt, in its parsed form. */
export const arbitraryPrompt: fc.Arbitrary<Prompt> = fc
	.record({
		survey_id: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/),
		name: words,
		language: fc.constantFrom('en', 'no', 'de-AT'),
		questions: fc
			.array(fc.constant(null), { minLength: 1, maxLength: 4 })
			.chain((slots) => fc.tuple(...slots.map((_, at) => question(`q${at}`)))),
		thank_you: optional(fc.record({ title: words, text: optional(words) })),
		ask_later: optional(
			fc.record({
				label: optional(words),
				choices: fc
					.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 })
					.map((days) =>
						days.map((each, at) => ({ days: each, ...(at > 0 && { label: `${each}` }) })),
					),
			}),
		),
		button_labels: optional(fc.record({ next: optional(words), send: optional(words) })),
		translations: optional(
			fc.record({
				de: fc.record({
					questions: fc.record({ q0: fc.record({ title: optional(words) }) }),
					ask_later: optional(fc.record({ label: optional(words) })),
					button_labels: optional(fc.record({ skip: optional(words) })),
				}),
				no: fc.record({ thank_you: optional(fc.record({ title: words })) }),
			}),
		),
		audience: optional(
			fc.oneof(
				{ weight: 3, arbitrary: grouped(condition) },
				{ weight: 1, arbitrary: savedAudience },
			),
		),
		trigger: optional(
			fc.record({
				events: fc.constant(['a.b', '1']),
				where: optional(grouped(property)),
				verified: fc.boolean(),
				repeated: optional(
					fc.record({
						times: fc.integer({ min: 2, max: 9 }),
						within_minutes: fc.integer({ min: 1, max: 99 }),
					}),
				),
				unless: fc.option(
					fc.record({ events: fc.constant(['no', '1e3']), within_minutes: fc.constant(30) }),
					{ nil: undefined, freq: 1 },
				),
			}),
		),
		sampling: fc.record({ rate: fc.double({ min: 0, max: 1, noNaN: true }) }),
		timing: fc.record({
			delay_seconds: fc.constantFrom(0, 5),
			starts_at: optional(fc.constant('2026-01-01T00:00:00Z')),
			min_session_seconds: fc.constantFrom(0, 9),
		}),
		limits: fc.oneof(
			fc.record({ show: fc.constantFrom('once', 'always') }),
			fc.record({
				show: fc.constant('times'),
				times: fc.integer({ min: 1, max: 5 }),
				again_after_days: optional(fc.integer({ min: 0, max: 90 })),
				per_group: optional(
					fc.record({ trait: fc.constant('yes'), days: fc.integer({ min: 1, max: 90 }) }),
				),
			}),
		),
		budget: optional(
			fc.record({
				displays: fc.integer({ min: 50, max: 1_000_000 }),
				responses: optional(fc.integer({ min: 1, max: 50 })),
				count: optional(fc.constantFrom('all', 'final')),
				period: optional(
					fc.record({
						every: fc.constantFrom('day', 'week', 'month'),
						displays: fc.integer({ min: 1, max: 50 }),
						paced: fc.boolean(),
					}),
				),
			}),
		),
		priority: fc.integer({ min: -2, max: 2 }),
		appearance: fc.record({
			theme: fc.constantFrom('auto', 'dark'),
			accent: optional(fc.constant('#00ff00')),
			radius: optional(fc.double({ min: 0, max: 24, noNaN: true })),
		}),
		// Most of the time of a prompt with an experiment is spent on its questions.
		experiment: fc.option(
			fc.record({
				key: variantKey,
				variants: fc
					.uniqueArray(variantKey, { minLength: 2, maxLength: 5 })
					.chain((keys) => fc.tuple(...keys.map((key) => variant(key)))),
			}),
			{ nil: undefined, freq: 1 },
		),
	})
	.map((content) => {
		// A prompt has no translation into its own language.
		const { [content.language]: _, ...translations } = { ...content.translations } as object &
			Record<string, unknown>;
		const all = { ...content, translations: content.translations && translations };
		return promptSchema.safeParse(JSON.parse(JSON.stringify(all))).data;
	})
	.filter(
		(prompt): prompt is Prompt => prompt !== undefined && findLintErrors(prompt).length === 0,
	);
