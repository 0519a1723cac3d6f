// A display that is being reserved waits for another transaction that publishes a budget or uses it up.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { reasonFor, report } from './caller.ts';
import { createDestination } from './destinations.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { publishRevision } from './publish-revision.ts';
import { createSite, publishPrompt, type TestPrompt } from './sites.ts';
import { spentBudgets } from './spent-budgets.ts';
import { newVisit } from './visits.ts';
import { waitBehind } from './wait-behind.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
	await database.admin`select app.create_days(clock_timestamp())`;
});
afterAll(() => database.close());

const trigger = { events: ['done'] };

/** Why a new visitor does or does not see the prompt. */
const ask = (site: { id: string }, name = 'done') =>
	reasonFor(database.ingest, newVisit(site.id, { now }), name);

describe('publishing another budget while a display is being reserved', () => {
	const publishMeanwhile = (
		site: { id: string },
		prompt: TestPrompt,
		budget: NonNullable<PromptInput['budget']>,
	) => {
		const publish = (tx: TestSql) => publishRevision(tx, site, prompt, { trigger, budget });
		return waitBehind(database.admin, publish, () => ask(site));
	};

	it('charges the display to the new periods', async () => {
		const site = await createSite(database.admin);
		const day: PromptInput['budget'] = { period: { every: 'day', displays: 9 } };
		const prompt = await publishPrompt(database.admin, site.id, { trigger, budget: day });
		// Later events do not wait for the row of their name, which publishing locks too.
		await ask(site);
		const reason = await publishMeanwhile(site, prompt, { period: { every: 'week', displays: 9 } });
		expect(reason).toBe('displayed');
		// Publishing counted the current week, without the first display, because the test's clock is behind.
		expect(await spentBudgets(database.admin, site)).toEqual(['week 2026-06-15 1']);
	});

	it('refuses the display if it would be one too many', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 9 },
		});
		await ask(site);
		expect(await publishMeanwhile(site, prompt, { displays: 1 })).toBe('budget');
		expect(await spentBudgets(database.admin, site)).toEqual(['total 1']);
		const stored = await database.admin`
			select d.state, e.reason from app.event_details e
			left join app.displays d on d.site_id = e.site_id and d.origin = e.id
			where e.site_id = ${site.id} order by e.id`;
		expect(stored.map(({ state, reason }) => [state, reason])).toEqual(
			expect.arrayContaining([
				['reserved', 'displayed'],
				[null, 'budget'],
			]),
		);
	});
});

describe('publishing another budget while a display is being released', () => {
	it('waits for the release without blocking it', async () => {
		const site = await createSite(database.admin);
		const day: PromptInput['budget'] = { period: { every: 'day', displays: 9 } };
		const prompt = await publishPrompt(database.admin, site.id, { trigger, budget: day });
		const { display } = await report(database.ingest, newVisit(site.id, { now }), 'done');
		const publish = () =>
			publishRevision(database.admin, site, prompt, { trigger, budget: { displays: 9 } });
		await waitBehind(
			database.admin,
			(tx) => tx`select from app.displays where id = ${display} for no key update`,
			publish,
			// Only then, as a trigger does, give back what the display was charged.
			(tx) =>
				tx`update app.displays set state = 'released', released_at = ${now} where id = ${display}`,
		);
		expect(await spentBudgets(database.admin, site)).toEqual(['total 0']);
	});
});

describe('the message that a budget is reached', () => {
	it('is not written for a display that another budget refuses', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 2 },
		});
		await publishPrompt(database.admin, site.id, { trigger: { events: ['else'] } });
		await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 1 } });
		await createDestination(database.admin, site.id, { event_types: ['budget.reached'] });
		await ask(site, 'else');
		const useUp = (tx: TestSql) =>
			tx`update app.budget_periods set displays = 2 where site_id = ${site.id} and period = 'site'`;
		expect(await waitBehind(database.admin, useUp, () => ask(site))).toBe('budget');
		expect(await spentBudgets(database.admin, site)).toEqual(['site 2026-06-15 2', 'total 0']);
		const messages = await database.admin`
			select from app.outbox where site_id = ${site.id} and type = 'budget.reached'`;
		expect(messages).toHaveLength(0);
	});
});
