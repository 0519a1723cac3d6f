import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits, type ServiceError } from '@feedback/contract';

import { testDate } from './cluster.ts';
import { identify, type RequestContext } from '../functions/sdk/database.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { SiteThrottled } from '../functions/sdk/database-errors.ts';
import { reportAsBackend } from './backend.ts';
import { claimPrompt, hour, ingest, later, report, second, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newEvent, newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const setTokens = (site: TestSite, kind: number, key: Uint8Array, tokens: number) =>
	database.admin`
		insert into app.buckets (site_id, kind, key, burst, rate, tokens, at, exhausted)
		values (${site.id}, ${kind}, ${key}, 100, ${kind === 0 ? 500 : 20}, ${tokens}, ${now}, ${tokens < 1})`;

it('has the limits of the contract', async () => {
	const site = await createSite(database.admin);
	await database.admin`
		select app.consume_tokens(array[${site.id}::uuid], array['\\x01'::bytea], array[${randomUUID()}::uuid], ${now})`;
	const buckets = await database.admin`
		select burst, rate, tokens from app.buckets where site_id = ${site.id} order by kind`;
	expect([...buckets]).toEqual(
		[limits.rate.site, limits.rate.address, limits.rate.subject].map(({ burst, perSecond }) => ({
			burst,
			rate: perSecond,
			tokens: burst - 8,
		})),
	);
});

describe('one subject', () => {
	it('above its limit is recorded but not decided, until tokens are refilled', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['done'] },
			limits: { show: 'always' },
		});
		const visit = newVisit(site.id, { now });
		const reasons: (string | undefined)[] = [];
		for (let turn = 0; turn < 400; turn++) {
			reasons.push((await report(database.ingest, visit, 'done')).decided?.reason);
		}
		// One call in eight consumes eight tokens: a burst of 50 allows 7 of these calls, and 400 calls include about 50.
		expect(reasons.slice(0, 6)).toEqual(Array(6).fill('displayed'));
		expect(reasons.at(-1)).toBe('throttled');
		const over = await report(database.ingest, visit, 'done');
		expect(over.result.status).toBe('recorded');
		expect(over.decided).toMatchObject({ reason: 'throttled' });
		const { retryAfter } = over.decided as { retryAfter: number };
		expect(retryAfter).toBeGreaterThanOrEqual(1);
		expect(retryAfter).toBeLessThanOrEqual(2);
		const stored = await database.admin`
			select count(*)::int as n from app.event_details where site_id = ${site.id} and reason = 'throttled'`;
		expect(stored[0]!['n']).toBe(reasons.filter((reason) => reason === 'throttled').length + 1);
		const rested = await report(database.ingest, later(visit, retryAfter * second), 'done');
		expect(rested.decided?.reason).toBe('displayed');
		const other = await report(database.ingest, newVisit(site.id, { now }), 'done');
		expect(other.decided?.reason).toBe('displayed');
	});
});

describe('one address', () => {
	it('is limited across visitors, without affecting others', async () => {
		const site = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, site.id, {
			limits: { show: 'always' },
		});
		const [busy, quiet] = [new Uint8Array([1, 2]), new Uint8Array([3, 4])];
		await setTokens(site, 1, busy, -3);
		const show = async (address: Uint8Array | null) =>
			(await showPrompt(database.ingest, newVisit(site.id, { now, address }), content.survey_id))
				.decided;
		expect(await show(busy)).toEqual({ reason: 'throttled', retryAfter: 1 });
		expect((await show(quiet)).reason).toBe('displayed');
		expect((await show(null)).reason).toBe('displayed');
	});
});

const reportStale = (visit: RequestContext, count: 1 | 2) => {
	const at = Number(now) - 50 * hour;
	const events = Array.from({ length: count }, () =>
		newEvent('done', {}, { session: visit.session, at }),
	);
	return ingest(database.ingest, visit, events, count === 1 ? uuidv7(now) : null);
};

describe('one site', () => {
	it('above its limit stores nothing and returns when to retry', async () => {
		const site = await createSite(database.admin);
		await setTokens(site, 0, new Uint8Array(), -1_500);
		const visit = newVisit(site.id, { now });
		const events = [newEvent('done', {}, { session: visit.session, at: now })];
		const refused = await ingest(database.ingest, visit, events, null).catch(
			(error: unknown) => error,
		);
		expect(refused).toBeInstanceOf(SiteThrottled);
		expect(refused).toMatchObject({
			code: 'rate_limited' satisfies ServiceError['code'],
			retryAfter: 4,
		});
		expect(
			await database.admin`select from app.event_details where site_id = ${site.id}`,
		).toHaveLength(0);
		const answer = await ingest(database.ingest, later(visit, 4 * second), events, null);
		expect(answer.results[0]?.status).toBe('recorded');
	});

	it.each<[string, (visit: RequestContext) => Promise<unknown>]>([
		['identify', (visit) => identify(database.ingest, signedIn(visit, 'ada', { plan: 'pro' }))],
		['a stale event that identifies', (visit) => reportStale(signedIn(visit, 'ada'), 1)],
		['stale events that identify', (visit) => reportStale(signedIn(visit, 'ada'), 2)],
		['counts of dropped events', (visit) => reportStale({ ...visit, dropped: { size: 1 } }, 2)],
	])('above its limit does not store %s', async (_, send) => {
		const site = await createSite(database.admin);
		await setTokens(site, 0, new Uint8Array(), -1_500);
		const visit = newVisit(site.id, { now });
		await expect(send(visit)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 4 });
		const stored = await database.admin`
			select from app.visitors where site_id = ${site.id}
			union all select from app.subjects where site_id = ${site.id}
			union all select from app.dropped_events where site_id = ${site.id}`;
		expect(stored).toHaveLength(0);
		await send(later(visit, 4 * second));
	});
});

describe('rate limits of a site', () => {
	const bucketsOf = async (site: TestSite) =>
		[
			...(await database.admin`
				select kind, burst, rate from app.buckets where site_id = ${site.id} order by kind`),
		].map(({ kind, burst, rate }) => [kind, burst, rate] as number[]);
	const consume = (site: TestSite, subject: string) =>
		database.admin`
			select app.consume_tokens(
				array[${site.id}::uuid], array['\\x01'::bytea], array[${subject}::uuid], ${now})`;
	const setSettings = (site: TestSite, settings: object) =>
		database.admin`
			update app.sites set settings = settings || ${database.admin.json(settings as never)}
			where id = ${site.id}`;

	it('follow its settings', async () => {
		const site = await createSite(database.admin, {
			rate_limits: {
				site: { per_second: 900, burst: 3_000 },
				address: { per_second: 2, burst: 10 },
				subject: { per_second: 3, burst: 20 },
			},
		});
		await consume(site, randomUUID());
		expect(await bucketsOf(site)).toEqual([
			[0, 3_000, 900],
			[1, 10, 2],
			[2, 20, 3],
		]);
	});

	it('apply to buckets that are in use, too', async () => {
		const site = await createSite(database.admin);
		const subject = randomUUID();
		await consume(site, subject);
		await setSettings(site, { rate_limits: { subject: { per_second: 1, burst: 30 } } });
		await consume(site, subject);
		const [bucket] = await database.admin`
			select burst, rate, tokens from app.buckets where site_id = ${site.id} and kind = 2`;
		expect(bucket).toEqual({ burst: 30, rate: 1, tokens: 22 });
	});

	it('that are raised apply immediately to a site above its limit', async () => {
		const site = await createSite(database.admin);
		await setTokens(site, 0, new Uint8Array(), -1_500);
		const visit = newVisit(site.id, { now });
		await expect(report(database.ingest, visit, 'done')).rejects.toBeInstanceOf(SiteThrottled);
		await setSettings(site, { rate_limits: { site: { per_second: 5_000 } } });
		expect((await report(database.ingest, visit, 'done')).result.status).toBe('recorded');
	});

	it('are at most the maximums of the instance', async () => {
		const site = await createSite(database.admin, {
			rate_limits: { site: { per_second: 900, burst: 3_000 } },
		});
		const change = { rate_limits: { site: { per_second: 100, burst: 200 } } };
		const [before] = await database.admin`select app.read_instance_settings() as settings`;
		await database.admin`select app.change_instance_settings(${database.admin.json(change)})`;
		await consume(site, randomUUID());
		await database.admin`select app.change_instance_settings(${before!['settings']})`;
		expect((await bucketsOf(site))[0]).toEqual([0, 200, 100]);
	});
});

describe('limits lost in a crash', () => {
	it('allow all requests', async () => {
		const site = await createSite(database.admin);
		await setTokens(site, 0, new Uint8Array(), -1_500);
		await database.admin`truncate app.buckets`;
		const visit = newVisit(site.id, { now });
		expect((await report(database.ingest, visit, 'done')).result.status).toBe('recorded');
	});
});

const alwaysConsume = () => database.admin`
	create or replace function app.is_consumption_due() returns boolean
	language plpgsql volatile set search_path = '' as $$ begin return true; end $$`;

// Otherwise the call could deadlock with a call that has consumed tokens and decides for the same account.
describe('a call that identifies its visitor', () => {
	const calls: Record<string, (visit: RequestContext, survey: string) => Promise<unknown>> = {
		show: (visit, survey) => showPrompt(database.ingest, visit, survey),
		claim: (visit) => claimPrompt(database.ingest, visit, uuidv7()),
		identify: (visit) => identify(database.ingest, visit),
	};

	it('consumes once, however many prompts wait for the account', async () => {
		await alwaysConsume();
		const site = await createSite(database.admin);
		const visit = signedIn(newVisit(site.id, { now }), 'ada');
		for (const event of ['invoice.paid', 'plan.changed']) {
			await publishPrompt(database.admin, site.id, {
				trigger: { events: [event], source: 'backend' },
				audience: { context: 'path', op: 'is', value: '/invoices' },
			});
			await reportAsBackend(database.ingest, site.id, 'ada', event, {}, { now });
		}
		await identify(database.ingest, visit);
		await database.admin`delete from app.buckets where site_id = ${site.id}`;
		expect(await claimWaiting(database.ingest, visit, uuidv7(), uuidv7())).toBeUndefined();
		const { burst } = limits.rate.subject;
		const stored = await database.admin`
			select tokens from app.buckets where site_id = ${site.id} and kind = 2`;
		expect(stored).toEqual([{ tokens: burst - 8 }]);
	});

	it.each(Object.entries(calls))('%s consumes before it locks a subject', async (_, call) => {
		await alwaysConsume();
		const site = await createSite(database.admin);
		const { content } = await publishPrompt(database.admin, site.id, {
			limits: { show: 'always' },
		});
		await report(database.ingest, signedIn(newVisit(site.id, { now }), 'ada'), 'seen');
		const visit = newVisit(site.id, { now });
		await report(database.ingest, visit, 'seen');
		await database.admin`delete from app.buckets where site_id = ${site.id}`;
		await setTokens(site, 0, Buffer.from(''), 100);
		let answered: Promise<unknown> | undefined;
		await database.admin.begin(async (tx) => {
			await tx`select from app.buckets where site_id = ${site.id} and kind = 0 for update`;
			answered = call(signedIn(visit, 'ada'), content.survey_id);
			await expect
				.poll(async () => {
					const waiting = await database.admin`
						select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
					return waiting.length;
				})
				.toBe(1);
			const free = await tx`select from app.subjects where site_id = ${site.id} for update nowait`;
			expect(free).toHaveLength(2);
		});
		await answered;
		const subjects = await database.admin`select from app.subjects where site_id = ${site.id}`;
		expect(subjects).toHaveLength(1);
	});
});
