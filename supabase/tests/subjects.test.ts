import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { identify, reset } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { day, hour, later, reasonFor, report } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const visitTo = (site: TestSite) => newVisit(site.id, { now });
const subjectsOf = (site: TestSite) =>
	database.admin`select id, account from app.subjects where site_id = ${site.id} order by account`;

describe('signing in', () => {
	it('as an unknown account connects the current subject to it', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, signedIn(visit, 'ada'), 'done')).toBe('seen_limit');
		expect(await subjectsOf(site)).toEqual([{ id: visit.visitor, account: 'ada' }]);
	});

	it('as a known account moves displays and answers to the account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'until_answered' } });
		const laptop = visitTo(site);
		await identify(database.ingest, signedIn(laptop, 'ada'));
		const phone = visitTo(site);
		const { display } = await report(database.ingest, phone, 'done');
		await storeAnswers(database.ingest, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 3 },
			now,
		});
		expect(await reasonFor(database.ingest, laptop, 'done')).toBe('displayed');
		await identify(database.ingest, signedIn(phone, 'ada'));
		expect(await reasonFor(database.ingest, laptop, 'done')).toBe('answered');
		expect(await subjectsOf(site)).toEqual([{ id: laptop.visitor, account: 'ada' }]);
		const [response] =
			await database.admin`select subject_id from app.responses where site_id = ${site.id}`;
		expect(response).toEqual({ subject_id: laptop.visitor });
	});

	it('again as a known account creates no other subject', async () => {
		const site = await createSite(database.admin);
		const laptop = visitTo(site);
		await identify(database.ingest, signedIn(laptop, 'ada'));
		const phone = visitTo(site);
		await report(database.ingest, phone, 'done');
		await identify(database.ingest, signedIn(phone, 'ada'));
		await identify(database.ingest, signedIn(later(phone, 2 * hour), 'ada', { plan: 'pro' }));
		expect(await subjectsOf(site)).toEqual([{ id: laptop.visitor, account: 'ada' }]);
	});

	it('keeps the later last display and the earlier first visit', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		const early = visitTo(site);
		await report(database.ingest, early, 'done');
		const late = later(visitTo(site), 2 * day);
		await report(database.ingest, signedIn(late, 'ada'), 'done');
		await identify(database.ingest, signedIn(later(early, 3 * day), 'ada'));
		const [lock] =
			await database.admin`select last_at from app.subject_locks where site_id = ${site.id}`;
		expect(lock).toEqual({ last_at: late.now });
		const [subject] = await database.admin`
			select first_seen_at, last_seen_at from app.subjects where site_id = ${site.id}`;
		expect(subject).toEqual({ first_seen_at: now, last_seen_at: new Date(+now + 3 * day) });
	});

	it('as another account never merges the two accounts or their events', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['count'] },
			audience: { event: 'count', times: 2, within_days: 7 },
		});
		const visit = visitTo(site);
		await report(database.ingest, signedIn(visit, 'ada', { plan: 'pro' }), 'done');
		expect(await reasonFor(database.ingest, visit, 'count')).toBe('audience');
		const bob = signedIn(later(visit, 1_000), 'bob');
		expect(await reasonFor(database.ingest, bob, 'count')).toBe('audience');
		expect(await reasonFor(database.ingest, bob, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(bob, 1_000), 'count')).toBe('displayed');
		expect((await subjectsOf(site)).map((row) => row['account'])).toEqual(['ada', 'bob']);
		const [visitor] =
			await database.admin`select traits from app.visitors where site_id = ${site.id}`;
		expect(visitor).toEqual({ traits: {} });
		const ada = signedIn(visitTo(site), 'ada');
		expect(await reasonFor(database.ingest, ada, 'done')).toBe('seen_limit');
	});

	it('on one site does not affect another', async () => {
		const [here, there] = [await createSite(database.admin), await createSite(database.admin)];
		for (const site of [here, there]) await publishPrompt(database.admin, site.id, { trigger });
		expect(await reasonFor(database.ingest, signedIn(visitTo(here), 'ada'), 'done')).toBe(
			'displayed',
		);
		expect(await reasonFor(database.ingest, signedIn(visitTo(there), 'ada'), 'done')).toBe(
			'displayed',
		);
	});
});

describe('history of events', () => {
	it('counts the current event, and events from every browser of the account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { event: 'done', times: 3, within_days: 7 },
		});
		const [laptop, phone] = [visitTo(site), visitTo(site)];
		expect(await reasonFor(database.ingest, signedIn(laptop, 'ada'), 'done')).toBe('audience');
		expect(await reasonFor(database.ingest, signedIn(later(phone, 1), 'ada'), 'done')).toBe(
			'audience',
		);
		expect(await reasonFor(database.ingest, signedIn(later(laptop, 2), 'ada'), 'done')).toBe(
			'displayed',
		);
		const stranger = later(visitTo(site), 3);
		expect(await reasonFor(database.ingest, stranger, 'done')).toBe('audience');
	});
});

describe('traits', () => {
	it('merge by key, and null is a value', async () => {
		const site = await createSite(database.admin);
		const visit = visitTo(site);
		await identify(database.ingest, signedIn(visit, 'ada', { plan: 'pro', seats: 3 }));
		await identify(database.ingest, signedIn(visit, 'ada', { plan: null, beta: true }));
		const [visitor] =
			await database.admin`select traits from app.visitors where site_id = ${site.id}`;
		expect(visitor).toEqual({ traits: { plan: null, seats: 3, beta: true } });
	});

	it('belong to the browser that reported them', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { trait: 'plan', op: 'is', value: 'pro' },
		});
		const [one, other] = [visitTo(site), visitTo(site)];
		await identify(database.ingest, signedIn(one, 'ada', { plan: 'pro' }));
		await identify(database.ingest, signedIn(other, 'ada'));
		expect(await reasonFor(database.ingest, other, 'done')).toBe('audience');
		expect(await reasonFor(database.ingest, one, 'done')).toBe('displayed');
	});

	it('that change are stored with the time until which they applied, and their subject', async () => {
		const site = await createSite(database.admin);
		const visit = visitTo(site);
		const at = (hours: number) => later(visit, hours * hour);
		await report(database.ingest, at(0), 'done');
		await report(database.ingest, signedIn(at(1), 'ada', { plan: 'free' }), 'done');
		await report(database.ingest, signedIn(at(2), 'ada', { plan: 'free' }), 'done');
		await report(database.ingest, signedIn(at(3), 'ada', { plan: 'pro' }), 'done');
		// A new visitor has no earlier version.
		const phone = { ...visitTo(site), now: at(4).now };
		await report(database.ingest, signedIn(phone, 'ada', { plan: 'team' }), 'done');
		const versions = await database.admin`
			select visitor_id, until, subject_id, identified, traits from app.visitor_versions
			where site_id = ${site.id} order by until`;
		const { visitor } = visit;
		expect(versions).toEqual([
			{ visitor_id: visitor, until: at(1).now, subject_id: visitor, identified: false, traits: {} },
			{
				visitor_id: visitor,
				until: at(3).now,
				subject_id: visitor,
				identified: true,
				traits: { plan: 'free' },
			},
		]);
	});

	it('are remembered when a browser joins an account', async () => {
		const site = await createSite(database.admin);
		const [laptop, phone] = [visitTo(site), visitTo(site)];
		await report(database.ingest, signedIn(laptop, 'ada'), 'done');
		await report(database.ingest, phone, 'done');
		await report(database.ingest, signedIn(later(phone, hour), 'ada'), 'done');
		const versions = await database.admin`
			select visitor_id, subject_id, identified, sample_key from app.visitor_versions where site_id = ${site.id}`;
		const { visitor } = phone;
		expect(versions).toEqual([
			{ visitor_id: visitor, subject_id: visitor, identified: false, sample_key: visitor },
		]);
	});

	it('stay within the limits of one call', async () => {
		const site = await createSite(database.admin);
		const visit = visitTo(site);
		const many = (prefix: string) =>
			Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${prefix}${index}`, index]));
		await identify(database.ingest, signedIn(visit, 'ada', many('a')));
		await identify(database.ingest, signedIn(visit, 'ada', many('b')));
		const [visitor] =
			await database.admin`select traits from app.visitors where site_id = ${site.id}`;
		expect(visitor).toEqual({ traits: many('b') });
	});
});

describe('reset', () => {
	it('stops decisions for the visitor; events are still recorded', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		await report(database.ingest, visit, 'else');
		await reset(database.ingest, visit);
		const { result, decided } = await report(database.ingest, visit, 'done');
		expect([result.status, decided?.reason]).toEqual(['recorded', 'no_prompt']);
	});
});

describe('the snapshot of traits', () => {
	it('has the traits at the time of the display, even if they change later', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		const { display } = await report(
			database.ingest,
			signedIn(visit, 'ada', { plan: 'free' }),
			'done',
		);
		await identify(database.ingest, signedIn(visit, 'ada', { plan: 'pro' }));
		await storeAnswers(database.ingest, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now,
		});
		const [response] =
			await database.admin`select traits from app.responses where site_id = ${site.id}`;
		expect(response).toEqual({ traits: { plan: 'free' } });
	});
});

describe('the key of a visitor', () => {
	it('is the next free one after the sequence restarted', async () => {
		const site = await createSite(database.admin);
		for (let turn = 0; turn < 3; turn++) await report(database.ingest, visitTo(site), 'done');
		const keys = async () =>
			(
				await database.admin<{ key: number }[]>`
					select v.key from app.visitors v where v.site_id = ${site.id} order by v.key`
			).map(({ key }) => key);
		const used = await keys();
		await database.admin`select setval('app.visitors_key_seq', ${used[0]!}, false)`;
		const { result } = await report(database.ingest, visitTo(site), 'done');
		expect(result.status).toBe('recorded');
		expect(await keys()).toEqual([...used, used[2]! + 1]);
		const [stored] = await database.admin`
			select count(distinct visitor_id)::int as visitors from app.event_details where site_id = ${site.id}`;
		expect(stored).toEqual({ visitors: 4 });
	});
});
