// The message that a budget is reached.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { day, reasonFor, report } from './caller.ts';
import { createDestination } from './destinations.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { publishRevision } from './publish-revision.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
let sql: TestSql;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
	sql = database.ingest;
	await database.admin`select app.create_days(clock_timestamp())`;
});
afterAll(() => database.close());

const trigger = { events: ['done'] };

/** Why a new visitor does or does not see the prompt. */
const ask = (site: { id: string }, at = now) =>
	reasonFor(sql, newVisit(site.id, { now: at }), 'done');

const release = (site: { id: string }, display: string) =>
	moveDisplay(sql, site.id, display, 'released', 'vetoed', now);

const answer = (site: { id: string }, display: string) =>
	storeAnswers(sql, { site: site.id, display, seq: 1, final: false, answers: { score: 3 }, now });

describe('the message that a budget is reached', () => {
	const createSiteWithDestination = async (displays_per_day: number) => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day },
		});
		await createDestination(database.admin, site.id, { event_types: ['budget.reached'] });
		return site;
	};
	const messagesOf = async (site: { id: string }) => {
		const rows = await database.admin<{ line: string }[]>`
			select concat_ws(' ', detail ->> 'budget', detail ->> 'starts_on', detail ->> 'allowed', prompt_id) as line
			from app.outbox where site_id = ${site.id} and type = 'budget.reached' order by 1`;
		return rows.map(({ line }) => line);
	};

	it('is written with the last allowed display or response if a destination receives it', async () => {
		const site = await createSiteWithDestination(3);
		const { id } = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 2, responses: 1, period: { every: 'week', displays: 2 } },
		});
		await publishPrompt(database.admin, site.id, { trigger: { events: ['else'] } });
		const { display } = await report(sql, newVisit(site.id, { now }), 'done');
		expect(await messagesOf(site)).toEqual([]);
		await ask(site);
		await answer(site, display);
		await reasonFor(sql, newVisit(site.id, { now }), 'else');
		await ask(site);
		expect(await messagesOf(site)).toEqual([
			`displays 2 ${id}`,
			'displays_per_day 2026-06-15 3',
			`period 2026-06-15 2 ${id}`,
			`responses 1 ${id}`,
		]);
	});

	it('is written once, however often the last display is released', async () => {
		const site = await createSiteWithDestination(1);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 1, period: { every: 'week', displays: 1 } },
		});
		const reached = [
			`displays 1 ${prompt.id}`,
			'displays_per_day 2026-06-15 1',
			`period 2026-06-15 1 ${prompt.id}`,
		];
		for (let time = 0; time < 2; time++) {
			const { display, decided } = await report(sql, newVisit(site.id, { now }), 'done');
			expect(decided?.reason).toBe('displayed');
			expect(await messagesOf(site)).toEqual(reached);
			await release(site, display);
		}
		const { display } = await report(sql, newVisit(site.id, { now }), 'done');
		await publishRevision(database.admin, site, prompt, { trigger, budget: { displays: 2 } });
		await release(site, display);
		expect(await ask(site, new Date(Number(now) + day))).toBe('displayed');
		// A released display that is answered after all is the last one, too.
		await answer(site, display);
		expect(await messagesOf(site)).toEqual([
			reached[0],
			`displays 2 ${prompt.id}`,
			reached[1],
			'displays_per_day 2026-06-16 1',
			reached[2],
		]);
	});

	it('is written while the prompt is paused', async () => {
		const site = await createSiteWithDestination(9);
		const { id } = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { responses: 1 },
		});
		const { display } = await report(sql, newVisit(site.id, { now }), 'done');
		await database.admin`select app.pause(${site.id}, ${id})`;
		await answer(site, display);
		expect(await messagesOf(site)).toEqual([`responses 1 ${id}`]);
	});
});
