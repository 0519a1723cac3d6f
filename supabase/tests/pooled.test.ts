// Hosted functions connect through a pooler in transaction mode, so no state may outlive a transaction. With
// FEEDBACK_TEST_POOLER=1 the whole suite runs that way; these tests always do.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { report } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

describe.runIf(inject('pooler'))('through PgBouncer in transaction mode', () => {
	let database: TestDatabase;
	let lanes: TestSql[];
	beforeAll(async () => {
		database = await createDatabase({ pooled: true });
		lanes = Array.from({ length: 40 }, () => database.connect('feedback_ingest', { max: 1 }));
	});
	afterAll(() => database.close());

	it('lets forty clients share few connections', async () => {
		const pids = await Promise.all(
			lanes.map(async (sql) => (await sql`select pg_backend_pid() as pid`)[0]!['pid'] as number),
		);
		expect(new Set(pids).size).toBeLessThanOrEqual(20);
	});

	it('gives forty tabs one display, and stores its answers', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] } });
		const visit = newVisit(site.id);
		const answers = await Promise.all(
			lanes.map((sql, lane) => report(sql, lane % 2 ? visit : signedIn(visit, 'ada'), 'done')),
		);
		const shown = answers.filter(({ decided }) => decided?.reason === 'displayed');
		expect(shown).toHaveLength(1);
		const { display } = shown[0]!;
		expect(await moveDisplay(lanes[0]!, site.id, display, 'displayed', null, null)).toMatchObject({
			state: 'displayed',
		});
		const kept = await storeAnswers(lanes[1]!, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now: null,
		});
		expect(kept).toMatchObject({ fresh: true });
	});

	it('does not leak the claims of one person to the next', async () => {
		const members = { [people.viewer]: 'viewer', [people.owner]: 'owner' } as const;
		const site = await createSite(database.admin, {}, members);
		const manage = database.connect('feedback_manage', { max: 8 });
		const see = async (person: string) =>
			asPerson(manage, person, async (sql) => (await sql`select id from app.sites`).length);
		const callers = Array.from({ length: 60 }, (_, turn) =>
			turn % 3 ? people.viewer : people.stranger,
		);
		const seen = await Promise.all(callers.map(see));
		expect(seen).toEqual(callers.map((person) => (person === people.viewer ? 1 : 0)));
		await expect(manage`select id from app.sites where id = ${site.id}`).rejects.toMatchObject({
			code: '42501',
		});
	});
});
