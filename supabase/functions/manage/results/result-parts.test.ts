// Precomputed figures must equal the figures of the plain query, even if rows change in the
// meantime.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import {
	daysAgo,
	holdOpen,
	openTwoWeeks,
	type Query,
	type TwoWeeks,
} from '../../tests/two-weeks.ts';
import { findRest } from './result-parts.ts';

let at: TwoWeeks;

beforeAll(async () => {
	at = await openTwoWeeks();
});
afterAll(() => at.end());

const queries: [string, Query][] = [
	['everything', {}],
	['a period', { since: daysAgo(9.5), until: daysAgo(2.25) }],
	['what is new', { since: daysAgo(0.01) }],
	['a time before everything', { until: daysAgo(100) }],
	['a revision', { revision: 2 }],
	['a variant', { variant: 'short', since: daysAgo(8) }],
	['a trait', { trait: ['plan:pro'] }],
	['an answer', { condition: '{"answer":"score","op":"at_most","value":6}' }],
];

describe('precomputed figures', () => {
	it.each(queries)('equal the figures of the plain query: %s', async (_, query) => {
		expect(await at.count()).toBeGreaterThan(13);
		const counted = await at.summarize(query);
		expect(counted).toEqual(await at.summarizePlainly(query));
		expect(counted.questions.length).toBeGreaterThan(0);
	});

	it.each([3, 7])('give the same scores of the site over %i days', async (days) => {
		expect(await at.count()).toBeGreaterThan(13);
		const read = async () => {
			const { body } = await at.workspace.manage.ask(at.workspace.viewer, 'getScores', {
				site: at.site,
				days,
			});
			return body.prompts;
		};
		const counted = await read();
		expect(counted[0]).toMatchObject({ score: { question: 'score', measure: 'nps' } });
		await at.sql`update app.result_parts set zone = 'none' where site_id = ${at.site}`;
		expect(await read()).toEqual(counted);
		await at.sql`update app.result_parts set zone = 'Europe/Berlin' where site_id = ${at.site}`;
	});

	it('count the responses of a prompt in lists', async () => {
		expect(await at.count()).toBeGreaterThan(13);
		const { sql, site, prompt, workspace } = at;
		const [row] = await sql<{ responses: number }[]>`
			select count(*)::int as responses from app.responses where site_id = ${site} and prompt_id = ${prompt}`;
		const { body } = await workspace.manage.ask(workspace.viewer, 'getPrompt', { site, prompt });
		expect(body.responses).toBe(row!.responses);
	});

	it('follow an answer that changes late, a deletion, an erasure and a display that is answered late', async () => {
		const { sql } = at;
		const { site } = at;
		const changes = [
			() => sql`
				update app.responses set answers = '{"score": 0}', seq = 2
				where site_id = ${site} and display_id = ${at.response}`,
			() => sql`
				update app.displays set state = 'dismissed' where site_id = ${site} and id = ${at.response}`,
			() =>
				at.workspace.manage.ask(at.workspace.owner, 'deleteResponse', {
					site,
					response: at.response,
				}),
			() => sql`delete from app.displays where site_id = ${site} and id = ${at.response}`,
			() => sql`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${at.response}, ${at.prompt}, 1, 1, true, '{"score": 10}', '{}', ${daysAgo(3)}, ${daysAgo(3)})`,
		];
		for (const change of changes) {
			const before = await at.count();
			await change();
			expect(await at.countParts()).toBe(before - 1);
			const partly = await at.summarize({});
			expect(partly).toEqual(await at.summarizePlainly({}));
			expect(await at.count()).toBe(before);
			expect(await at.summarize({})).toEqual(partly);
		}
	});

	it.each([20, 90])('are the same when %i rows are counted at once', async (rows) => {
		await at.count();
		const { sql, site } = at;
		// Many answers with the same time, as from a file that contains only dates.
		await sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, gen_random_uuid(), ${at.prompt}, 1, 1, true, jsonb_build_object('score', n % 11), '{"plan":"pro"}',
				${daysAgo(3)}, ${daysAgo(3)}
			from generate_series(1, 100) n`;
		await sql`delete from app.result_parts where site_id = ${site}`;
		const plain = await at.summarize({});
		await at.count({ rows });
		expect(await at.summarize({})).toEqual(plain);
		await sql`
			delete from app.responses where site_id = ${site} and created_at = ${daysAgo(3)} and subject_id is null`;
	});

	it('are counted again when a row changes during the count', thorough, async () => {
		const { sql, site } = at;
		await at.count();
		await sql`delete from app.result_parts where site_id = ${site}`;
		const readBegun = () =>
			sql<{ from: Date }[]>`
				select from_at as from from app.result_parts where site_id = ${site} and begun is not null`;
		await vi.waitFor(
			async () => {
				await sql`select app.count_result_parts(p_rows => 20)`;
				expect(await readBegun()).toHaveLength(1);
			},
			{ timeout: 20_000, interval: 50 },
		);
		const [begun] = await readBegun();
		const [changed] = await sql`
			update app.responses set answers = '{"score": 0}' where site_id = ${site} and display_id = (
				select display_id from app.responses where site_id = ${site} and created_at >= ${begun!.from} order by created_at limit 1)
			returning 1`;
		expect(changed).toBeDefined();
		expect(await readBegun()).toHaveLength(0);
		await at.count({ rows: 20 });
		expect(await at.summarize({})).toEqual(await at.summarizePlainly({}));
	});

	it('are not counted while a transaction may still change them', async () => {
		const before = await at.count();
		const { sql } = at;
		const { site } = at;
		await sql`delete from app.result_parts where site_id = ${site}`;
		const late = await holdOpen(
			at,
			(tx) => tx`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${crypto.randomUUID()}, ${at.prompt}, 1, 1, true, '{"score": 10}', '{}', ${daysAgo(3)}, ${daysAgo(3)})`,
		);
		// Marks the parts but counts none, because the answer above is not visible yet.
		expect(await at.countOnce()).toBe(0);
		await late.end();
		expect(await at.count()).toBe(before);
		expect(await at.summarize({})).toEqual(await at.summarizePlainly({}));
	});

	it('are not counted while a transaction that began during the mark may still change them', async () => {
		const before = await at.count();
		const { sql, site } = at;
		await sql`delete from app.result_parts where site_id = ${site}`;
		const marking = await holdOpen(at, (tx) => tx`select app.mark_result_parts(now(), 1000)`);
		const late = await holdOpen(
			at,
			(tx) => tx`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${crypto.randomUUID()}, ${at.prompt}, 1, 1, true, '{"score": 10}', '{}', ${daysAgo(3)}, ${daysAgo(3)})`,
		);
		await marking.end();
		expect(await at.countOnce()).toBe(0);
		await late.end();
		expect(await at.count()).toBe(before);
		expect(await at.summarize({})).toEqual(await at.summarizePlainly({}));
	});

	it('are for days in the current time zone of the site', async () => {
		await at.count();
		const { sql } = at;
		const move = (zone: string) => sql`
			update app.sites set settings = jsonb_set(settings, '{time_zone}', to_jsonb(${zone}::text)) where id = ${at.site}`;
		await move('Asia/Kolkata');
		const moved = await at.summarize({});
		await at.count();
		expect(await at.summarize({})).toEqual(moved);
		await move('Europe/Berlin');
	});

	it('include displays that retention deleted, whose responses stay', async () => {
		await at.count();
		const { responses, ...before } = await at.summarize({});
		expect(before.answered).toBeGreaterThan(1_000);
		// Displays are stored for 90 days; in 83 days, displays from the last week are still younger than that.
		const [deleted] = await at.sql<{ more: boolean }[]>`
			select app.aggregate_old_displays(now() + interval '83 days', 100000) as more`;
		expect(deleted!.more).toBe(true);
		const after = await at.summarize({});
		expect(after).toEqual(await at.summarizePlainly({}));
		expect(after.responses).toBe(responses);
		expect(after.answered).toBeLessThan(0.7 * before.answered);
		expect(after.response_rate!.value).toBe(after.answered / after.displays);
		await at.count();
		expect(await at.summarize({})).toEqual(after);
		// The list of prompts sums the same parts.
		const { body } = await at.workspace.manage.ask(at.workspace.viewer, 'getPrompt', {
			site: at.site,
			prompt: at.prompt,
		});
		const { displays, unconfirmed, answered } = after;
		expect(body).toMatchObject({ displays, unconfirmed, answered, responses });
	});

	it('are not visible to people who may not see the site', async () => {
		await at.count();
		const seen = await at.sql.begin(async (tx) => {
			await tx`
				select set_config('role', 'feedback_person', true),
				       set_config('request.jwt.claims', ${JSON.stringify({ sub: crypto.randomUUID() })}, true)`;
			return tx`select from app.result_parts`;
		});
		expect(seen).toHaveLength(0);
	});
});

describe('findRest', () => {
	const part = (from: number, to: number) => ({ from: `2026-03-0${from}`, to: `2026-03-0${to}` });
	it.each([
		['no part', {}, [], [{}]],
		[
			'a gap',
			{},
			[part(2, 3), part(4, 5)],
			[{ to: '2026-03-02' }, part(3, 4), { from: '2026-03-05' }],
		],
		['the whole', part(2, 4), [part(2, 3), part(3, 4)], []],
		['an end', part(2, 5), [part(2, 3)], [part(3, 5)]],
		[
			'less than a millisecond',
			{ to: '2026-03-02T00:00:00.000500Z' },
			[{ from: '2026-03-01', to: '2026-03-02' }],
			[{ to: '2026-03-01' }, { from: '2026-03-02', to: '2026-03-02T00:00:00.000500Z' }],
		],
	])('is what parts leave: %s', (_, whole, parts, rest) => {
		expect(findRest(whole, parts)).toEqual(rest);
	});
});
