import { routes, type RouteOutput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { connect } from '../../tests/connections.ts';
import { signIn } from '../../tests/people.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'survey',
		questions: [
			{ id: 'nps', type: 'nps', title: 'Would you recommend us?' },
			{
				id: 'ease',
				type: 'rating',
				title: 'How easy was it?',
				branches: [{ when: { op: 'at_least', value: 4 }, go: 'parts' }],
			},
			{ id: 'wrong', type: 'long_text', title: 'What went wrong?' },
			{
				id: 'parts',
				type: 'multiple_choice',
				title: 'Which parts do you use?',
				options: [
					{ value: 'api', label: 'API' },
					{ value: 'web', label: 'Web' },
				],
				other_label: 'Another',
			},
		],
	});
});
afterAll(() => team.end());

type Given = {
	at: string;
	answers: Record<string, unknown>;
	final?: boolean;
	of?: string;
	/** The display; omitted if it was deleted. */
	to?: string;
};

async function respond({ at, answers, final = true, of = prompt, to }: Given): Promise<string> {
	const id = to ?? mintUuidv7(Date.parse(at));
	await team.sites.sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${id}, ${of}, 1, 1, ${final}, ${team.sites.sql.json(answers as never)}, '{"plan":"pro"}', ${at}, ${at})`;
	return id;
}

async function display(at: string, state: string): Promise<string> {
	const { sql } = team.sites;
	const [subject, id] = [crypto.randomUUID(), mintUuidv7(Date.parse(at))];
	await sql`
		insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
		values (${site}, ${subject}, ${subject}, ${at}, ${at})`;
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits, reserved_at, released_at)
		values (${site}, ${id}, ${subject}, ${subject}, ${id}, ${prompt}, 1, ${id}, ${state}, '{}', ${at}, ${state === 'released' ? at : null})`;
	return id;
}

const exportAs = async (name: 'exportResponses' | 'exportResponseLines', input: object = {}) => {
	const answer = await team.manage.ask(team.viewer, name, { site, ...input });
	return { ...answer, text: answer.body as unknown as string };
};

describe('a summary', () => {
	let summary: RouteOutput<'summarizeResponses'>;

	beforeAll(async () => {
		// 23:30 in London is the next day in Vienna.
		await team.sites.sql`
			update app.sites set settings = settings || '{"time_zone":"Europe/Vienna"}' where id = ${site}`;
		await team.sites.sql`
			update app.prompts set published_at = '2026-11-10T23:20:00Z' where id = ${prompt}`;
		for (const state of ['displayed', 'dismissed', 'reserved', 'released']) {
			await display('2026-11-10T23:30:00Z', state);
		}
		const answered = () => display('2026-11-10T23:30:00Z', 'answered');
		const [first, second] = [await answered(), await answered()];
		const third = await display('2026-11-12T10:00:00Z', 'answered');
		const at = '2026-11-10T23:40:00Z';
		const words = { nps: 10, ease: 5, parts: ['api', { other: 'The CLI' }] };
		await respond({ at, to: first, answers: words });
		await respond({ at, to: second, answers: { nps: 9, ease: 2, wrong: 'It was slow, =really' } });
		const empty = { nps: 3, ease: null, wrong: null };
		await respond({ at: '2026-11-12T10:00:00Z', to: third, answers: empty });
		await respond({ at: '2026-11-12T10:00:00Z', answers: { nps: 7 }, final: false });
		const answer = await team.manage.ask(team.viewer, 'summarizeResponses', { site, prompt });
		expect(answer.status, JSON.stringify(answer.error)).toBe(200);
		summary = routes.summarizeResponses.output.parse(answer.body);
	});

	it('counts displays and responses', () => {
		expect(summary).toMatchObject({
			displays: 6,
			unconfirmed: 1,
			dismissed: 1,
			answered: 3,
			responses: 4,
			final: 3,
		});
	});

	it('counts how many visitors reached and answered each question, and their answers', () => {
		expect(summary.questions).toMatchObject([
			{
				id: 'nps',
				reached: 4,
				answered: 4,
				skipped: 0,
				counts: { '3': 1, '7': 1, '9': 1, '10': 1 },
				mean: { value: 7.25 },
				nps: { value: 25 },
			},
			// The visitor who has not finished may still answer.
			{ id: 'ease', reached: 4, answered: 2, skipped: 1, counts: { '2': 1, '5': 1 }, nps: null },
			{ id: 'wrong', reached: 2, answered: 1, skipped: 1, counts: {}, mean: null },
			{ id: 'parts', reached: 3, answered: 1, skipped: 2, counts: { api: 1, '(other)': 1 } },
		]);
		const { nps } = summary.questions[0]!;
		expect(nps!.low).toBeLessThan(25);
		expect(nps!.high).toBeGreaterThan(25);
	});

	it('estimates scores and shares, with a confidence sequence and a fixed-n interval', () => {
		const [nps, ease, , parts] = summary.questions;
		expect(ease).toMatchObject({ scale: 5, top_two: { value: 0.5 }, shares: {} });
		expect(parts!.shares).toMatchObject({
			api: { value: 1, high: 1 },
			web: { value: 0, low: 0 },
			'(other)': { value: 1 },
		});
		for (const { low, high, fixed_n: fixed } of [nps!.nps!, nps!.mean!, ease!.top_two!]) {
			expect(high - low).toBeGreaterThan(fixed.high - fixed.low);
		}
		expect(summary.response_rate).toMatchObject({ value: 3 / 6 });
		expect(nps).toMatchObject({ scale: null, top_two: null, trend: [] });
	});

	it('measures the time from the display to the first answer', async () => {
		expect(summary.time_to_answer).toBe(null);
		const { sql } = team.sites;
		await sql`
			update app.displays set displayed_at = reserved_at + interval '1 second',
				answered_at = reserved_at + interval '1 second' * (case when reserved_at < '2026-11-12' then 5 else 21 end)
			where prompt_id = ${prompt} and state = 'answered'`;
		const answer = await team.manage.ask(team.viewer, 'summarizeResponses', { site, prompt });
		expect(answer.body.time_to_answer).toEqual({ answers: 3, median: 4, p90: 16.8 });
		await sql`update app.displays set displayed_at = null, answered_at = null where prompt_id = ${prompt}`;
	});

	const trendOf = async (input: { since?: string; until?: string }) => {
		const answer = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt,
			...input,
		});
		return routes.summarizeResponses.output.parse(answer.body).trend;
	};

	it('uses the site’s days, and omits none', async () => {
		const nobody = { promoters: 0, passives: 0, detractors: 0 };
		const none = { displays: 0, responses: 0, nps: null, ...nobody };
		expect(await trendOf({ until: '2026-11-14T23:00:00Z' })).toEqual([
			{ day: '2026-11-11', displays: 5, responses: 2, nps: 100, ...nobody, promoters: 2 },
			{
				day: '2026-11-12',
				displays: 1,
				responses: 2,
				nps: -50,
				...nobody,
				passives: 1,
				detractors: 1,
			},
			{ day: '2026-11-13', ...none },
			{ day: '2026-11-14', ...none },
		]);
		expect(await trendOf({ since: '2026-11-12T22:59:00Z', until: '2026-11-13T23:00:01Z' })).toEqual(
			['12', '13', '14'].map((day) => ({ day: `2026-11-${day}`, ...none })),
		);
	});

	it('has no day before the first and none after today, whatever period is requested', async () => {
		const trend = await trendOf({ since: '0001-01-01T00:00:00Z', until: '9999-01-01T00:00:00Z' });
		expect(trend[0]!.day).toBe('2026-11-11');
		const [row] = await team.sites.sql<{ today: string }[]>`
			select greatest(now() at time zone 'Europe/Vienna', '2026-11-12')::date::text as today`;
		expect(trend.at(-1)!.day).toBe(row!.today);
	});

	it('can cover a part of the time, or nothing', async () => {
		const part = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt,
			since: '2026-11-11T00:00:00Z',
			until: '2026-11-13T00:00:00Z',
		});
		expect(part.body).toMatchObject({ displays: 1, responses: 2, final: 1 });
		const empty = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt,
			until: '2020-01-01T00:00:00Z',
		});
		expect(empty.body).toMatchObject({ displays: 0, responses: 0, trend: [] });
		expect(empty.body.questions[0]).toMatchObject({ reached: 0, mean: null, nps: null });
		const none = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt: crypto.randomUUID(),
		});
		expect([none.status, none.error.field]).toEqual([404, 'prompt']);
	});
});

describe('responses', () => {
	const list = async (input: object) =>
		(await team.manage.ask(team.viewer, 'listResponses', { site, ...input })).body.items;

	it('are found by text, time and whether they are final', async () => {
		expect(await list({ search: 'WAS SLOW' })).toHaveLength(1);
		expect(await list({ search: 'the cli' })).toHaveLength(1);
		expect(await list({ search: '100%_' })).toHaveLength(0);
		// The value of a choice is not text that a visitor wrote.
		expect(await list({ search: 'api' })).toHaveLength(0);
		expect(await list({ final: false })).toMatchObject([{ answers: { nps: 7 } }]);
		expect(await list({ final: true })).toHaveLength(3);
		expect(await list({ since: '2026-11-12T00:00:00+01:00' })).toHaveLength(2);
		expect(await list({ until: '2026-11-12T00:00:00+01:00' })).toHaveLength(2);
		expect(await list({ prompt: crypto.randomUUID() })).toHaveLength(0);
		const wrong = await team.manage.call(team.viewer, `/sites/${site}/responses?final=perhaps`);
		expect([wrong.status, wrong.body['error']]).toMatchObject([400, { field: 'final' }]);
	});

	it('are read one by one, with their display', async () => {
		const response = await respond({ at: '2026-11-14T10:00:00Z', answers: { nps: 3 } });
		await display('2026-11-14T10:00:00Z', 'answered');
		await team.sites.sql`
			update app.displays set id = ${response} where reserved_at = '2026-11-14T10:00:00Z'`;
		const read = (id: string) =>
			team.manage.ask(team.viewer, 'getResponse', { site, response: id });
		const { body } = await read(response);
		expect(routes.getResponse.output.parse(body)).toMatchObject({
			id: response,
			answers: { nps: 3 },
			display: { reserved_at: '2026-11-14T10:00:00.000Z' },
		});
		await team.sites.sql`delete from app.displays where id = ${response}`;
		expect((await read(response)).body).toMatchObject({ id: response, display: null });
		expect((await read(crypto.randomUUID())).status).toBe(404);
		await team.manage.ask(team.owner, 'deleteResponse', { site, response });
	});

	it('are deleted permanently', async () => {
		const response = await respond({ at: '2026-11-14T10:00:00Z', answers: { nps: 0 } });
		const remove = () => team.manage.ask(team.owner, 'deleteResponse', { site, response });
		expect((await remove()).body).toEqual({ removed: true });
		expect((await remove()).status).toBe(404);
		expect(
			await team.sites.sql`select from app.responses where display_id = ${response}`,
		).toHaveLength(0);
	});
});

describe('a segment', () => {
	let segmented: string;
	const ask = <Name extends 'listResponses' | 'summarizeResponses'>(name: Name, input: object) =>
		team.manage.ask(team.viewer, name, { site, prompt: segmented, ...input } as never);
	const counts = async (input: object) => {
		const list = await ask('listResponses', input);
		const { body: sum } = await ask('summarizeResponses', input);
		const lines = await exportAs('exportResponseLines', { prompt: segmented, ...input });
		expect(lines.text.split('\n').filter(Boolean)).toHaveLength(list.body.items.length);
		const trend = sum.trend.reduce((all, day) => all + day.responses, 0);
		expect([sum.responses, trend]).toEqual([list.body.items.length, list.body.items.length]);
		return { displays: sum.displays, responses: sum.responses };
	};

	beforeAll(async () => {
		const { sql } = team.sites;
		segmented = await team.sites.publish(team.site.siteId, { survey_id: 'segmented' });
		const subjects: [string | null, Record<string, string | number | boolean>][] = [
			['ada', { plan: 'pro', seats: 3, 'a:b': 'c' }],
			['ada', { plan: 'team', seats: 3 }],
			[null, { plan: 'pro', seats: 4, admin: true }],
		];
		await sql`
			insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
			select ${site}, gen_random_uuid(), a, gen_random_uuid(), now(), now()
			from unnest(array['ada', null]) a`;
		for (const [account, traits] of subjects) {
			const id = mintUuidv7(Date.now());
			const subject = sql`(
				select id from app.subjects
				where site_id = ${site} and account is not distinct from ${account} order by id desc limit 1)`;
			await sql`
				insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin,
					state, traits, reserved_at)
				values (${site}, ${id}, ${subject}, ${id}, ${id}, ${segmented}, 1, ${id}, 'answered',
					${sql.json(traits)}, now())`;
			await sql`
				insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers,
					traits, created_at, updated_at)
				values (${site}, ${id}, ${segmented}, 1, ${subject}, 1, true, '{"score":4}', ${sql.json(traits)}, now(), now())`;
		}
	});

	it('selects by one trait, or by several that must all match', async () => {
		expect(await counts({ trait: 'plan:pro' })).toEqual({ displays: 2, responses: 2 });
		expect(await counts({ trait: ['plan:pro', 'seats:3'] })).toEqual({ displays: 1, responses: 1 });
		expect(await counts({ trait: ['admin:true'] })).toEqual({ displays: 1, responses: 1 });
		expect(await counts({ trait: 'plan:' })).toEqual({ displays: 0, responses: 0 });
		expect(await counts({})).toEqual({ displays: 3, responses: 3 });
	});

	it('by account', async () => {
		expect(await counts({ account: 'ada' })).toEqual({ displays: 2, responses: 2 });
		expect(await counts({ account: 'ada', trait: 'plan:team' })).toEqual({
			displays: 1,
			responses: 1,
		});
		expect(await counts({ account: 'nobody' })).toEqual({ displays: 0, responses: 0 });
	});

	it('is available to a connection that may read responses', async () => {
		const agent = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const input = { site, prompt: segmented, trait: ['plan:pro'], account: 'ada' };
		const refused = await team.manage.ask(agent, 'summarizeResponses', input);
		expect(refused.error.code).toBe('approval_required');
		const asked = await team.manage.ask(agent, 'listGrantRequests', {});
		const request = asked.body.items[0]!.id;
		await team.manage.ask(team.owner, 'approveGrant', { request, mode: 'once' });
		const { body } = await team.manage.ask(agent, 'summarizeResponses', input);
		expect(body).toMatchObject({ displays: 1, responses: 1 });
	});

	it('has at most five traits, each with a value', async () => {
		const six = await ask('listResponses', { trait: Array<string>(6).fill('plan:pro') });
		expect([six.status, six.error.field]).toEqual([400, 'trait']);
		const bare = await ask('summarizeResponses', { trait: 'plan' });
		expect([bare.status, bare.error.field]).toEqual([400, 'trait']);
		expect(bare.error.message).toContain('"plan:pro"');
		const hostile = await ask('listResponses', { trait: "plan:' or true --" });
		expect(hostile.body.items).toEqual([]);
	});
});

describe('an export', () => {
	it('of one prompt has a column for each question, and no formulas', async () => {
		const { headers, text } = await exportAs('exportResponses', { prompt });
		expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
		expect(headers.get('content-disposition')).toBe('attachment; filename="responses.csv"');
		const lines = text.split('\r\n');
		expect(lines[0]).toBe(
			'id,survey_id,revision,variant,met_branches,created_at,updated_at,final,account,answer_nps,answer_ease,answer_wrong,answer_parts,other_parts,traits,context',
		);
		expect(lines).toHaveLength(6);
		expect(text).toContain(',10,5,,"[""api""]",The CLI,"{""plan"":""pro""}"');
		expect(text).toContain(',9,2,"It was slow, =really",,,');
		await respond({ at: '2026-11-15T10:00:00Z', answers: { wrong: '=HYPERLINK("https://evil")' } });
		const { text: guarded } = await exportAs('exportResponses', { prompt, search: 'evil' });
		expect(guarded).toContain(`,"'=HYPERLINK(""https://evil"")",`);
	});

	it('of all prompts has the answers in one column', async () => {
		const { text } = await exportAs('exportResponses', { final: false });
		expect(text.split('\r\n')[1]).toContain('"{""nps"":7}"');
	});

	it('as lines of JSON contains the same as the list', async () => {
		const { headers, text } = await exportAs('exportResponseLines', { final: true, prompt });
		expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
		const lines = text
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as { id: string });
		const { body } = await team.manage.ask(team.viewer, 'listResponses', {
			site,
			final: true,
			prompt,
		});
		const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
		expect(lines).toEqual([...body.items].sort(byId));
	});

	it('without responses has only its heading, or no line', async () => {
		const none = { since: '2030-01-01T00:00:00Z' };
		expect((await exportAs('exportResponses', none)).text).toMatch(
			/^id,.*,answers,traits,context\r\n$/,
		);
		expect((await exportAs('exportResponseLines', none)).text).toBe('');
	});

	it('of many responses contains each exactly once, in several parts', async () => {
		const many = await team.sites.publish(team.site.siteId, { survey_id: 'many' });
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, app.mint_id(), ${many}, 1, 1, true, '{"score":3}', '{}', now(), now() from generate_series(1, 8000)`;
		const response = await team.manage.handle(
			new Request(`http://127.0.0.1/manage/sites/${site}/responses.ndjson?prompt=${many}`, {
				headers: { authorization: `Bearer ${team.viewer.token}` },
			}),
		);
		let parts = 0;
		let text = '';
		const decoder = new TextDecoder();
		for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
			parts++;
			text += decoder.decode(part, { stream: true });
		}
		const ids = text
			.trimEnd()
			.split('\n')
			.map((line) => (JSON.parse(line) as { id: string }).id);
		expect(new Set(ids).size).toBe(8_000);
		expect(parts).toBeGreaterThan(3);
		const csv = await exportAs('exportResponses', { prompt: many });
		expect(csv.text.split('\r\n')).toHaveLength(8_002);
	});

	it('ends when the reader’s role ends, and is refused to strangers', async () => {
		const stranger = await signIn();
		const refused = await team.manage.ask(stranger, 'exportResponses', { site });
		expect([refused.status, refused.error.code]).toEqual([404, 'not_found']);
		const response = await team.manage.handle(
			new Request(`http://127.0.0.1/manage/sites/${site}/responses.ndjson`, {
				headers: { authorization: `Bearer ${team.editor.token}` },
			}),
		);
		await team.manage.ask(team.owner, 'removeMember', {
			workspace: team.site.workspace,
			person: team.editor.id,
		});
		await expect(response.text()).rejects.toThrow('no such site');
	});
});
