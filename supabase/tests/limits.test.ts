// Limits of the contract that SQL repeats.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { ingest, report } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, draftPrompt, publishPrompt } from './sites.ts';
import { newEvent, newVisit } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

describe('the listing of event names', () => {
	it('stops at its limit, while every event is stored and registered names are listed', async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		const names = Array.from({ length: limits.event.listedNames + 7 }, (_, n) => `name.${n}`);
		for (let at = 0; at < names.length; at += limits.event.batch) {
			const events = names
				.slice(at, at + limits.event.batch)
				.map((name) => newEvent(name, {}, { session: visit.session, at: now }));
			const { results } = await ingest(database.ingest, visit, events, null);
			expect(results.every(({ status }) => status === 'recorded')).toBe(true);
		}
		await report(database.ingest, visit, 'one.more');
		await publishPrompt(database.admin, site.id, { trigger: { events: ['registered'] } });
		const [stored] = await database.admin`
			select count(distinct name)::int as n from app.event_details where site_id = ${site.id}`;
		expect(stored!['n']).toBe(names.length + 1);
		const [listed] = await database.admin`
			select count(*) filter (where not registered)::int as free, bool_or(name = 'registered') as registered
			from app.event_names where site_id = ${site.id}`;
		expect(listed).toEqual({ free: limits.event.listedNames, registered: true });
	});
});

describe('the time of an event', () => {
	it.each([
		['at the oldest allowed', -limits.event.pastHours * 3_600_000, 'recorded'],
		['older', -limits.event.pastHours * 3_600_000 - 1, 'stale'],
		['at the latest allowed', limits.event.futureMinutes * 60_000, 'recorded'],
		['later', limits.event.futureMinutes * 60_000 + 1, 'stale'],
	])('%s', async (_, offset, status) => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		const event = () => newEvent('done', {}, { session: visit.session, at: +now + offset });
		const single = await ingest(database.ingest, visit, [event()], null);
		expect(single.results[0]!.status).toBe(status);
		const batch = await ingest(database.ingest, visit, [event(), event()], null);
		expect(batch.results.map((result) => result.status)).toEqual([status, status]);
	});
});

describe('published prompts', () => {
	it('are refused above their limit', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id);
		await database.admin.begin(async (tx) => {
			await tx`set local session_replication_role = replica`;
			await tx`
				insert into app.candidates
				select copy.* from app.candidates c, generate_series(2, ${limits.site.publishedPrompts}) n,
				lateral jsonb_populate_record(c, jsonb_build_object('prompt_id', md5(n::text))) copy
				where c.site_id = ${site.id} and c.prompt_id = ${prompt.id}`;
		});
		const next = await draftPrompt(database.admin, site.id);
		const publish = database.admin`
			select app.publish(${site.id}, ${next.id}, ${next.revision}, ${next.sha256})`;
		await expect(publish).rejects.toMatchObject({ code: 'FB409' });
		await database.admin`
			delete from app.candidates where (site_id, event_name, prompt_id) in (
				select site_id, event_name, prompt_id from app.candidates
				where site_id = ${site.id} and prompt_id <> ${prompt.id} limit 1)`;
		await database.admin`
			select app.publish(${site.id}, ${next.id}, ${next.revision}, ${next.sha256})`;
	});
});
