// Random changes against random conditions: the database has to allow what an independent checker allows, and no more.
import { randomUUID } from 'node:crypto';

import type { GrantCondition } from '@feedback/contract';
import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rounds } from '../../../testing/thorough.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { undone } from '../undone.ts';
import { arbitraryConditions, arbitraryPublishing } from '../reference/arbitrary-publishing.ts';
import { findUnmet, type PublishFacts, type Stored } from '../reference/standing-grant.ts';
import { actAs, people } from '../security/actors.ts';
import { createSite, promptOf, type TestSite } from '../sites.ts';
import { connect, type Scene } from './scene.ts';

let database: TestDatabase;
let site: TestSite;
let connection: string;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(database.admin, {}, { [people.owner]: 'owner' });
	connection = await database.admin.begin((sql) => connect(sql, { site } as Scene, []));
});
afterAll(() => database.close());

type Outcome = 'allowed' | string[];

const untouched = {
	state: 'published',
	uses: 0,
	hoursLeft: 9,
	isRevoked: false,
	isNamed: true,
} as const;

/** The same changes in every run, so that some are always allowed. */
const fixedChanges = (numRuns: number): PublishFacts[] =>
	fc.sample(arbitraryPublishing, { numRuns, seed: 1 });

/** Publishes as the connection, and returns what did not hold; rolled back afterwards. */
async function publish(
	sql: TransactionSql,
	conditions: GrantCondition[],
	facts: PublishFacts,
): Promise<Outcome> {
	const published = undone(sql, async (scope): Promise<Outcome> => {
		const prompt = await prepare(scope, conditions, facts);
		await actAs(scope, { name: 'agent', role: 'feedback_agent', connection });
		await scope`
			select app.publish(${site.id}, ${prompt}, 2, r.sha256) from app.revisions r
			where r.site_id = ${site.id} and r.prompt_id = ${prompt} and r.number = 2`;
		return 'allowed';
	});
	return published.catch((error: unknown): Outcome => {
		const { code, detail } = error as { code?: string; detail?: string };
		if (code === 'FB409' && facts.state === 'archived') return ['state'];
		if (code !== 'FB402') throw error;
		const { unmet } = JSON.parse(detail!) as { unmet: { kind: string }[] | null };
		return unmet?.map(({ kind }) => kind) ?? ['revoked'];
	});
}

async function storeForecast(
	sql: TransactionSql,
	prompt: string,
	number: number,
	{ isOfContent, isOfLivePrompts, minutesOld, isFinished, people: most, loss }: Stored,
): Promise<void> {
	await sql`
		insert into app.revision_forecasts (site_id, prompt_id, revision, sha256, live, started_at, finished_at, people, loss)
		select ${site.id}, ${prompt}, ${number}, ${isOfContent ? sql`r.sha256` : 'other'},
			${isOfLivePrompts ? sql`app.hash_live_prompts(${site.id})` : 'other'},
			clock_timestamp() - make_interval(mins => ${minutesOld}),
			${isFinished ? new Date() : null}::timestamptz, ${most}, ${loss}
		from app.revisions r where r.site_id = ${site.id} and r.prompt_id = ${prompt} and r.number = ${number}`;
}

/** Publishes as the connection and keeps it; false if a person has to approve it. */
async function attempt(sql: TransactionSql, prompt: string, number: number): Promise<boolean> {
	return sql
		.savepoint(async (scope) => {
			await actAs(scope, { name: 'agent', role: 'feedback_agent', connection });
			await scope`
				select app.publish(${site.id}, ${prompt}, ${number}, r.sha256) from app.revisions r
				where r.site_id = ${site.id} and r.prompt_id = ${prompt} and r.number = ${number}`;
			await scope`reset role`;
			await scope`select set_config('request.jwt.claims', '', true)`;
			return true;
		})
		.catch((error: unknown) => {
			if ((error as { code?: string }).code === 'FB402') return false;
			throw error;
		});
}

async function prepare(
	sql: TransactionSql,
	conditions: GrantCondition[],
	{ state, before, after, isNamed, uses, forecast, hoursLeft, isRevoked }: PublishFacts,
): Promise<string> {
	const prompt = randomUUID();
	const first = before ?? { ...after, name: 'Draft' };
	await sql`
		insert into app.prompts (site_id, id, survey_id) values (${site.id}, ${prompt}, ${after.survey_id})`;
	await sql`
		insert into app.revisions (site_id, prompt_id, number, content)
		values (${site.id}, ${prompt}, 1, ${sql.json(first)}), (${site.id}, ${prompt}, 2, ${sql.json(after)})`;
	if (state !== 'draft') {
		await sql`
			update app.prompts set state = 'published', published_revision = 1 where site_id = ${site.id} and id = ${prompt}`;
		await sql`update app.prompts set state = ${state} where site_id = ${site.id} and id = ${prompt}`;
	}
	if (forecast) await storeForecast(sql, prompt, 2, forecast);
	const stored = conditions.map((each) =>
		each.kind === 'prompts' ? { ...each, prompts: [isNamed ? prompt : randomUUID()] } : each,
	);
	await sql`
		insert into app.grants (connection_id, workspace_id, site_id, action, mode, conditions, uses, approved_by, approved_at,
			expires_at, revoked_at)
		values (${connection}, ${site.workspace}, ${site.id}, 'prompt:publish', 'until', ${sql.json(stored)}, ${uses},
			${people.owner}, now() - interval '1 day', now() + make_interval(hours => ${hoursLeft}),
			${isRevoked ? new Date() : null})`;
	return prompt;
}

describe('a standing grant', () => {
	it('allows exactly the changes that meet all its conditions', async () => {
		const counts = { allowed: 0, refused: 0 };
		await fc.assert(
			fc.asyncProperty(
				arbitraryConditions,
				fc.array(arbitraryPublishing, { minLength: 10, maxLength: 10 }),
				async (conditions, changes) => {
					await undone(database.admin, async (sql) => {
						for (const facts of changes) {
							const unmet = findUnmet(conditions, facts);
							// A revoked grant explains nothing.
							const expected =
								unmet.length === 0
									? 'allowed'
									: unmet[0] === 'revoked'
										? ['revoked']
										: unmet.toSorted();
							const outcome = await publish(sql, conditions, facts);
							const found =
								outcome === 'allowed' || facts.state !== 'archived' ? outcome : expected;
							expect(found === 'allowed' ? found : found.toSorted()).toEqual(expected);
							counts[outcome === 'allowed' ? 'allowed' : 'refused'] += 1;
						}
					});
				},
			),
			// Ten changes of a counterexample shrink for minutes.
			{
				numRuns: rounds(8, 1_000),
				endOnFailure: true,
				examples: [
					[
						[{ kind: 'texts_only' }],
						fixedChanges(10).map((facts) => ({ ...facts, ...untouched, before: facts.after })),
					],
					[[{ kind: 'uses', times: 1 }], fixedChanges(10).map((facts) => ({ ...facts, uses: 1 }))],
				],
			},
		);
		// Neither everything nor nothing is allowed.
		expect(counts.allowed).toBeGreaterThanOrEqual(10);
		expect(counts.refused).toBeGreaterThanOrEqual(10);
	}, 3_600_000);
});

describe('a sequence of calls under one grant', () => {
	it('never passes an unmet condition, and counts what is allowed', async () => {
		let allowed = 0;
		await fc.assert(
			fc.asyncProperty(
				// Of more conditions, one is nearly always unmet.
				arbitraryConditions.chain((all) =>
					fc.subarray(all, { minLength: 1, maxLength: Math.min(2, all.length) }),
				),
				fc.array(arbitraryPublishing, { minLength: 12, maxLength: 12 }),
				async (conditions, steps) => {
					await undone(database.admin, async (sql) => {
						const start = { ...steps[0]!, ...untouched, before: steps[0]!.after };
						const prompt = await prepare(sql, conditions, start);
						let before = start.after;
						let uses = 0;
						for (const [at, { after: other, forecast }] of steps.entries()) {
							const content = at % 2 === 0 ? before : other;
							const after = { ...content, survey_id: before.survey_id, name: `Step ${at}` };
							const number = at + 3;
							await sql`
								insert into app.revisions (site_id, prompt_id, number, content)
								values (${site.id}, ${prompt}, ${number}, ${sql.json(after)})`;
							if (forecast) await storeForecast(sql, prompt, number, forecast);
							const facts = { ...start, before, after, uses, forecast };
							const isAllowed = await attempt(sql, prompt, number);
							expect(isAllowed).toBe(findUnmet(conditions, facts).length === 0);
							if (!isAllowed) continue;
							before = after;
							uses += 1;
						}
						const [stored] = await sql`
							select g.uses, r.content from app.prompts p
							join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
							cross join app.grants g
							where p.id = ${prompt} and g.conditions is not null and g.connection_id = ${connection}`;
						expect(stored).toEqual({ uses, content: before });
						allowed += uses;
					});
				},
			),
			{
				numRuns: rounds(8, 300),
				endOnFailure: true,
				examples: [[[{ kind: 'uses', times: 8 }], fixedChanges(12)]],
			},
		);
		expect(allowed).toBeGreaterThanOrEqual(8);
	}, 3_600_000);
});

describe('the most displays in a week', () => {
	const period = { displays: 10, paced: false };
	it.each([
		['of a day are those of seven', { period: { ...period, every: 'day' } }, 70],
		['of a week are its own', { period: { ...period, every: 'week' } }, 10],
		[
			'of a month are those of two, which meet in it',
			{ period: { ...period, every: 'month' } },
			20,
		],
		[
			'are not more than those in total',
			{ displays: 15, period: { ...period, every: 'month' } },
			15,
		],
		['are unknown by responses alone', { responses: 5 }, null],
		['are unknown without a budget', null, null],
	])('%s', async (_, budget, expected) => {
		const { admin } = database;
		const [found] = await admin<{ most: string | null }[]>`
			select app.most_weekly_displays(${budget && admin.json(budget)}::jsonb) as most`;
		expect(found!.most && Number(found!.most)).toBe(expected);
	});
});

describe('beside another revision', () => {
	it.each(['paused', 'archived'])('a prompt does not become %s', async (state) => {
		const facts: PublishFacts = {
			state: 'published',
			before: promptOf(),
			after: promptOf(),
			isNamed: true,
			uses: 0,
			forecast: undefined,
			hoursLeft: 1,
			isRevoked: false,
		};
		const change = undone(database.admin, async (sql) => {
			const prompt = await prepare(sql, [{ kind: 'uses', times: 1 }], facts);
			await actAs(sql, { name: 'agent', role: 'feedback_agent', connection });
			await sql`select app.set_prompt_state(${site.id}, ${prompt}, ${state}, 2)`;
		});
		await expect(change).rejects.toMatchObject({ code: 'FB402' });
	});
});

describe('the largest loss', () => {
	const other = { displays_without: 200, change: 0, change_error: 0 };
	it.each([
		['of no other prompt is 0', [], { percent: 0, survey_id: null }],
		[
			'counts what is uncertain as lost',
			[{ ...other, survey_id: 'a', change: -10, change_error: 4 }],
			{ percent: 7, survey_id: 'a' },
		],
		[
			'counts a gain only beyond its error',
			[{ ...other, survey_id: 'a', change: 10, change_error: 4 }],
			{ percent: 0, survey_id: null },
		],
		[
			'is relative to the displays of each prompt',
			[
				{ ...other, survey_id: 'large', change: -20 },
				{ ...other, survey_id: 'small', displays_without: 10, change: -2 },
			],
			{ percent: 20, survey_id: 'small' },
		],
		[
			'is unknown if a figure is missing',
			[
				{ ...other, survey_id: 'a', change: -20 },
				{ survey_id: 'b', displays_without: 10, change: 0 },
			],
			{ percent: null, survey_id: null },
		],
		['is unknown without a list of prompts', undefined, { percent: null, survey_id: null }],
		[
			'ignores prompts without displays',
			[{ ...other, survey_id: 'a', displays_without: 0, change: 5 }],
			{ percent: 0, survey_id: null },
		],
	])('%s', async (_, prompts, expected) => {
		const [found] =
			await database.admin`select * from app.largest_loss(${database.admin.json(prompts ? { prompts } : {})})`;
		expect(found).toEqual(expected);
	});
});
