// Pages of responses that few of many meet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '../../../../database/database.ts';
import { createPool } from '../../_shared/pool.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import { readPosition } from '../list/position.ts';
import { readPage } from './read-page.ts';

let team: TestWorkspace;
let site: string;
let pool: Database;
/** The IDs of responses with the trait, newest first. */
let rare: string[];

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	const prompt = await team.sites.publish(team.site.siteId, { survey_id: 'rare' });
	const { sql } = team.sites;
	// Ten have each time, and the last of the first step has the time of the next one.
	const rows = await sql<{ id: string }[]>`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		select ${site}, app.mint_id(), ${prompt}, 1, 1, true, '{"score": 3}',
			case when n % 333 < 2 or n > 6990 then '{"plan":"gold"}' else '{}' end::jsonb, at, at
		from generate_series(1, 7000) n cross join lateral (select now() - n / 10 * interval '1 second' as at) t
		returning display_id as id, updated_at, traits`;
	rare = (
		await sql<{ id: string }[]>`
			select display_id as id from app.responses where site_id = ${site} and traits ->> 'plan' = 'gold'
			order by updated_at desc, display_id desc`
	).map(({ id }) => id);
	expect(rows).toHaveLength(7_000);
	expect(rare.length).toBeGreaterThan(40);
	pool = createPool(team.sites.manageUrl, 'read-page-test', { size: 1 });
});
afterAll(async () => {
	await pool?.end();
	await team?.end();
});

describe('the pages of a filter that few responses meet', () => {
	it.each([1, 7, 50])('hold each of them once, in order: %i at once', async (limit) => {
		const found: string[] = [];
		let cursor: string | undefined;
		do {
			const { body } = await team.manage.ask(team.viewer, 'listResponses', {
				site,
				limit,
				trait: ['plan:gold'],
				...(cursor !== undefined && { cursor }),
			});
			found.push(...body.items.map(({ id }) => id));
			cursor = body.next ?? undefined;
		} while (cursor !== undefined);
		expect(found).toEqual(rare);
	});

	it('end early instead of reading everything, and continue where they ended', async () => {
		const read = (after: string | undefined) =>
			pool.begin('read only', async (tx) => {
				const claims = JSON.stringify({ sub: team.viewer.id });
				await tx`
					select set_config('role', 'feedback_person', true), set_config('request.jwt.claims', ${claims}, true)`;
				const wanted = { site, limit: 50, filter: { trait: ['plan:gold'] } };
				return readPage(tx, { ...wanted, after: after && readPosition(after) }, 0);
			});
		const found: string[] = [];
		const sizes: number[] = [];
		let next: string | null = null;
		do {
			const page = await read(next ?? undefined);
			sizes.push(page.items.length);
			found.push(...page.items.map(({ id }) => id));
			({ next } = page);
		} while (next !== null);
		expect(found).toEqual(rare);
		expect(sizes).toHaveLength(8);
	});

	it('are read in one request without a filter that no index serves', async () => {
		const { body } = await team.manage.ask(team.viewer, 'listResponses', { site, limit: 50 });
		expect(body.items).toHaveLength(50);
	});
});
