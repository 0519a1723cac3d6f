// Recomputes every figure of the results in Python, from exported files, by the definitions in the documentation.
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits, type RouteInput } from '@feedback/contract';
import type { ComparedSide } from '../../../contract/src/routes/comparison.ts';
import { seededRandom } from '../../../contract/src/statistics/simulation/watched-runs.ts';
import { compareScores } from '../../../supabase/functions/deliver/digest/compare-scores.ts';
import type { DigestPrompt } from '../../../supabase/functions/deliver/digest/read-digest.ts';
import { openSdk } from '../../../supabase/functions/tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../../supabase/functions/tests/workspace.ts';
import { createDestination } from '../../../supabase/tests/destinations.ts';
import { answerSurvey, rescaled, survey, varied, type Contexts } from './answer-survey.ts';
import { compareFigures, writeTable, type Row } from './compare-figures.ts';
import { readShared, readTexts, recomputePrompt } from './recompute-prompt.ts';

/** One whose clocks went back an hour, and one that is three quarters of an hour off. */
const zones = ['America/New_York', 'Asia/Kathmandu'];
const day = 86_400_000;
const days = 40;
const scoreDays = 14;
const now = Date.now();
/** The second revision is published at this time, which also separates the periods of a comparison. */
const pivot = new Date(now - 15 * day).toISOString();
/** Since this time, there are few answers. */
const fewSince = new Date(now - 3 * day).toISOString();
/** The period of a digest, in which both revisions were answered. */
const digest = { since: new Date(now - 20 * day), until: new Date(now) };
let team: TestWorkspace;
let site: string;
let prompt: string;
/** URLs of shared pages, by the name of their figures. */
let shared: Record<string, string>;
let theirs: Record<string, unknown>;

async function fillSite(zone: string): Promise<Contexts> {
	team = await openWorkspace();
	const { owner, editor } = team;
	site = team.site.id;
	await team.sites.sql`
		update app.sites set settings = settings || ${team.sites.sql.json({ time_zone: zone })} where id = ${site}`;
	await team.sites.sql`
		select app.create_day((now() at time zone 'UTC')::date - n) from generate_series(0, ${days + 2}::int) n`;
	const created = await team.manage.ask(editor, 'createPrompt', { site, content: survey });
	expect(created.status, JSON.stringify(created.body)).toBeLessThan(300);
	prompt = created.body.id;
	const publish = async (revision: number) => {
		const published = await team.manage.ask(owner, 'publishPrompt', { site, prompt, revision });
		expect(published.status, JSON.stringify(published.body)).toBeLessThan(300);
	};
	const sdk = openSdk(team.sites.ingestUrl);
	const random = seededRandom(20_261_125);
	await publish(1);
	const second = Date.parse(pivot);
	const first = await answerSurvey(sdk, team.site.siteId, random, {
		people: 1_600,
		from: now - days * day,
		to: second,
	});
	await team.manage.ask(editor, 'saveRevision', { site, prompt, content: rescaled });
	await publish(2);
	// Few people answer on the new scale, the last of them days ago, so no figure changes during this test.
	const later = await answerSurvey(sdk, team.site.siteId, random, {
		people: 90,
		from: second,
		to: now - 9 * day,
	});
	await team.manage.ask(editor, 'saveRevision', { site, prompt, content: varied });
	await publish(3);
	const last = await answerSurvey(sdk, team.site.siteId, random, {
		people: 110,
		from: now - 9 * day,
		to: now - 2 * day,
	});
	await sdk.end();
	// The displays of the first days are past their retention; their responses are kept.
	const { sql } = team.sites;
	for (;;) {
		const [row] = await sql<{ more: boolean }[]>`
			select app.aggregate_old_displays(now() + interval '60 days', 1000) as more`;
		if (!row!.more) break;
	}
	await saveAudiences();
	await tagTexts();
	await shareResults();
	return { ...first, ...later, ...last };
}

async function saveAudiences(): Promise<void> {
	const rules = {
		paying: { trait: 'plan', op: 'is', value: 'pro' },
		phones: {
			all: [
				{ context: 'device', op: 'is', value: 'phone' },
				{ trait: 'plan', op: 'exists' },
			],
		},
		// A display does not store earlier events of a person.
		busy: { event: 'used', times: 3, within_days: 7 },
	};
	for (const [key, rule] of Object.entries(rules)) {
		const saved = await team.manage.ask(team.editor, 'createAudience', {
			site,
			key,
			name: key,
			rule: rule as never,
		});
		expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
	}
}

/** Tags that a shared page shows, does not show yet, and does not show because all but a few texts have them. */
async function tagTexts(): Promise<void> {
	const { manage, owner } = team;
	const texts = await readTexts({ manage, member: owner, site, prompt });
	const tags: [string, typeof texts][] = [
		['Slow', texts.filter((_, at) => at % 3 === 0)],
		['Confusing', texts.slice(10, 60)],
		['Rare', texts.slice(0, 4)],
		['Nearly all', texts.slice(2)],
	];
	for (const [name, tagged] of tags) {
		for (let at = 0; at < tagged.length; at += limits.inbox.changedAtOnce) {
			const some = tagged.slice(at, at + limits.inbox.changedAtOnce);
			const changed = await manage.ask(owner, 'updateTextAnswers', {
				site,
				answers: some.map(({ response, question }) => ({ response, question })),
				add_tags: [name],
			});
			expect(changed.status, JSON.stringify(changed.body)).toBe(200);
		}
	}
}

async function shareResults(): Promise<void> {
	shared = {};
	const links: [string, Partial<RouteInput<'createResultLink'>>][] = [
		['shared', { words: true }],
		['shared of pro', { filter: { trait: ['plan:pro'] } }],
		['shared of few', { filter: { since: fewSince } }],
	];
	for (const [name, part] of links) {
		const made = await team.manage.ask(team.owner, 'createResultLink', {
			site,
			prompt,
			name,
			...part,
		});
		expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
		shared[name] = made.body.url;
	}
}

async function readOurs(): Promise<Record<string, unknown>> {
	const { manage, viewer } = team;
	const read = async (...args: Parameters<typeof manage.ask>) => {
		const { status, body } = await manage.ask(...args);
		expect(status, JSON.stringify(body)).toBe(200);
		return body as Record<string, unknown>;
	};
	const summary = (part: { trait?: string[]; since?: string }) =>
		read(viewer, 'summarizeResponses', { site, prompt, ...part });
	const compare = (one: ComparedSide, other: ComparedSide) =>
		read(viewer, 'compareResponses', {
			site,
			prompt,
			one: JSON.stringify(one),
			other: JSON.stringify(other),
		});
	const rates = (by: string) =>
		read(viewer, 'getResponseRates', { site, prompt, by: by as 'hour' });
	const scores = await read(viewer, 'getScores', { site, days: scoreDays });
	return {
		summary: await summary({}),
		'summary of pro': await summary({ trait: ['plan:pro'] }),
		'summary of few': await summary({ since: fewSince }),
		'pro and free': await compare({ trait: ['plan:pro'] }, { trait: ['plan:free'] }),
		'late and early': await compare(
			{ name: 'Late', since: pivot },
			{ name: 'Early', until: pivot },
		),
		score: (scores['prompts'] as unknown[])[0],
		'changes of scores': {
			changes: (scores['changes'] as Record<string, unknown>[]).map(({ figure, sentence }) => ({
				figure,
				sentence,
			})),
			unclear: scores['unclear'],
		},
		totals: scores['totals'],
		'rates by plan': await rates('trait:plan'),
		'rates by device': await rates('device'),
		'rates by path': await rates('path'),
		'rates by audience': await rates('audience'),
		'rates by hour': await rates('hour'),
		...Object.fromEntries(
			await Promise.all(
				Object.entries(shared).map(
					async ([name, url]) => [name, await readShared(manage, url)] as const,
				),
			),
		),
		digest: await readOurDigest(),
		'repeat answers': (await read(viewer, 'getRepeatAnswers', { site, prompt }))['questions'],
	};
}

async function readOurDigest(): Promise<Record<string, unknown>> {
	const { sql } = team.sites;
	const destination = await createDestination(sql, site);
	const [row] = await sql<{ digested: { prompts: DigestPrompt[] } }[]>`
		select app.read_digest(${site}, ${destination}, ${digest.since}, ${digest.until}) as digested`;
	const [digested] = row!.digested.prompts;
	const { now: score, change } = compareScores(digested!)!;
	const scores = Map.groupBy(digested!.scores, ({ question }) => question);
	return {
		responses: digested!.responses,
		before: digested!.before,
		now: score,
		change,
		scores: Object.fromEntries(
			[...scores].map(([question, given]) => [
				question,
				Object.fromEntries(
					given.map(({ value, new: recent, before }) => [value, { new: recent, before }]),
				),
			]),
		),
	};
}

function expectEqual(rows: readonly Row[]): void {
	expect(rows.filter(({ equal }) => !equal)).toEqual([]);
	expect(rows.length).toBeGreaterThan(500);
}

describe.each(zones)('in the time zone %s', (zone) => {
	beforeAll(async () => {
		const contexts = await fillSite(zone);
		theirs = await recomputePrompt(
			{ manage: team.manage, member: team.viewer, site, prompt },
			{
				base: '3 long',
				time_zone: zone,
				now: new Date(now).toISOString(),
				score_days: scoreDays,
				pivot,
				few_since: fewSince,
				digest,
				vectors: join(import.meta.dirname, '../../../contract/vectors/meaning.json'),
				contexts,
			},
		);
	});

	afterAll(() => team?.end());

	it('computes the figures that the API returns, to a hundredth of the last digit shown', async () => {
		const rows = compareFigures(await readOurs(), theirs);
		console.log(writeTable(rows));
		expectEqual(rows);
	});

	it.each([
		['whole', 5_000],
		['in pieces', 20],
	])('computes the same after the days were counted %s', async (_, undivided) => {
		const { sql } = team.sites;
		await sql`delete from app.result_parts where prompt_id = ${prompt}`;
		for (;;) {
			const [row] = await sql<{ more: boolean }[]>`
				select app.count_result_parts(p_undivided => ${undivided}) as more`;
			if (!row!.more) break;
		}
		const [counted] = await sql<{ days: number }[]>`
			select count(*)::int as days from app.result_parts where prompt_id = ${prompt} and figures is not null`;
		expect(counted!.days).toBeGreaterThan(days - 5);
		expectEqual(compareFigures(await readOurs(), theirs));
	});

	it('exports the same number of answers as CSV', async () => {
		const ours = await readOurs();
		const questions = (ours['summary'] as { questions: { id: string; answered: number }[] })
			.questions;
		const answered = Map.groupBy(questions, ({ id }) => id);
		const sums = [...answered].map(([id, all]) => [
			id,
			all.reduce((sum, one) => sum + one.answered, 0),
		]);
		const { rows, ...counts } = theirs['csv'] as Record<string, number>;
		expect(counts).toEqual(Object.fromEntries(sums));
		expect(rows).toBe((ours['summary'] as { responses: number }).responses);
	});

	it('exports every cell as XLSX, without formulas, and lists the questions', () => {
		const { cells, ...found } = theirs['xlsx'] as Record<string, unknown>;
		expect(cells).toBeGreaterThan(5_000);
		expect(found).toEqual({ wrong: [], 'other rows': 0, formulas: 0, 'titles that differ': [] });
	});

	it('agrees with the cases of what figures mean', () => {
		const { cases, wrong } = theirs['meaning'] as { cases: number; wrong: unknown[] };
		expect(cases).toBeGreaterThan(50);
		expect(wrong).toEqual([]);
	});
});
