import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { claimWaiting } from '../../supabase/functions/sdk/claim-waiting.ts';
import { later, report } from '../../supabase/tests/caller.ts';
import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { createSite, publishPrompt } from '../../supabase/tests/sites.ts';
import { newVisit, uuidv7 } from '../../supabase/tests/visits.ts';
import { decideDuePrompts, type DuePrompts } from './due-prompts.ts';

let database: TestDatabase;
let servers: DuePrompts[];
const lines: string[] = [];
beforeAll(async () => {
	database = await createDatabase();
	const url = database.url('postgres', inject('pooler') !== undefined);
	servers = [0, 1].map(() => decideDuePrompts(url, (line) => lines.push(line)));
});
afterAll(async () => {
	await Promise.all(servers.map((server) => server.stop()));
	await database.close();
});

it('two servers decide by the database’s clock which prompts are due', async () => {
	const site = await createSite(database.admin);
	await publishPrompt(database.admin, site.id, {
		trigger: { events: ['started'], unless: { events: ['completed'], within_minutes: 1 } },
	});
	const overdue = new Date(Date.now() - 2 * 60_000);
	const visits = Array.from({ length: 20 }, () => newVisit(site.id, { now: overdue }));
	for (const [at, visit] of visits.entries()) {
		await report(database.ingest, visit, 'started');
		if (at < 5) await report(database.ingest, later(visit, 1_000), 'completed');
	}
	await report(database.ingest, newVisit(site.id), 'started');
	await Promise.all(servers.map((server) => server.run()));
	const [row] = await database.admin`
		select count(*) filter (where decided_at is not null)::int as passed,
			count(*) filter (where decided_at is null)::int as undecided
		from app.waiting_prompts where site_id = ${site.id}`;
	expect(row).toEqual({ passed: 15, undecided: 1 });
	const visit = { ...visits[7]!, now: null };
	const next = await claimWaiting(database.ingest, visit, uuidv7(), uuidv7());
	expect(next?.reason).toBe('displayed');
	expect(lines).toEqual([]);
});

it('two servers end reservations that nobody confirmed', async () => {
	const site = await createSite(database.admin);
	await publishPrompt(database.admin, site.id, {
		trigger: { events: ['bought'] },
		budget: { displays: 20 },
	});
	const before = new Date(Date.now() - 11 * 60_000);
	for (let n = 0; n < 20; n++) {
		await report(database.ingest, newVisit(site.id, { now: before }), 'bought');
	}
	const full = await report(database.ingest, newVisit(site.id), 'bought');
	expect(full.decided?.reason).toBe('budget');
	await Promise.all(servers.map((server) => server.run()));
	const [row] = await database.admin`
		select displays from app.budget_periods where site_id = ${site.id}`;
	expect(row).toEqual({ displays: 0 });
	const next = await report(database.ingest, newVisit(site.id), 'bought');
	expect(next.decided?.reason).toBe('displayed');
	expect(lines).toEqual([]);
});

it('a failure is logged, and the next run tries again', async () => {
	await database.admin`alter function app.decide_due rename to decide_due_later`;
	expect(await servers[0]!.run()).toBeUndefined();
	expect(lines.join()).toContain('Deciding about due prompts failed and is tried again');
	await database.admin`alter function app.decide_due_later rename to decide_due`;
	expect(await servers[0]!.run()).toBe(0);
});
