// For random rules and facts, the compiled jsonpath has to agree with the reference.
import { audienceSchema, whereSchema } from '@feedback/contract';
import type { AudienceCondition, PropertyCondition, Rule } from '@feedback/contract';
import type { Values } from '@feedback/contract/wire';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { holds, instantOf, listAnswered, type RuleFacts } from './rule.ts';
import { anyAudience, anyEarlierAnswer, anyFacts, anyWhere } from './arbitrary.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

type Case = { rule: Rule<AudienceCondition | PropertyCondition>; facts: RuleFacts };

/** Evaluates many cases in one statement of Postgres. */
async function evaluate(cases: Case[], properties: 'declared' | 'reported'): Promise<boolean[]> {
	const rows = cases.map(({ rule, facts }) => ({ rule, facts: factsDocument(facts) }));
	const results = await database.admin`
		select jsonb_path_match(
			(c -> 'facts') || jsonb_build_object('dates', jsonb_build_object(
				'properties', app.parse_dates(c #> '{facts,properties}', needs -> 'properties'),
				'verified', app.parse_dates(c #> '{facts,verified}', needs -> 'properties'),
				'traits', app.parse_dates(c #> '{facts,traits}', needs -> 'traits'))),
			r.path::jsonpath, r.vars) as result
		from jsonb_array_elements(${database.admin.json(rows as never)}) with ordinality x (c, n)
		cross join lateral app.list_needed_facts(null, c -> 'rule') needs
		cross join lateral app.compile_rule(c -> 'rule', ${properties}, '{}') r
		order by n`;
	return results.map((row) => row['result'] as boolean);
}

/** Returns whether each case passes the prefilter of its rule; `alone` is over the properties only. */
async function prefilter(cases: Case[], properties: 'declared' | 'alone'): Promise<boolean[]> {
	const rows = cases.map(({ rule, facts: { now, traits, context, ...facts } }) => ({
		rule,
		facts: {
			now: now / 1_000,
			properties: { ...facts.properties, ...facts.verified },
			traits,
			context,
			identified: facts.account !== null,
			first_seen: facts.firstSeen / 1_000,
		},
	}));
	const results = await database.admin`
		select coalesce(jsonb_path_match(
			case ${properties} when 'alone' then c #> '{facts,properties}' else c -> 'facts' end,
			r.path::jsonpath, r.vars), true) as passed
		from jsonb_array_elements(${database.admin.json(rows as never)}) with ordinality x (c, n)
		cross join lateral app.prefilterable_part(c -> 'rule') part
		left join lateral app.compile_rule(part, ${properties}, '{}') r on true
		order by n`;
	return results.map((row) => row['passed'] as boolean);
}

function factsDocument(facts: RuleFacts) {
	const latest = (pick: (display: RuleFacts['displays'][number]) => number | undefined) => {
		const found: Record<string, number> = {};
		for (const display of facts.displays) {
			const at = display.released ? undefined : pick(display);
			if (at !== undefined) {
				found[display.surveyId] = Math.max(found[display.surveyId] ?? 0, at / 1_000);
			}
		}
		return found;
	};
	const counts: Values = {};
	for (const [name, times] of Object.entries(facts.events)) {
		for (let days = 1; days <= 30; days++) {
			counts[`${name}/${days}`] = times.filter((at) => at >= facts.now - days * 86_400_000).length;
		}
	}
	const answers: Record<string, object> = {};
	for (const display of listAnswered(facts).reverse()) {
		for (const question of ['ease', 'reasons', 'sure']) {
			const value = display.answers?.[question] ?? null;
			const at = display.answeredAt! / 1_000;
			answers[`${display.surveyId}/${question}`] = { at, ...(value !== null && { value }) };
		}
	}
	const tag = facts.context.languages?.[0]?.toLowerCase().split('-') ?? [];
	return {
		now: facts.now / 1_000,
		properties: { ...facts.properties, ...facts.verified },
		verified: facts.verified,
		proven: facts.verified !== null,
		traits: facts.traits,
		context: facts.context,
		identified: facts.account !== null,
		first_seen: facts.firstSeen / 1_000,
		language: tag.map((_, index) => tag.slice(0, index + 1).join('-')),
		history: {
			displayed: latest((display) => display.at),
			answered: latest((display) => display.answeredAt),
			dismissed: latest((display) => display.dismissedAt),
			answers,
			events: counts,
		},
	};
}

describe('a compiled rule', () => {
	it('of an audience agrees with the reference', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ rule: anyAudience, facts: anyFacts }), {
					minLength: 100,
					maxLength: 100,
				}),
				async (cases) => {
					for (const { rule } of cases) audienceSchema.parse(rule);
					expect(await evaluate(cases, 'declared')).toEqual(
						cases.map(({ rule, facts }) => holds(rule, facts)),
					);
				},
			),
			{ numRuns: rounds(10, 30) },
		);
	});

	it('of a branch on an earlier prompt agrees with the reference', async () => {
		const one = fc.record({ rule: anyEarlierAnswer, facts: anyFacts });
		await fc.assert(
			fc.asyncProperty(fc.array(one, { minLength: 100, maxLength: 100 }), async (cases) => {
				const rows = cases.map(({ rule, facts }) => ({ rule, facts: factsDocument(facts) }));
				const results = await database.admin`
					select app.meets_earlier_answer(c -> 'rule', c -> 'facts') as result
					from jsonb_array_elements(${database.admin.json(rows as never)}) with ordinality x (c, n) order by n`;
				expect(results.map((row) => row['result'] as boolean)).toEqual(
					cases.map(({ rule, facts }) => holds(rule, facts)),
				);
			}),
			{ numRuns: rounds(3, 20) },
		);
	});

	it('of a trigger agrees with the reference', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.record({ rule: anyWhere, facts: anyFacts }), {
					minLength: 100,
					maxLength: 100,
				}),
				async (cases) => {
					for (const { rule } of cases) whereSchema.parse(rule);
					expect(await evaluate(cases, 'declared')).toEqual(
						cases.map(({ rule, facts }) => holds(rule, facts)),
					);
				},
			),
			{ numRuns: rounds(7, 20) },
		);
	});

	it.each([
		['an audience', anyAudience, 'declared'],
		['a trigger', anyWhere, 'alone'],
	] as const)(
		'of %s is rejected by its prefilter only if it does not match',
		async (_, anyRule, properties) => {
			let rejected = 0;
			let failed = 0;
			await fc.assert(
				fc.asyncProperty(
					fc.array(fc.record({ rule: anyRule, facts: anyFacts }), {
						minLength: 100,
						maxLength: 100,
					}),
					async (cases) => {
						const passed = await prefilter(cases, properties);
						const matches = cases.map(({ rule, facts }) => holds(rule, facts));
						expect(matches.filter((isMatch, at) => isMatch && !passed[at])).toEqual([]);
						rejected += passed.filter((passing) => !passing).length;
						failed += matches.filter((isMatch) => !isMatch).length;
					},
				),
				{ numRuns: rounds(7, 20) },
			);
			// The prefilter saves work only if it rejects a large share of the failing cases.
			expect(rejected).toBeGreaterThan(failed / 4);
		},
	);

	it.each(['isnt', '', null])('is refused with the unknown operator %j', async (op) => {
		const condition = { property: 'format', op, value: 'pdf' };
		const compile = database.admin`
			select app.compile_rule(${database.admin.json(condition)}, 'declared', '{}')`;
		await expect(compile).rejects.toMatchObject({ code: 'FB422' });
	});

	it('parses dates as the reference does', async () => {
		const digits = (least: number, most: number, width = 2) =>
			fc.integer({ min: least, max: most }).map((n) => String(n).padStart(width, '0'));
		const date = fc
			.tuple(digits(1900, 2100, 4), digits(0, 13), digits(0, 32))
			.map((parts) => parts.join('-'));
		const time = fc
			.tuple(
				digits(0, 25),
				digits(0, 61),
				fc.option(digits(0, 61)),
				fc.option(digits(0, 999, 3)),
				fc.constantFrom('', 'Z', '+02:00', '-09:30', '+15:59', '+16:00', 'z', ' UTC'),
			)
			.map(([h, m, s, ms, zone]) => `T${h}:${m}${s ? `:${s}${ms ? `.${ms}` : ''}` : ''}${zone}`);
		const texts = fc.sample(
			fc.oneof(
				date,
				fc.tuple(date, time).map((parts) => parts.join('')),
				fc.string(),
			),
			3_000,
		);
		texts.push(
			'2026-02-29',
			'2024-02-29',
			'2026-01-01T00:00',
			'2026-03-01T09:30Z',
			'2100-02-29',
			'now',
			'infinity',
			'epoch',
			'20260101',
		);
		const clean = texts.filter((text) => !text.includes('\0'));
		const rows = await database.admin`
			select app.parse_instant(t) as instant
			from jsonb_array_elements_text(${database.admin.json(clean)}) with ordinality x (t, n) order by n`;
		const found = rows.map((row) =>
			row['instant'] === null ? undefined : Math.round(Number(row['instant']) * 1_000),
		);
		expect(found).toEqual(clean.map(instantOf));
		// The contract and SQL accept the same dates.
		const isValue = (value: string) =>
			audienceSchema.safeParse({ trait: 'since', op: 'before', value }).success;
		expect(clean.filter(isValue)).toEqual(clean.filter((_, at) => found[at] !== undefined));
	});
});
