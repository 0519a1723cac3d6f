// The score and the response rate of every live prompt of a site, compared with the period before.
import { limits, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let subject: string;
const days = 7;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	subject = crypto.randomUUID();
	await team.sites.sql`
		insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
		values (${site}, ${subject}, ${subject}, now(), now())`;
});
afterAll(() => team.end());

const publish = (survey_id: string, questions: PromptInput['questions']) =>
	team.sites.publish(team.site.siteId, { survey_id, name: `Prompt ${survey_id}`, questions });

type Given = { of: string; daysAgo: number; displays: number; revision?: number };

/** Creates displays, and a response to one of them for each answer; further answers are to deleted displays. */
async function give({ of, daysAgo, displays, revision = 1 }: Given, answers: object[]) {
	const { sql } = team.sites;
	const ids = Array.from({ length: displays }, () => crypto.randomUUID());
	const responses = answers.map((answer, at) => ({ id: ids[at] ?? crypto.randomUUID(), answer }));
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits, reserved_at)
		select ${site}, id, ${subject}, ${subject}, id, ${of}, ${revision}, id, 'displayed', '{}', now() - ${daysAgo}::int * interval '1 day'
		from (select id::uuid from jsonb_array_elements_text(${sql.json(ids)}) d (id)) d`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		select ${site}, r.id, ${of}, ${revision}, 1, true, r.answer, '{}', at, at
		from jsonb_to_recordset(${sql.json(responses as never)}) r (id uuid, answer jsonb),
		     (select now() - ${daysAgo}::int * interval '1 day' as at) t`;
}

const times = (count: number, answer: object) => Array.from({ length: count }, () => answer);
const nps = { id: 'nps', type: 'nps', title: 'Would you recommend us?' } as const;

async function readScores(query: object = { days }) {
	const { body, status } = await team.manage.ask(team.viewer, 'getScores', { site, ...query });
	expect(status).toBe(200);
	const find = (survey_id: string) => body.prompts.find((one) => one.survey_id === survey_id);
	return { body, find };
}

describe('the scores of a site', () => {
	it('are empty without prompts', async () => {
		const { body } = await readScores();
		expect(body).toMatchObject({ prompts: [], more: false });
		const length = Date.parse(body.since) - Date.parse(body.since_before);
		expect(length).toBe(days * 86_400_000);
	});

	it('of an NPS include the change of the NPS and of the response rate', async () => {
		const of = await publish('recommend', [nps]);
		await give({ of, daysAgo: 0, displays: 150 }, [
			...times(108, { nps: 10 }),
			...times(12, { nps: 3 }),
		]);
		await give({ of, daysAgo: 8, displays: 600 }, [
			...times(24, { nps: 9 }),
			...times(96, { nps: 6 }),
		]);
		// Before both periods.
		await give({ of, daysAgo: 15, displays: 100 }, times(100, { nps: 0 }));
		const found = (await readScores()).find('recommend')!;
		expect(found).toMatchObject({
			name: 'Prompt recommend',
			score: {
				question: 'nps',
				title: nps.title,
				measure: 'nps',
				scale: null,
				answers: 120,
				answers_before: 120,
				estimate: { value: 80 },
				estimate_before: { value: -60 },
				change: { value: 140 },
			},
			response_rate: {
				measure: 'response_rate',
				answers: 150,
				answers_before: 600,
				estimate: { value: 0.8 },
				change: { low: expect.any(Number) as number },
			},
		});
		expect(found.score!.sentence).toMatch(/^Higher by \d+ to \d+ points\.$/);
		expect(found.score!.change!.low).toBeGreaterThan(80);
		expect(found.response_rate.sentence).toMatch(/^Higher by \d+ to \d+ percentage points\.$/);
		expect(found.response_rate.change!.value).toBeCloseTo(0.6);

		// The comparison of a prompt has the same figures for the same answers.
		const { body } = await readScores();
		const { body: compared } = await team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt: of,
			one: JSON.stringify({ since: body.since }),
			other: JSON.stringify({ since: body.since_before, until: body.since }),
		});
		expect(compared.questions[0]!.differences[0]!.difference).toEqual(found.score!.change);
		expect(compared.response_rate!.difference).toEqual(found.response_rate.change);
	});

	it('of ratings are the share of the two highest, on the scale of the live revision', async () => {
		const stars = (scale: number) =>
			({ id: 'stars', type: 'rating', title: 'How was it?', scale }) as never;
		const why = { id: 'why', type: 'short_text', title: 'Why?' } as const;
		const of = await publish('stars', [why, stars(10)]);
		await give({ of, daysAgo: 1, displays: 50 }, times(50, { stars: 5 }));
		await team.sites.sql`
			select app.save_revision(r.site_id, r.prompt_id,
				jsonb_set(r.content, '{questions,1,scale}', '5'))
			from app.revisions r where r.prompt_id = ${of}`;
		const { status } = await team.manage.ask(team.editor, 'publishPrompt', {
			site,
			prompt: of,
			revision: 2,
		});
		expect(status).toBe(200);
		const even = [...times(20, { stars: 5, why: 'Fast' }), ...times(20, { stars: 2 })];
		await give({ of, daysAgo: 0, displays: 0, revision: 2 }, even);
		await give({ of, daysAgo: 8, displays: 0, revision: 2 }, even);
		expect((await readScores()).find('stars')!.score).toMatchObject({
			question: 'stars',
			measure: 'top_two',
			scale: 5,
			answers: 40,
			answers_before: 40,
			estimate: { value: 0.5 },
			change: { value: 0 },
			sentence: 'Too few answers to tell, or no change.',
		});
	});

	it('are null below the minimum number of answers', async () => {
		const least = limits.results.leastAnswers;
		const of = await publish('effort', [
			{ id: 'effort', type: 'rating', title: 'How easy was it?', scale: 7 } as never,
		]);
		await give({ of, daysAgo: 0, displays: least - 1 }, times(least - 1, { effort: 6 }));
		const few = (await readScores()).find('effort')!;
		expect(few.score).toMatchObject({
			measure: 'mean',
			answers: least - 1,
			estimate: null,
			change: null,
			sentence: `Too few answers in this period: ${least - 1} of at least ${least}.`,
		});
		expect(few.response_rate).toMatchObject({ estimate: null, change: null });

		await give({ of, daysAgo: 0, displays: 1 }, [{ effort: 6 }]);
		const first = (await readScores()).find('effort')!;
		expect(first.score!.sentence).toBe('No earlier answers to compare with.');
		expect(first.response_rate.sentence).toBe('No earlier displays to compare with.');
		await give({ of, daysAgo: 8, displays: least - 1 }, times(least - 1, { effort: 2 }));
		const enough = (await readScores()).find('effort')!;
		expect(enough.score).toMatchObject({
			answers: least,
			answers_before: least - 1,
			estimate: { value: 6 },
			change: null,
			sentence: 'Too few answers in the period before.',
		});
		expect(enough.response_rate).toMatchObject({
			estimate: { value: 1 },
			change: null,
			sentence: 'Too few displays in the period before.',
		});
	});

	it('cover live prompts, some of which may have no score', async () => {
		await publish('reason', [{ id: 'why', type: 'long_text', title: 'Why?' }]);
		const paused = await publish('asleep', [nps]);
		await team.manage.ask(team.editor, 'pausePrompt', { site, prompt: paused });
		const { find } = await readScores();
		expect(find('reason')).toMatchObject({
			score: null,
			response_rate: { answers: 0, estimate: null, sentence: 'No displays in this period.' },
		});
		expect(find('asleep')).toBe(undefined);
	});

	it('of an experiment include all variants that ask the question', async () => {
		const of = await team.sites.publish(team.site.siteId, {
			survey_id: 'tested',
			name: 'Tested',
			questions: [nps],
			experiment: {
				key: 'wording',
				variants: [
					{ key: 'short', weight: 1 },
					{
						key: 'long',
						weight: 1,
						questions: [{ ...nps, title: 'Would you recommend us to a friend?' }],
					},
					{
						key: 'other',
						weight: 1,
						questions: [{ id: 'nps', type: 'rating', title: 'How was it?' }],
					},
				],
			},
		} as never);
		await give({ of, daysAgo: 0, displays: 0 }, times(90, { nps: 10 }));
		await team.sites.sql`
			update app.responses r set variant = v.key
			from (select display_id, (array['short', 'long', 'other'])[1 + row_number() over () % 3] as key
			      from app.responses where prompt_id = ${of}) v
			where r.prompt_id = ${of} and r.display_id = v.display_id`;
		expect((await readScores()).find('tested')!.score).toMatchObject({
			title: nps.title,
			answers: 60,
			estimate: { value: 100 },
		});
	});

	it('cover 30 days by default, which begin in the time zone of the site', async () => {
		await team.manage.ask(team.owner, 'updateSettings', { site, time_zone: 'Asia/Kolkata' });
		const { body } = await readScores({});
		expect(body.since).toMatch(/T18:30:00\.000Z$/);
		const [from, before] = [Date.parse(body.since), Date.parse(body.since_before)];
		expect(from - before).toBe(limits.results.scoreDaysDefault * 86_400_000);
	});

	it.each([0, 91, 1.5, 'week'])('are refused for %s days, with the field', async (wrong) => {
		const { status, error } = await team.manage.ask(team.viewer, 'getScores', {
			site,
			days: wrong,
		});
		expect(status).toBe(400);
		expect(error).toMatchObject({ code: 'invalid_request', field: 'days' });
	});

	it('of another workspace’s site are not found', async () => {
		const other = await team.sites.makeSite();
		const { status } = await team.manage.ask(team.viewer, 'getScores', { site: other.id });
		expect(status).toBe(404);
	});

	it('begin with what changed most, in sentences', async () => {
		const { body, find } = await readScores();
		const [{ sentence, ...first }, ...others] = body.changes as [
			(typeof body.changes)[number],
			...typeof body.changes,
		];
		expect(first).toEqual({ prompt: find('recommend')!.id, figure: 'score' });
		expect(sentence).toMatch(/^NPS rose by \d+ to \d+ points, from −60 to \+80\.$/);
		expect(others).toContainEqual({
			prompt: find('recommend')!.id,
			figure: 'response_rate',
			sentence: expect.stringMatching(
				/^Response rate rose by \d+ to \d+ percentage points, from 20% to 80%\.$/,
			) as string,
		});
		// Half of the answers are the same in both periods.
		expect(body.changes.map(({ prompt }) => prompt)).not.toContain(find('stars')!.id);
		expect(body.unclear).toBeGreaterThan(0);
	});

	it('have a trend over both periods, each point of which lists its answers', async () => {
		const of = await publish('trend', [nps]);
		const levels = [3, 3, 7, 9, 10];
		for (const [at, score] of levels.entries()) {
			await give({ of, daysAgo: 12 - 3 * at, displays: 0 }, times(40, { nps: score }));
		}
		const { trend } = (await readScores()).find('trend')!.score!;
		expect(trend.map(({ answers, score }) => [answers, score.value])).toEqual(
			levels.map((level) => [40, level < 7 ? -100 : level < 9 ? 0 : 100]),
		);
		expect(trend.every(({ from, to }) => from === to)).toBe(true);
		const { body } = await team.manage.ask(team.viewer, 'explainFigure', {
			site,
			prompt: of,
			figure: 'scores.score.trend.2.answers',
			days,
		});
		expect(body).toMatchObject({
			of: 'responses',
			count: 40,
			filter: { since: trend[2]!.since, until: trend[2]!.until },
		});
	});

	it('add up displays and responses of all prompts, also of paused ones', async () => {
		const { totals: before } = (await readScores()).body;
		const of = await publish('busy', [nps]);
		await give({ of, daysAgo: 0, displays: 10 }, times(4, { nps: 9 }));
		await give({ of, daysAgo: 8, displays: 20 }, times(5, { nps: 9 }));
		await team.manage.ask(team.editor, 'pausePrompt', { site, prompt: of });
		const { totals } = (await readScores()).body;
		expect(totals).toMatchObject({
			displays: before.displays + 10,
			displays_before: before.displays_before! + 20,
			responses: before.responses + 4,
			responses_before: before.responses_before + 5,
			response_rate: { answers: before.displays + 10 },
		});
		const { items } = (
			await team.manage.ask(team.viewer, 'listResponses', {
				site,
				since: (await readScores()).body.since,
				limit: 200,
			})
		).body;
		expect(items.length).toBe(Math.min(200, totals.responses));
		// Displays of the period before are deleted.
		const { body: longest } = await readScores({ days: limits.results.scoreDays });
		expect(longest.totals.displays_before).toBe(null);
	});

	it('cover only the prompts with the most displays when there are very many', async () => {
		const { scoredPrompts } = limits.results;
		for (let number = 1; number <= scoredPrompts; number++) await publish(`many-${number}`, [nps]);
		const { body, find } = await readScores();
		expect(body.prompts).toHaveLength(scoredPrompts);
		expect(body.prompts[0]!.survey_id).toBe('recommend');
		expect(body.more).toBe(true);
		expect(find(`many-${scoredPrompts}`)).toBeDefined();
		expect(find('many-1')).toBe(undefined);
	});
});
