// The history of a site, as it is after concurrent calls, is one that the reference evaluator allows; a change that the
// rules forbid is found.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findViolations } from '../../e2e/history/find-violations.ts';
import { readHistory } from '../../e2e/history/history.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { claimPrompt, later, report } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(database.admin, {
		limits: { cooldown_days: 0, window: { displays: 2, days: 30 }, displays_per_day: 40 },
	});
	const prompts = [
		{ trigger: { events: ['done'] }, budget: { displays: 6 }, priority: 1 },
		{ trigger: { events: ['done'] }, limits: { show: 'always', again_after_days: 1 } },
		{ trigger: { events: ['later'], cancel_events: ['left'] }, timing: { delay_seconds: 1 } },
	] as const;
	for (const prompt of prompts) await publishPrompt(database.admin, site.id, prompt as never);
});
afterAll(() => database.close());

async function visit(at: number): Promise<void> {
	const sql = database.ingest;
	const visitor = newVisit(site.id, { now: new Date() });
	// Three tabs at the same moment.
	const tabs = await Promise.all([1, 2, 3].map(() => report(sql, visitor, 'done')));
	for (const { decided, display } of tabs) {
		if (decided?.reason === 'displayed' && at % 2 === 0) {
			await storeAnswers(sql, {
				site: site.id,
				display,
				seq: 1,
				final: true,
				answers: { score: 5 },
				now: null,
			});
		}
	}
	const { event } = await report(sql, visitor, 'later');
	if (at % 3 === 0) await report(sql, visitor, 'left');
	await claimPrompt(sql, later(visitor, 2_000), event.id);
}

it('is possible under the rules, whatever runs at the same time', async () => {
	await Promise.all(Array.from({ length: 12 }, (_, at) => visit(at)));
	const history = await readHistory(database.admin, site.id);
	expect(history.subjects).toHaveLength(12);
	expect(history.displays.length).toBeGreaterThan(15);
	expect(history.responses.length).toBeGreaterThan(3);
	expect(findViolations(history)).toEqual([]);
});

it('is not, when one display or count is changed', async () => {
	const { admin } = database;
	const find = async () =>
		findViolations(await readHistory(admin, site.id)).map(({ what }) =>
			what.replaceAll(/[0-9a-f-]{36}/g, '…'),
		);
	await admin`update app.budget_periods set displays = displays - 1 where site_id = ${site.id} and period = 'total'`;
	expect(await find()).toEqual(['prompt … has 6 displays, but 5 are counted']);
	await admin`update app.budget_periods set displays = displays + 1 where site_id = ${site.id} and period = 'total'`;
	await admin`
		delete from app.events e using app.displays d
		where d.site_id = ${site.id} and e.id = d.origin
		  and d.id = (select id from app.displays where site_id = ${site.id} order by id limit 1)`;
	expect(await find()).toEqual(['display … was caused by no stored event of its subject']);
});
