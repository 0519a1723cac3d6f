// Rates by group and repeated answers, for a prompt with more displays and responses than are read at once.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

const most = limits.results.rowsByGroup;
let team: TestWorkspace;
let site: string;
let prompt: string;

// One display a second, each answered immediately. Only the oldest was on a phone; the first two were to one person.
beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'busy',
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
	});
	await team.sites.sql.begin(async (tx) => {
		// Triggers and foreign keys would take a minute.
		await tx`set local session_replication_role = replica`;
		await tx`
			insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits,
				context, reserved_at, displayed_at, answered_at)
			select ${site}, id, case when n <= 2 then ${site}::uuid else id end, id, id, ${prompt}, 1, id, 'answered', '{}',
				jsonb_build_object('device', case when n = 1 then 'phone' else 'desktop' end), at, at, at
			from (
				select n, gen_random_uuid() as id, now() - interval '2 days' + n * interval '1 second' as at
				from generate_series(1, ${most}::int + 1) n
			) d`;
		await tx`
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers, traits, created_at, updated_at)
			select site_id, id, prompt_id, 1, subject_id, 1, true, '{"score": 9}', '{}', answered_at, answered_at
			from app.displays where prompt_id = ${prompt}`;
		await tx`analyze app.displays, app.responses`;
	});
}, 120_000);
afterAll(() => team.end());

async function read<Name extends 'getResponseRates' | 'getRepeatAnswers'>(
	name: Name,
	query: object,
) {
	const { status, body } = await team.manage.ask(team.viewer, name, {
		site,
		prompt,
		...query,
	} as never);
	expect(status, JSON.stringify(body)).toBe(200);
	return body;
}

const timeOf = async (n: number) => {
	const [row] = await team.sites.sql<{ at: string }[]>`
		select to_char(reserved_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from app.displays
		where prompt_id = ${prompt} order by reserved_at offset ${n} limit 1`;
	return row!.at;
};

describe('of very many displays', thorough, () => {
	it('only the newest have a rate by group, with the time of the first', async () => {
		const rates = await read('getResponseRates', { by: 'device' });
		expect(rates).toMatchObject({ displays: most, responses: most, rest: null });
		expect(rates.groups).toMatchObject([{ key: 'desktop', displays: most, responses: most }]);
		expect(rates.counted_since).toBe(await timeOf(1));
	});

	it('all count if a period does not exceed the limit', async () => {
		const since = await timeOf(1);
		const rates = await read('getResponseRates', { by: 'device', since });
		expect(rates).toMatchObject({ displays: most, responses: most, counted_since: null });
		const until = await timeOf(1);
		expect(await read('getResponseRates', { by: 'device', until })).toMatchObject({
			groups: [{ key: 'phone', displays: 1, responses: 1 }],
			counted_since: null,
		});
	});

	it('all displays of an account count, because an index finds them', async () => {
		await team.sites.sql`
			insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
			values (${site}, ${site}, 'twice', ${site}, now(), now())`;
		const rates = await read('getResponseRates', { by: 'device', account: 'twice' });
		expect(rates.groups).toHaveLength(2);
		expect(rates).toMatchObject({ displays: 2, counted_since: null });
	});
});

describe('of very many responses', thorough, () => {
	it('only the newest are compared with earlier responses from the same people', async () => {
		const newest = await read('getRepeatAnswers', {});
		expect(newest).toMatchObject({ questions: [{ respondents: 0 }] });
		expect(newest.counted_since).toBe(await timeOf(1));
		const until = await timeOf(10);
		expect(await read('getRepeatAnswers', { until })).toMatchObject({
			questions: [{ respondents: 1 }],
			counted_since: null,
		});
	});
});
