// Retention that a site or the instance sets shorter than the contract does.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { testDate } from './cluster.ts';
import { maintain as runMaintenance } from '../../server/postgres/maintain.ts';
import { day, later, reasonFor, report, second } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
const after = (milliseconds: number) => new Date(+now + milliseconds);
beforeEach(async () => {
	database = await createDatabase({ now });
});
afterEach(() => database.close());

const maintain = (at: Date) => runMaintenance(database.admin, { now: at });
const rows = async (table: string, { id }: TestSite) =>
	(await database.admin`select from ${database.admin(`app.${table}`)} where site_id = ${id}`)
		.length;
const limitInstance = (retention: object) =>
	database.admin`select app.change_instance_settings(${database.admin.json({ retention } as never)})`;
const withRetention = (retention: { event_days?: number; visitor_days?: number }) =>
	createSite(database.admin, { retention });

describe('events', () => {
	it('of a site are deleted after its days, but are counted before', async () => {
		const [short, long] = [await withRetention({ event_days: 7 }), await withRetention({})];
		for (const site of [short, long]) {
			const visit = newVisit(site.id, { now });
			for (let turn = 0; turn < 3; turn++) await report(database.ingest, visit, 'done');
		}
		await maintain(after(7 * day));
		expect([await rows('event_details', short), await rows('event_details', long)]).toEqual([3, 3]);
		await maintain(after(7 * day + second));
		expect([await rows('event_details', short), await rows('event_details', long)]).toEqual([0, 3]);
		expect(
			await database.admin`select events::int from app.event_counts where site_id = ${short.id}`,
		).toEqual([{ events: 3 }]);
	});

	it('are all deleted, even if there are many, and newer ones stay', async () => {
		const site = await withRetention({ event_days: 7 });
		const visit = newVisit(site.id, { now });
		await report(database.ingest, visit, 'done');
		await database.admin`
			insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
			select s.key, app.mint_id(${now}), 0, gen_random_uuid(), ${now}, false, hashtext('done'), 'done', '{}'
			from app.sites s, generate_series(1, 2500) where s.id = ${site.id}`;
		await report(database.ingest, later(visit, 5 * day), 'done');
		await maintain(after(8 * day));
		const [left] = await database.admin`
			select count(*)::int as n from app.events e join app.sites s on s.key = e.site where s.id = ${site.id}`;
		expect(left).toEqual({ n: 1 });
	});

	it('are dropped by the day when the instance keeps them for a shorter time', async () => {
		await withRetention({});
		await limitInstance({ event_days: 10 });
		const isThere = async (at: Date) => {
			await maintain(at);
			const [row] = await database.admin`
				select to_regclass('app_days.events_20260615') is not null as there`;
			return row!['there'] as boolean;
		};
		expect(await isThere(new Date('2026-06-25T23:59:59Z'))).toBe(true);
		expect(await isThere(new Date('2026-06-26T00:00:00Z'))).toBe(false);
	});
});

describe('visitors', () => {
	it.each([
		['of the site', () => withRetention({ visitor_days: 30 })],
		[
			'of the instance',
			async () => {
				await limitInstance({ visitor_days: 30 });
				return withRetention({ visitor_days: 90 });
			},
		],
	])('are deleted after the days %s', async (_, create) => {
		const site = await create();
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] } });
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' });
		await report(database.ingest, visit, 'done');
		await report(database.ingest, signedIn(later(visit, second), 'ada', { plan: 'team' }), 'else');
		await maintain(after(30 * day));
		expect(await rows('visitor_versions', site)).toBe(1);
		await maintain(after(30 * day + 2 * second));
		for (const table of ['subjects', 'visitors', 'visitor_versions', 'displays']) {
			expect(await rows(table, site), table).toBe(0);
		}
	});

	it('of other sites stay', async () => {
		await withRetention({ visitor_days: 7 });
		const site = await withRetention({});
		await report(database.ingest, newVisit(site.id, { now }), 'done');
		await maintain(after(89 * day));
		expect([await rows('subjects', site), await rows('visitors', site)]).toEqual([1, 1]);
	});

	it('that stay active keep their earlier versions no longer than that', async () => {
		const site = await withRetention({ visitor_days: 10 });
		const visit = newVisit(site.id, { now });
		for (const [days, plan] of [
			[0, 'free'],
			[2, 'pro'],
			[9, 'team'],
		] as const) {
			await report(database.ingest, signedIn(later(visit, days * day), 'ada', { plan }), 'done');
		}
		await maintain(after(13 * day));
		const versions = await database.admin`select traits from app.visitor_versions`;
		expect(versions).toEqual([{ traits: { plan: 'pro' } }]);
	});
});

describe('displays of an active visitor', () => {
	const show = { limits: { show: 'always' as const }, trigger: { events: ['done'] } };

	async function comeBackDaily(site: TestSite, days: number) {
		const visit = newVisit(site.id, { now });
		const reasons: unknown[] = [];
		for (let passed = 0; passed <= days; passed++) {
			await maintain(after(passed * day));
			reasons.push(await reasonFor(database.ingest, later(visit, passed * day), 'done'));
		}
		return reasons;
	}

	it('become totals after the days of the site', async () => {
		const site = await withRetention({ visitor_days: 7 });
		await publishPrompt(database.admin, site.id, { ...show, limits: { show: 'once' } });
		expect(new Set(await comeBackDaily(site, 9))).toEqual(new Set(['displayed', 'seen_limit']));
		expect([await rows('displays', site), await rows('display_totals', site)]).toEqual([0, 1]);
	});

	it('stay for as long as they count for the limits of the site', thorough, async () => {
		const site = await createSite(database.admin, {
			limits: { cooldown_days: 0, window: { displays: 1, days: 12 } },
			retention: { visitor_days: 7 },
		});
		await publishPrompt(database.admin, site.id, show);
		const displayed = (await comeBackDaily(site, 13)).map((reason) => reason === 'displayed');
		expect(displayed.indexOf(true)).toBe(0);
		expect(displayed.indexOf(true, 1)).toBe(12);
	});
});
