// Budgets in the explanation of a decision.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import type { RequestContext } from '../functions/sdk/database.ts';
import { report, second } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { debugged, newVisit } from './visits.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase({ now: new Date(testDate) });
});
afterAll(() => database.close());

describe('the explanation', () => {
	const explain = async (visit: RequestContext) => {
		const debug = await debugged(database.admin, visit);
		const { decided } = await report(database.ingest, debug, 'done');
		return decided?.facts?.[0]?.rules.filter(({ rule }) => /budget|pacing/.test(rule));
	};

	it('includes the spent budget at the time of the decision', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 9 },
		});
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['done'] },
			budget: { displays: 30, responses: 4, period: { every: 'day', displays: 2, paced: true } },
		});
		const rules = (displays: number, pacing: boolean) => [
			{ rule: 'budget', passed: true, text: `${displays} of 30 displays are used` },
			{ rule: 'budget', passed: true, text: '0 of 4 responses are stored' },
			{
				rule: 'budget',
				passed: displays < 2,
				text: `${displays} of 2 displays for today are used`,
			},
			{
				rule: 'site budget',
				passed: true,
				text: `${displays} of the site's 9 displays for today are used`,
			},
			{
				rule: 'pacing',
				passed: pacing,
				text: '25% of the day has elapsed, which allows 1 of 2 displays',
			},
		];
		const morning = new Date('2026-06-15T06:00:00Z');
		expect(await explain(newVisit(site.id, { now: morning }))).toEqual(rules(0, true));
		expect(await explain(newVisit(site.id, { now: new Date(Number(morning) + second) }))).toEqual(
			rules(1, false),
		);
	});
});
