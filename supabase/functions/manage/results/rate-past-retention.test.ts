// The response rate of a prompt that is older than its stored displays, which are deleted earlier than responses.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'old',
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
	});
	const { sql } = team.sites;
	await sql`
		update app.sites set settings = settings || '{"retention":{"visitor_days":30}}' where id = ${site}`;
	await give({ days: limits.visitor.days + 2, displays: 50, answered: 50 });
	await give({ days: 60, displays: 30, answered: 30 });
	await give({ days: 20, displays: 40, answered: 4 });
	await give({ days: 1, displays: 40, answered: 10 });
	const [deleted] = await sql<{ more: boolean }[]>`
		select app.aggregate_old_displays(now(), 1000) as more`;
	expect(deleted!.more).toBe(true);
});
afterAll(() => team.end());

/** Inserts displays from `days` days ago; the first `answered` of them were answered an hour later. */
async function give({
	days,
	displays,
	answered,
}: Record<'days' | 'displays' | 'answered', number>) {
	const subject = crypto.randomUUID();
	await team.sites.sql`
		with subject as (
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			values (${site}, ${subject}, ${subject}, now(), now())
		),
		shown as (
			insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits,
				reserved_at, displayed_at, answered_at)
			select ${site}, n.id, ${subject}, ${subject}, n.id, ${prompt}, 1, n.id,
				case when n.at <= ${answered} then 'answered' else 'displayed' end, '{}', t.at, t.at,
				case when n.at <= ${answered} then t.at + interval '1 hour' end
			from (select gen_random_uuid() as id, at from generate_series(1, ${displays}::int) at) n,
			     (select now() - make_interval(days => ${days}) as at) t
			returning *
		)
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		select site_id, id, prompt_id, 1, 1, true, '{"score": 9}', '{}', answered_at, answered_at
		from shown where answered_at is not null`;
}

async function read<Name extends 'summarizeResponses' | 'getPrompt'>(
	name: Name,
	query: object = {},
) {
	const { status, body } = await team.manage.ask(team.viewer, name, {
		site,
		prompt,
		...query,
	} as never);
	expect(status, JSON.stringify(body)).toBe(200);
	return body;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the response rate of a prompt that is older than its displays', () => {
	it('is computed from the stored displays and the responses to them', async () => {
		expect(await read('summarizeResponses')).toMatchObject({
			displays: 80,
			responses: 94,
			answered: 14,
			response_rate: { value: 14 / 80 },
		});
	});

	it('is the same by group', async () => {
		const { body } = await team.manage.ask(team.viewer, 'getResponseRates', {
			site,
			prompt,
			by: 'device',
		});
		expect(body).toMatchObject({ displays: 80, responses: 14, response_rate: { value: 14 / 80 } });
	});

	it('in a comparison is computed from the same displays, whenever they were answered', async () => {
		// The last answer to a display of the first period is after that period.
		const until = new Date(Date.parse(daysAgo(20)) + 60_000).toISOString();
		const { body } = await team.manage.ask(team.viewer, 'compareResponses', {
			site,
			prompt,
			one: JSON.stringify({ since: until }),
			other: JSON.stringify({ until }),
		});
		expect(body.response_rate).toMatchObject({
			one: { answers: 40, estimate: { value: 0.25 } },
			other: { answers: 40, estimate: { value: 0.1 } },
		});
	});

	it('is shown on the overview in the same way', async () => {
		const { body } = await team.manage.ask(team.viewer, 'getScores', { site, days: 10 });
		expect(body.prompts[0]!.response_rate).toMatchObject({
			answers: 40,
			answers_before: 0,
			estimate: { value: 0.25 },
		});
		// The displays of 30 answers of this period are deleted.
		const { body: long } = await team.manage.ask(team.viewer, 'getScores', {
			site,
			days: limits.results.scoreDays,
		});
		expect(long.prompts[0]!.response_rate).toMatchObject({
			answers: 80,
			estimate: { value: 14 / 80 },
			answers_before: 0,
		});
	});

	it('is computed in the same way for the list of prompts', async () => {
		expect(await read('getPrompt')).toMatchObject({ displays: 80, responses: 94, answered: 14 });
	});

	it('does not count a deleted response', async () => {
		const [response] = await team.sites.sql<{ id: string }[]>`
			select display_id as id from app.responses where prompt_id = ${prompt} order by created_at desc limit 1`;
		const { status } = await team.manage.ask(team.owner, 'deleteResponse', {
			site,
			response: response!.id,
		});
		expect(status).toBe(200);
		const expected = { displays: 80, responses: 93, answered: 13 };
		expect(await read('summarizeResponses')).toMatchObject(expected);
		expect(await read('getPrompt')).toMatchObject(expected);
	});
});
