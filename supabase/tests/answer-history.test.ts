import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { RequestContext } from '../functions/sdk/database.ts';
import { day, later, report } from './caller.ts';
import { testDate } from './cluster.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit } from './visits.ts';

const now = new Date(testDate);
let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

/** Decides about an event. Returns the reason and how its statement read the responses. */
async function decide(visit: RequestContext, name: string) {
	return database.admin.begin(async (tx) => {
		const before = await countReads(tx as unknown as TestSql);
		const { decided } = await report(tx as unknown as TestSql, visit, name);
		const after = await countReads(tx as unknown as TestSql);
		return {
			reason: decided?.reason,
			lookups: after.lookups - before.lookups,
			rows: after.rows - before.rows,
			scans: after.scans - before.scans,
		};
	});
}

/** Counted by the connection, with transactions before this one. */
async function countReads(sql: TestSql) {
	const [reads] = await sql<{ lookups: number; rows: number; scans: number }[]>`
		select coalesce(idx_scan, 0)::integer as lookups, coalesce(idx_tup_fetch, 0)::integer as rows,
			seq_scan::integer as scans
		from pg_stat_xact_user_tables where relid = 'app.responses'::regclass`;
	return reads!;
}

it('an audience reads one response of many for each answer, and none where no audience compares answers', async () => {
	const site = await createSite(database.admin);
	const publish = (prompt: Partial<PromptInput>) =>
		publishPrompt(database.admin, site.id, { limits: { site_limits: 'ignore' }, ...prompt });
	const unhappy = {
		prompt: 'export',
		answer: 'ease',
		op: 'at_most',
		value: 2,
		within_days: 30,
	} as const;
	await publish({ survey_id: 'export', trigger: { events: ['exported'] } });
	await publish({ survey_id: 'plain', trigger: { events: ['plain'] } });
	await publish({
		survey_id: 'history',
		trigger: { events: ['history'] },
		audience: { prompt: 'export', was: 'displayed', within_days: 30 },
	});
	await publish({ survey_id: 'follow', trigger: { events: ['follow'] }, audience: unhappy });

	const visit = newVisit(site.id, { now });
	await report(database.ingest, visit, 'exported');
	await database.admin.begin(async (tx) => {
		await tx`set local session_replication_role = replica`;
		// 200 responses of each of 100 people; the latest has the score 2.
		await tx`
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, seq, final, answers, traits,
				created_at, updated_at)
			select d.site_id, gen_random_uuid(), d.prompt_id, 1, p.subject, 1, true,
				jsonb_build_object('ease', case turn when 1 then 2 else 5 end), '{}',
				d.reserved_at - turn * interval '1 hour', d.reserved_at
			from app.displays d, generate_series(1, 200) turn, lateral (
				select d.subject_id as subject union all select gen_random_uuid() from generate_series(2, 100)) p
			where d.site_id = ${site.id}`;
	});
	await database.admin.unsafe('analyze app.responses');

	const next = later(visit, day);
	const nothing = { lookups: 0, rows: 0, scans: 0 };
	expect(await decide(next, 'plain')).toEqual({ reason: 'displayed', ...nothing });
	expect(await decide(next, 'history')).toEqual({ reason: 'displayed', ...nothing });
	const found = await decide(next, 'follow');
	// Once to find the candidate, and once to decide under the lock of the subject.
	expect(found).toEqual({ reason: 'displayed', lookups: 2, rows: 2, scans: 0 });
	const stranger = newVisit(site.id, { now });
	expect(await decide(stranger, 'follow')).toEqual({ reason: 'audience', ...nothing });
});
