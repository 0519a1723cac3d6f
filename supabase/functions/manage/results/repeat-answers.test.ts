// Compares the first with the latest score of people who answered a prompt more than once.
import { estimate, limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
const nps = { id: 'nps', type: 'nps', title: 'Would you recommend us?' } as const;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
});
afterAll(() => team.end());

const publish = (survey_id: string, questions: object[]) =>
	team.sites.publish(team.site.siteId, { survey_id, name: survey_id, questions } as never);

type Answer = { answers: object; daysAgo: number; revision?: number; traits?: object };

/** One person with these answers. */
async function answer(prompt: string, given: Answer[]): Promise<string> {
	const subject = crypto.randomUUID();
	const { sql } = team.sites;
	await sql`
		insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
		values (${site}, ${subject}, ${subject}, now(), now())`;
	for (const { answers, daysAgo, revision = 1, traits = {} } of given) {
		await sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers, traits, created_at, updated_at)
			select ${site}, gen_random_uuid(), ${prompt}, ${revision}, ${subject}, 1, true, ${sql.json(answers as never)},
			       ${sql.json(traits as never)}, at, at from (select now() - ${daysAgo}::int * interval '1 day' as at) t`;
	}
	return subject;
}
const scores = (...of: number[]): Answer[] =>
	of.map((score, at) => ({ answers: { nps: score }, daysAgo: 10 * (of.length - at) }));

async function read(prompt: string, more: object = {}) {
	const { body, status, error } = await team.manage.ask(team.viewer, 'getRepeatAnswers', {
		site,
		prompt,
		...more,
	});
	expect(status, JSON.stringify(error)).toBe(200);
	return body.questions;
}

describe('people who answered more than once', () => {
	it('are none at first, and are not compared below the minimum number', async () => {
		const prompt = await publish('few', [nps]);
		expect(await read(prompt)).toMatchObject([{ id: 'nps', respondents: 0, scores: null }]);
		for (let number = 1; number < limits.results.repeatLeast; number++) {
			await answer(prompt, scores(3, 9));
		}
		await answer(prompt, scores(5));
		expect(await read(prompt)).toMatchObject([{ respondents: 4, scores: null }]);
	});

	it('are counted by their first and latest scores, regardless of scores in between', async () => {
		const prompt = await publish('quarterly', [nps, { id: 'why', type: 'short_text', title: 'W' }]);
		await answer(prompt, scores(3, 10, 8));
		await answer(prompt, scores(7, 7));
		await answer(prompt, scores(9, 0, 9));
		await answer(prompt, scores(10, 6));
		await answer(prompt, scores(0, 10));
		await answer(prompt, scores(2, 4));
		// These people answered once, or only once with a score.
		await answer(prompt, scores(10));
		await answer(prompt, [
			{ answers: { nps: 1 }, daysAgo: 9 },
			{ answers: { why: 'Slow' }, daysAgo: 2 },
		]);
		const [found, ...others] = await read(prompt);
		expect(others).toEqual([]);
		expect(found).toMatchObject({
			id: 'nps',
			type: 'nps',
			scale: null,
			respondents: 6,
			revisions: [1],
			scores: { higher: 3, same: 2, lower: 1, first: 31 / 6, latest: 44 / 6 },
		});
		const changes: [number, number][] = [
			[5, 1],
			[0, 2],
			[-4, 1],
			[10, 1],
			[2, 1],
		];
		expect(found!.scores!.change).toMatchObject(
			estimate({ min: -10, max: 10, counts: new Map(changes) })!,
		);
	});

	it('are limited to the filter and its period', async () => {
		const prompt = await publish('filtered', [nps]);
		for (let number = 0; number < 6; number++) {
			const traits = { plan: number < 5 ? 'pro' : 'free' };
			const given = scores(2, 4, 9).map((one) => ({ ...one, traits }));
			await answer(prompt, given);
		}
		const of = async (more: object) => (await read(prompt, more))[0]!;
		expect(await of({})).toMatchObject({ respondents: 6, scores: { change: { value: 7 } } });
		expect(await of({ trait: 'plan:pro' })).toMatchObject({ respondents: 5 });
		expect(await of({ trait: 'plan:free' })).toMatchObject({ respondents: 1, scores: null });
		const since = new Date(Date.now() - 25 * 86_400_000).toISOString();
		expect(await of({ since })).toMatchObject({ respondents: 6, scores: { change: { value: 5 } } });
	});

	it('are compared on one scale only', async () => {
		const stars = (scale: number) => ({ id: 'stars', type: 'rating', title: 'How was it?', scale });
		const prompt = await publish('stars', [stars(10)]);
		await team.sites.sql`
			select app.save_revision(r.site_id, r.prompt_id, jsonb_set(r.content, '{questions,0,scale}', '5'))
			from app.revisions r where r.prompt_id = ${prompt}`;
		await team.sites.sql`
			update app.prompts p set published_revision = (
				select max(r.number) from app.revisions r where r.prompt_id = p.id)
			where p.id = ${prompt}`;
		for (let number = 0; number < 5; number++) {
			await answer(prompt, [
				{ answers: { stars: 9 }, daysAgo: 30 },
				{ answers: { stars: 4 }, daysAgo: 20, revision: 2 },
				{ answers: { stars: 5 }, daysAgo: 10, revision: 2 },
			]);
		}
		expect(await read(prompt)).toMatchObject([
			{ scale: 5, revisions: [2], respondents: 5, scores: { higher: 5, change: { value: 1 } } },
			{ scale: 10, revisions: [1], respondents: 0, scores: null },
		]);
	});

	it('are none after their deletion, and the request is refused for a deleted prompt', async () => {
		const prompt = await publish('forgotten', [nps]);
		for (let number = 0; number < 5; number++) await answer(prompt, scores(1, 2));
		await team.sites.sql`
			update app.responses set subject_id = null where site_id = ${site} and prompt_id = ${prompt}`;
		expect(await read(prompt)).toMatchObject([{ respondents: 0, scores: null }]);
		const { status, error } = await team.manage.ask(team.viewer, 'getRepeatAnswers', {
			site,
			prompt: crypto.randomUUID(),
		});
		expect([status, error?.field]).toEqual([404, 'prompt']);
	});
});
