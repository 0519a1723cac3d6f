// Budgets: a prompt's displays and responses, in total and per period, and a site's displays per day.
import type { PromptInput, SiteSettings } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { reportAsBackend } from './backend.ts';
import {
	claimPrompt,
	hour,
	ingest,
	later,
	reasonFor,
	report,
	second,
	showPrompt,
} from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { publishRevision } from './publish-revision.ts';
import { createSite, publishPrompt, type TestPrompt } from './sites.ts';
import { spentBudgets } from './spent-budgets.ts';
import { newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let sql: TestSql;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
	sql = database.ingest;
	await database.admin`select app.create_days(clock_timestamp())`;
	// Partitions for the days on which clocks change.
	await database.admin`
		select app.create_day(d::date) from unnest(array['2026-03-29', '2026-10-25']::date[]) x,
			generate_series(x - 2, x + 2, interval '1 day') d`;
});
afterAll(() => database.close());

const trigger = { events: ['done'] };

/** Why a new visitor does or does not see the prompt. */
const ask = (site: { id: string }, at = now) =>
	reasonFor(sql, newVisit(site.id, { now: at }), 'done');

async function askTimes(site: { id: string }, times: number, at = now) {
	const reasons: unknown[] = [];
	for (let time = 0; time < times; time++) reasons.push(await ask(site, at));
	return reasons;
}

/** Counts the new visitors who see the prompt. */
async function countShown(site: { id: string }, times: number, at: Date) {
	return (await askTimes(site, times, at)).filter((reason) => reason === 'displayed').length;
}

const saveAndPublish = (site: { id: string }, prompt: TestPrompt, given: Partial<PromptInput>) =>
	publishRevision(database.admin, site, prompt, { trigger, ...given });
const spentOf = (site: { id: string }) => spentBudgets(database.admin, site);

const release = (site: { id: string }, display: string, at = now) =>
	moveDisplay(sql, site.id, display, 'released', 'vetoed', at);

const answer = (site: { id: string }, display: string, seq = 1) =>
	storeAnswers(sql, { site: site.id, display, seq, final: false, answers: { score: 3 }, now });

describe('a budget of displays', () => {
	it('allows exactly the given number, by events and show together', async () => {
		const site = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 3 },
		});
		const show = async () =>
			(await showPrompt(sql, newVisit(site.id, { now }), content.survey_id)).decided.reason;
		expect(await askTimes(site, 2)).toEqual(['displayed', 'displayed']);
		expect(await show()).toBe('displayed');
		expect(await askTimes(site, 2)).toEqual(['budget', 'budget']);
		expect(await show()).toBe('budget');
		expect(await spentOf(site)).toEqual(['total 3']);
	});

	it('is refunded once by a release, and by a repeated event whose response was lost', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 1 } });
		const first = await report(sql, newVisit(site.id, { now }), 'done');
		await release(site, first.display);
		await release(site, first.display);
		expect(await spentOf(site)).toEqual(['total 0']);
		const visit = newVisit(site.id, { now });
		const { event, decided } = await report(sql, visit, 'done');
		expect(decided?.reason).toBe('displayed');
		expect(await ask(site)).toBe('budget');
		await ingest(sql, visit, [event], null);
		expect(await askTimes(site, 2)).toEqual(['displayed', 'budget']);
	});

	it('counts a released display again when its answer arrives', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 1 } });
		const { display } = await report(sql, newVisit(site.id, { now }), 'done');
		await release(site, display);
		expect(await ask(site)).toBe('displayed');
		await answer(site, display);
		expect(await spentOf(site)).toEqual(['total 2 1']);
		expect(await ask(site)).toBe('budget');
	});

	it('is not charged for a repeated event or a refused one', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 9 } });
		const visit = newVisit(site.id, { now });
		const { event } = await report(sql, visit, 'done');
		await ingest(sql, visit, [event], uuidv7(now));
		expect(await reasonFor(sql, visit, 'done')).toBe('seen_limit');
		expect(await spentOf(site)).toEqual(['total 1']);
	});

	it('lets another prompt be displayed once it is spent', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, priority: 9, budget: { displays: 1 } });
		const other = await publishPrompt(database.admin, site.id, { trigger });
		await ask(site);
		const { decided } = await report(sql, newVisit(site.id, { now }), 'done');
		expect(decided).toMatchObject({ reason: 'displayed', reserved: { prompt: other.id } });
	});

	it('is charged when a delayed prompt is claimed, not while it waits', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			timing: { delay_seconds: 5 },
			budget: { displays: 1 },
		});
		const visits = [newVisit(site.id, { now }), newVisit(site.id, { now })];
		const events: string[] = [];
		for (const visit of visits) events.push((await report(sql, visit, 'done')).event.id);
		expect(await spentOf(site)).toEqual(['total 0']);
		const reasons = [];
		for (const [at, visit] of visits.entries()) {
			reasons.push((await claimPrompt(sql, later(visit, 6 * second), events[at]!)).decided.reason);
		}
		expect(reasons).toEqual(['displayed', 'budget']);
		expect(await ask(site)).toBe('budget');
	});

	it('is charged when the prompt of a backend event is claimed', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['paid'], source: 'backend' },
			budget: { displays: 1 },
		});
		const accounts = ['one', 'two'];
		for (const account of accounts) {
			const { reason } = await reportAsBackend(sql, site.id, account, 'paid', {}, { now });
			expect(reason).toBe('waiting');
		}
		expect(await spentOf(site)).toEqual(['total 0']);
		const claims = [];
		for (const account of accounts) {
			const visit = signedIn(newVisit(site.id, { now }), account);
			await report(sql, visit, 'anything');
			claims.push((await claimWaiting(sql, visit, uuidv7(now), uuidv7(now)))?.reason);
		}
		expect(claims).toEqual(['displayed', undefined]);
		expect(await spentOf(site)).toEqual(['total 1']);
		expect(
			await database.admin`select from app.waiting_prompts where site_id = ${site.id}`,
		).toHaveLength(1);
	});
});

describe('a budget of responses', () => {
	it('stops displays once enough responses are stored, but stores answers to earlier displays', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, budget: { responses: 2 } });
		const shown = [];
		for (let at = 0; at < 3; at++)
			shown.push(await report(sql, newVisit(site.id, { now }), 'done'));
		await answer(site, shown[0]!.display);
		await answer(site, shown[0]!.display, 2);
		expect(await ask(site)).toBe('displayed');
		await answer(site, shown[1]!.display);
		expect(await ask(site)).toBe('budget');
		expect((await answer(site, shown[2]!.display))?.fresh).toBe(true);
		expect(await spentOf(site)).toEqual(['total 4 3']);
	});
});

describe('a budget of final responses', () => {
	const budget = (responses: number, count?: 'all' | 'final') => ({
		trigger,
		budget: { responses, ...(count && { count }) },
	});
	const store = (site: { id: string }, display: string, seq: number, final: boolean) =>
		storeAnswers(sql, { site: site.id, display, seq, final, answers: { score: 4 }, now });

	it('does not count answers that nobody finished, and each finished one once', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, budget(2, 'final'));
		const shown = [];
		for (let at = 0; at < 4; at++)
			shown.push((await report(sql, newVisit(site.id, { now }), 'done')).display!);
		for (const display of shown) await store(site, display, 1, false);
		expect(await spentOf(site)).toEqual(['total 4']);
		expect(await ask(site)).toBe('displayed');
		await store(site, shown[0]!, 2, true);
		await store(site, shown[0]!, 2, true);
		await store(site, shown[1]!, 2, false);
		expect(await ask(site)).toBe('displayed');
		await store(site, shown[1]!, 3, true);
		expect(await ask(site)).toBe('budget');
		expect(await spentOf(site)).toEqual(['total 6 2']);
	});

	it('is counted again when a revision counts others', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, budget(5));
		for (const final of [true, false, false]) {
			const { display } = await report(sql, newVisit(site.id, { now }), 'done');
			await store(site, display!, 1, final);
		}
		expect(await spentOf(site)).toEqual(['total 3 3']);
		await saveAndPublish(site, prompt, budget(2, 'final'));
		expect(await spentOf(site)).toEqual(['total 3 1']);
		expect(await ask(site)).toBe('displayed');
		await expect(saveAndPublish(site, prompt, budget(2))).rejects.toThrow(/at least 3/);
	});

	it('that is exceeded is unchanged by the name of what it counts anyway', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, budget(1));
		const shown: string[] = [];
		for (let at = 0; at < 2; at++)
			shown.push((await report(database.admin, newVisit(site.id, { now }), 'done')).display!);
		for (const display of shown) await store(site, display, 1, true);
		expect(await spentOf(site)).toEqual(['total 2 2']);
		await saveAndPublish(site, prompt, budget(1, 'all'));
	});
});

describe('a budget of a period', () => {
	const of = (every: 'day' | 'week' | 'month', displays: number, paced = false) => ({
		trigger,
		budget: { period: { every, displays, paced } },
	});
	const zoned = (time_zone: string) => createSite(database.admin, { time_zone });

	it.each([
		['day', '2026-06-15T21:59:59Z', '2026-06-15T22:00:00Z', ['2026-06-15', '2026-06-16']],
		['week', '2026-06-21T21:59:59Z', '2026-06-21T22:00:00Z', ['2026-06-15', '2026-06-22']],
		['month', '2026-06-30T21:59:59Z', '2026-06-30T22:00:00Z', ['2026-06-01', '2026-07-01']],
	] as const)(
		'begins again with the %s of the site’s time zone',
		async (every, before, after, days) => {
			const site = await zoned('Europe/Vienna');
			await database.admin`
			select app.create_day(d::date) from generate_series(${before}::timestamptz - interval '2 days', ${after}::timestamptz + interval '2 days', '1 day') d`;
			await publishPrompt(database.admin, site.id, of(every, 2));
			expect(await askTimes(site, 3, new Date(before))).toEqual([
				'displayed',
				'displayed',
				'budget',
			]);
			expect(await askTimes(site, 3, new Date(after))).toEqual([
				'displayed',
				'displayed',
				'budget',
			]);
			expect(await spentOf(site)).toEqual(days.map((from) => `${every} ${from} 2`));
		},
	);

	it('is refunded to the period that was charged, even after its end', async () => {
		const site = await zoned('Europe/Vienna');
		await publishPrompt(database.admin, site.id, of('day', 1));
		const evening = new Date('2026-06-15T21:59:59Z');
		const night = new Date('2026-06-15T22:00:01Z');
		const { display } = await report(sql, newVisit(site.id, { now: evening }), 'done');
		expect(await ask(site, night)).toBe('displayed');
		await release(site, display, night);
		expect(await spentOf(site)).toEqual(['day 2026-06-15 0', 'day 2026-06-16 1']);
		expect(await ask(site, night)).toBe('budget');
	});

	it('has days of 23 and 25 hours when the clocks change', async () => {
		for (const [at, from, hours] of [
			['2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', 23],
			['2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', 25],
			['2026-06-15T12:00:00Z', '2026-06-14T22:00:00Z', 24],
		] as const) {
			const [row] = await database.admin<{ from: Date; hours: number }[]>`
				select starts_at as from, extract(epoch from ends_at - starts_at)::int / 3600 as hours
				from app.period_at('day', ${at}, 'Europe/Vienna')`;
			expect([row!.from.toISOString(), row!.hours]).toEqual([new Date(from).toISOString(), hours]);
		}
		const site = await zoned('Europe/Vienna');
		await publishPrompt(database.admin, site.id, of('day', 23, true));
		// At 12:00 UTC 13 of the 23 hours of that day have passed.
		expect(await countShown(site, 20, new Date('2026-03-29T12:00:00Z'))).toBe(14);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['else'] } });
	});

	it('counts both hours that occur twice at midnight in the day that begins', async () => {
		// In Havana the clock returns from 01:00 to 00:00 on 1 November 2026.
		const rows = await database.admin<{ day: string; share: number }[]>`
			select (app.period_at('day', t::timestamptz, 'America/Havana')).starts_on::text as day,
				(app.period_at('day', t::timestamptz, 'America/Havana')).elapsed as share
			from unnest(array['2026-11-01T03:59Z', '2026-11-01T04:30Z', '2026-11-01T05:30Z']) t`;
		expect(rows.map(({ day }) => day)).toEqual(['2026-10-31', '2026-11-01', '2026-11-01']);
		for (const { share } of rows) expect(share).toBeGreaterThanOrEqual(0);
	});

	it('is spread over the period when it is paced', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, of('day', 24, true));
		const at = (hours: number) => new Date(Date.parse('2026-06-15T00:00:00Z') + hours * hour);
		expect(await askTimes(site, 2, at(0))).toEqual(['displayed', 'paced']);
		expect(await ask(site, new Date(Number(at(1)) - 1))).toBe('paced');
		expect(await askTimes(site, 2, at(1))).toEqual(['displayed', 'paced']);
		// The day makes up for displays that nobody triggered at night.
		expect(await countShown(site, 20, at(8))).toBe(7);
		expect(await countShown(site, 40, new Date(Number(at(24)) - 1))).toBe(15);
		expect(await ask(site, new Date(Number(at(24)) - 1))).toBe('budget');
		expect(await spentOf(site)).toEqual(['day 2026-06-15 24']);
	});

	it('lets a backend prompt wait longer while it is paced', async () => {
		const site = await createSite(database.admin);
		const at = (hours: number) => new Date(Date.parse('2026-06-15T00:00:00Z') + hours * hour);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['paid'], source: 'backend' },
			budget: { period: { every: 'day', displays: 2, paced: true } },
		});
		for (const account of ['one', 'two']) {
			await reportAsBackend(sql, site.id, account, 'paid', {}, { now: at(0) });
		}
		const claim = async (account: string, hours: number) => {
			const visit = signedIn(newVisit(site.id, { now: at(hours) }), account);
			await report(sql, visit, 'anything');
			return (await claimWaiting(sql, visit, uuidv7(at(hours)), uuidv7(at(hours))))?.reason;
		};
		expect(await claim('one', 1)).toBe('displayed');
		expect(await claim('two', 2)).toBeUndefined();
		expect(await claim('two', 12)).toBe('displayed');
	});

	it('uses UTC for a time zone that the database does not know', async () => {
		const [row] = await database.admin`
			select starts_on::text from app.period_at('day', ${now}, 'Mars/Olympus_Mons')`;
		expect(row).toEqual({ starts_on: '2026-06-15' });
	});
});

describe('the displays of a site per day', () => {
	const setLimit = (site: { id: string }, displays_per_day: number | undefined) => {
		const limits: Partial<SiteSettings['limits']> = {
			cooldown_days: 0,
			holdout: 0,
			...(displays_per_day && { displays_per_day }),
		};
		return database.admin`
			update app.sites set settings = settings || ${database.admin.json({ limits } as never)} where id = ${site.id}`;
	};

	it('are counted over all prompts, also those that ignore the site’s limits', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 3 },
		});
		await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 2 } });
		await publishPrompt(database.admin, site.id, { trigger, limits: { site_limits: 'ignore' } });
		expect(await askTimes(site, 4)).toEqual(['displayed', 'displayed', 'displayed', 'budget']);
		expect(await spentOf(site)).toEqual(['site 2026-06-15 3', 'total 2']);
		expect(await ask(site, new Date(Number(now) + 12 * hour))).toBe('displayed');
	});

	it('do not charge the prompt’s budget when the site has none left', async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, displays_per_day: 1 },
		});
		await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 5, period: { every: 'week', displays: 5 } },
		});
		await ask(site);
		expect(await ask(site)).toBe('budget');
		expect(await spentOf(site)).toEqual(['site 2026-06-15 1', 'total 1', 'week 2026-06-15 1']);
	});

	it('include earlier displays of today when the limit is set, and end with the limit', async () => {
		const site = await createSite(database.admin);
		const today = new Date();
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = newVisit(site.id);
		await report(sql, visit, 'done');
		const { display } = await report(sql, newVisit(site.id), 'done');
		await setLimit(site, 2);
		const from = today.toISOString().slice(0, 10);
		expect(await spentOf(site)).toEqual([`site ${from} 2`]);
		await release(site, display, today);
		expect(await spentOf(site)).toEqual([`site ${from} 1`]);
		await setLimit(site, undefined);
		expect(await spentOf(site)).toEqual([]);
	});
});

describe('publishing a budget', () => {
	it('counts earlier displays and responses', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger });
		const { display } = await report(sql, newVisit(site.id, { now }), 'done');
		await answer(site, display);
		const open = await report(sql, newVisit(site.id, { now }), 'done');
		const released = await report(sql, newVisit(site.id, { now }), 'done');
		await release(site, released.display);
		await saveAndPublish(site, prompt, { budget: { displays: 3 } });
		expect(await spentOf(site)).toEqual(['total 2 1']);
		await release(site, open.display);
		expect(await spentOf(site)).toEqual(['total 1 1']);
		expect(await askTimes(site, 3)).toEqual(['displayed', 'displayed', 'budget']);
	});

	it('preserves the spent amount across revisions, and resets it without a budget', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 2 },
		});
		await ask(site);
		await saveAndPublish(site, prompt, { name: 'Another', budget: { displays: 3 } });
		expect(await spentOf(site)).toEqual(['total 1']);
		await saveAndPublish(site, prompt, {});
		expect(await spentOf(site)).toEqual([]);
		await ask(site);
		await saveAndPublish(site, prompt, { budget: { displays: 3 } });
		expect(await spentOf(site)).toEqual(['total 2']);
	});

	it('is refused, with the field, if less than the spent amount is allowed', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { displays: 5 },
		});
		await askTimes(site, 3);
		await expect(saveAndPublish(site, prompt, { budget: { displays: 2 } })).rejects.toMatchObject({
			code: 'FB422',
			detail: 'budget.displays',
			message: 'budget.displays must be at least 3, the number of displays counted so far.',
		});
		expect(await ask(site)).toBe('displayed');
		await saveAndPublish(site, prompt, { budget: { displays: 4 } });
		expect(await ask(site)).toBe('budget');
	});

	it('is not refused for responses that exceeded it, unless it changes', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			budget: { responses: 1 },
		});
		for (const { display } of [
			await report(sql, newVisit(site.id, { now }), 'done'),
			await report(sql, newVisit(site.id, { now }), 'done'),
		]) {
			await answer(site, display);
		}
		await saveAndPublish(site, prompt, { name: 'Another', budget: { responses: 1 } });
		await expect(
			saveAndPublish(site, prompt, { budget: { responses: 1, displays: 1 } }),
		).rejects.toMatchObject({ detail: 'budget.displays' });
		await saveAndPublish(site, prompt, { budget: { responses: 3 } });
		expect(await ask(site)).toBe('displayed');
	});
});
