import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { testDate } from './cluster.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { maintain as runMaintenance } from '../../server/postgres/maintain.ts';
import { day, hour, later, reasonFor, report } from './caller.ts';
import { createDestination } from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
const after = (milliseconds: number) => new Date(+now + milliseconds);
beforeEach(async () => {
	database = await createDatabase({ now });
});
afterEach(() => database.close());

const trigger = { events: ['done'] };
const maintain = (at: Date) => runMaintenance(database.admin, { now: at });
const days = async () =>
	(
		await database.admin`
			select right(relname, 8) as day from pg_class where relname like 'events%' and relnamespace = 'app_days'::regnamespace and relkind = 'r' order by 1`
	).map((row) => row['day'] as string);

describe('partitions', () => {
	it('exist from three days ago to 14 days ahead, and are created once', async () => {
		await Promise.all([maintain(now), maintain(now)]);
		const names = await days();
		expect(names[0]).toBe('20260612');
		expect(names.at(-1)).toBe('20260629');
		expect(names).toHaveLength(18);
	});

	it('are dropped when their youngest event is 30 days old', async () => {
		const kept = async (at: Date) => {
			await maintain(at);
			const rows = await database.admin`
				select min(right(relname, 8)) as day from pg_class where relnamespace = 'app_days'::regnamespace and relkind = 'r'`;
			return rows[0]!['day'] as string;
		};
		expect(await kept(new Date('2026-07-12T23:59:59Z'))).toBe('20260612');
		expect(await kept(new Date('2026-07-13T00:00:00Z'))).toBe('20260613');
	});

	it('grant no access when they are new', async () => {
		await maintain(after(20 * day));
		const rows = await database.admin`
			select relname from pg_class where relnamespace = 'app_days'::regnamespace and relkind = 'r'
				and not (relrowsecurity and relforcerowsecurity and relacl::text not like '%feedback_person%')`;
		expect(rows).toHaveLength(0);
	});
});

describe('events', () => {
	it('are hidden after 30 times 24 hours, although their partition still exists', async () => {
		const site = await createSite(database.admin, {}, { [people.viewer]: 'viewer' });
		const manage = database.connect('feedback_manage');
		const count = () =>
			asPerson(manage, people.viewer, async (sql) => (await sql`select id from app.events`).length);
		const at = (ago: number) => new Date(Date.now() - ago);
		await database.admin`
			select app.create_day((${at(30 * day)}::timestamptz at time zone 'UTC')::date - n) from generate_series(-2, 1) n`;
		for (const ago of [30 * day + 60_000, 30 * day - 60_000]) {
			await database.admin`
				insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
				select key, app.mint_id(${at(ago)}), 0, gen_random_uuid(), ${at(ago)}, false, hashtext('done'), 'done', '{}'
				from app.sites where id = ${site.id}`;
		}
		expect(await count()).toBe(1);
	});

	it('of finished days are counted once, and stay counted', async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		for (let turn = 0; turn < 3; turn++) await report(database.ingest, visit, 'done');
		const counts = async (at: Date) => {
			await maintain(at);
			return database.admin`select name, day::text, events::int from app.event_counts where site_id = ${site.id}`;
		};
		expect(await counts(after(2 * day))).toEqual([]);
		for (let run = 0; run < 6; run++) await counts(after(3 * day));
		expect(await counts(after(3 * day))).toEqual([{ name: 'done', day: '2026-06-15', events: 3 }]);
		for (let run = 0; run < 6; run++) await counts(after(35 * day));
		expect(await counts(after(35 * day))).toEqual([{ name: 'done', day: '2026-06-15', events: 3 }]);
	});
});

describe('a subject', () => {
	it('not seen for 90 days is deleted with its data; responses stay without visitor and account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' });
		const { display } = await report(database.ingest, visit, 'done');
		await report(database.ingest, signedIn(later(visit, 500), 'ada', { plan: 'team' }), 'else');
		await storeAnswers(database.ingest, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now,
		});
		await maintain(after(90 * day));
		expect(await database.admin`select from app.visitor_versions`).toHaveLength(1);
		expect(await database.admin`select from app.subjects where site_id = ${site.id}`).toHaveLength(
			1,
		);
		await maintain(after(90 * day + 1_000));
		for (const table of [
			'subjects',
			'visitors',
			'visitor_versions',
			'displays',
			'subject_locks',
			'display_totals',
		]) {
			expect(
				await database.admin`select from app.${database.admin(table)} where site_id = ${site.id}`,
				table,
			).toHaveLength(0);
		}
		const responses = await database.admin`
			select subject_id, visitor_id, answers, traits from app.responses where site_id = ${site.id}`;
		expect(responses).toEqual([
			{ subject_id: null, visitor_id: null, answers: { score: 5 }, traits: { plan: 'pro' } },
		]);
	});

	it('that is still active keeps its earlier versions for 90 days', thorough, async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		const here = (at: Date, plan: string) =>
			report(database.ingest, signedIn({ ...visit, now: at }, 'ada', { plan }), 'done');
		await here(now, 'free');
		await here(after(10 * day), 'pro');
		await maintain(after(60 * day));
		await here(after(60 * day), 'team');
		const left = async (at: Date) => {
			await maintain(at);
			const rows = await database.admin`select traits from app.visitor_versions order by until`;
			return rows.map((row) => (row['traits'] as { plan: string }).plan);
		};
		expect(await left(after(100 * day))).toEqual(['free', 'pro']);
		expect(await left(after(100 * day + 1))).toEqual(['pro']);
	});

	it('that stays active never sees a once-only prompt again', thorough, async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = newVisit(site.id, { now });
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		for (const months of [1, 2, 3, 4]) {
			await maintain(after(months * 30 * day));
			expect(await reasonFor(database.ingest, later(visit, months * 30 * day), 'done')).toBe(
				'seen_limit',
			);
		}
		expect(await database.admin`select from app.displays where site_id = ${site.id}`).toHaveLength(
			0,
		);
		const totals =
			await database.admin`select displays, last_at from app.display_totals where site_id = ${site.id}`;
		expect(totals).toEqual([{ displays: 1, last_at: now }]);
		expect(await reasonFor(database.ingest, later(visit, 121 * day), 'done')).toBe('seen_limit');
	});

	it('keeps its display totals when it signs in to an account', thorough, async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = newVisit(site.id, { now });
		await report(database.ingest, visit, 'done');
		await maintain(after(60 * day));
		await report(database.ingest, later(visit, 60 * day), 'else');
		await maintain(after(100 * day));
		const other = signedIn(later(newVisit(site.id), 0), 'ada');
		await report(database.ingest, { ...other, now: after(100 * day) }, 'else');
		const joined = signedIn(later(visit, 100 * day), 'ada');
		expect(await reasonFor(database.ingest, joined, 'done')).toBe('seen_limit');
	});

	it('is updated at most once an hour', async () => {
		const site = await createSite(database.admin);
		const visit = newVisit(site.id, { now });
		const seen = async () =>
			(await database.admin`select last_seen_at from app.visitors where site_id = ${site.id}`)[0]![
				'last_seen_at'
			];
		await maintain(now);
		await report(database.ingest, visit, 'done');
		await report(database.ingest, later(visit, hour), 'done');
		expect(await seen()).toEqual(now);
		await report(database.ingest, later(visit, hour + 1_000), 'done');
		expect(await seen()).toEqual(after(hour + 1_000));
	});
});

describe('a visitor who returns after 90 days, before maintenance ran', () => {
	it('is a new visitor', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' });
		expect((await report(database.ingest, visit, 'done')).decided?.reason).toBe('displayed');
		const back = { ...later(visit, 95 * day), identify: null };
		await database.admin`select app.create_day((${back.now}::timestamptz at time zone 'UTC')::date)`;
		expect((await report(database.ingest, back, 'done')).decided?.reason).toBe('displayed');
		expect(
			await database.admin`
				select v.traits, v.first_seen_at, s.account from app.visitors v
				join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id where v.site_id = ${site.id}`,
		).toEqual([{ traits: {}, first_seen_at: back.now, account: null }]);
		expect(await database.admin`select from app.displays where site_id = ${site.id}`).toHaveLength(
			1,
		);
	});

	it('is a new account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' });
		await report(database.ingest, visit, 'done');
		const back = signedIn(newVisit(site.id, { now: after(95 * day) }), 'ada');
		await database.admin`select app.create_day((${back.now}::timestamptz at time zone 'UTC')::date)`;
		expect((await report(database.ingest, back, 'done')).decided?.reason).toBe('displayed');
		expect(
			await database.admin`select account, first_seen_at from app.subjects where site_id = ${site.id}`,
		).toEqual([{ account: 'ada', first_seen_at: back.now }]);
		expect(await database.admin`select from app.visitors where site_id = ${site.id}`).toHaveLength(
			1,
		);
	});
});

it('the confirmation of a recipient is deleted a week after it was requested', async () => {
	const site = await createSite(database.admin);
	await createDestination(
		database.admin,
		site.id,
		{ kind: 'email', recipients: ['ada@example.com'], schedule: { every: 'message' } },
		{ confirmed: false },
	);
	const [{ at }] = (await database.admin`
		select created_at as at from app.recipient_confirmations where site_id = ${site.id}`) as [
		{ at: Date },
	];
	const count = async () =>
		(await database.admin`select from app.recipient_confirmations where site_id = ${site.id}`)
			.length;
	await maintain(new Date(+at + 7 * day));
	expect(await count()).toBe(1);
	await maintain(new Date(+at + 7 * day + hour));
	expect(await count()).toBe(0);
});
