// A clock that was ahead and was corrected leaves times in the future, until which limits must not apply.
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { claimPrompt, day, hour, later, reasonFor, report, second } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
const jump = 10 * day;
const ahead = new Date(+now + jump);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

/** A site that displays one prompt after `done`, under these limits. */
async function makeSite(prompt: object, limits: object = { cooldown_days: 0 }) {
	const site = await createSite(database.admin, { limits });
	await publishPrompt(database.admin, site.id, {
		survey_id: 'asked',
		trigger: { events: ['done'] },
		...prompt,
	});
	return site;
}

describe('a rate limit that was exhausted while the clock was ahead', () => {
	const numbers = [
		{ whose: 'site', kind: 0, burst: 2_000, rate: 500 },
		{ whose: 'address', kind: 1, burst: 100, rate: 20 },
		{ whose: 'subject', kind: 2, burst: 50, rate: 5 },
	];
	const address = new Uint8Array(32).fill(7);

	async function exhaustAt(at: Date, { kind, burst, rate }: (typeof numbers)[number]) {
		const site = await makeSite({ limits: { show: 'always' } });
		const visit = newVisit(site.id, { now, address });
		await report(database.ingest, visit, 'other');
		const keys = { 0: Buffer.alloc(0), 1: Buffer.from(address) } as Record<number, Buffer>;
		const key = keys[kind] ?? Buffer.from(visit.visitor.replaceAll('-', ''), 'hex');
		await database.admin`
			insert into app.buckets (site_id, kind, key, burst, rate, tokens, at, exhausted)
			values (${site.id}, ${kind}, ${key}, ${burst}, ${rate}, -7, ${at}, true)
			on conflict (site_id, kind, key) do update
			set tokens = excluded.tokens, at = excluded.at, exhausted = excluded.exhausted`;
		return visit;
	}
	const outcome = (visit: Parameters<typeof reasonFor>[1]) =>
		reasonFor(database.ingest, visit, 'done').catch((error: Error) => error.name && 'refused');

	it.each(numbers)('stops throttling the $whose, and consumes tokens again', async (of) => {
		expect(await outcome(await exhaustAt(now, of))).toBe(of.kind === 0 ? 'refused' : 'throttled');
		const visit = await exhaustAt(ahead, of);
		expect(await outcome(visit)).toBe('displayed');
		await database.admin`
			select app.consume_tokens(array[${visit.site}::uuid], array[${Buffer.from(address)}::bytea],
				array[${visit.visitor}::uuid], ${now})`;
		const [bucket] = await database.admin`
			select tokens < burst - 7 as consumed, at <= ${now} as now from app.buckets
			where site_id = ${visit.site} and kind = ${of.kind}`;
		expect(bucket).toEqual({ consumed: true, now: true });
	});

	it.each(numbers)('throttles the $whose no longer than refilling takes', async (of) => {
		const length = (of.burst / of.rate) * second;
		const step = length / 20;
		for (const share of [0.25, 0.49, 0.51, 1, 2]) {
			const visit = await exhaustAt(new Date(+now + share * length), of);
			let closed = 0;
			for (let at = 0; at < 3 * length; at += step) {
				const [found] = await database.admin`
					select exceeded from app.find_exhausted_bucket(
						${visit.site}, ${Buffer.from(address)}, ${visit.visitor}, ${new Date(+now + at)})`;
				if (found!['exceeded'] !== null) closed += step;
			}
			expect(closed, `ahead by ${share}`).toBeLessThanOrEqual(length);
		}
	});
});

describe('a display that was reserved while the clock was ahead', () => {
	const moveDisplays = (site: string) => database.admin`
		update app.displays set reserved_at = reserved_at + ${jump / second} * interval '1 second'
		where site_id = ${site}`;

	it.each([
		['the cooldown of the site', { limits: { show: 'always' } }, { cooldown_days: 7 }],
		['the cooldown of the prompt', { limits: { show: 'always', again_after_days: 7 } }, undefined],
		[
			'the window of the site',
			{ limits: { show: 'always' } },
			{ cooldown_days: 0, window: { days: 7, displays: 1 } },
		],
	])('does not block %s', async (_, prompt, limits) => {
		const site = await makeSite(prompt, limits);
		const visit = newVisit(site.id, { now });
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		const closed = await reasonFor(database.ingest, later(visit, hour), 'done');
		expect(closed).toMatch(/cooldown$/);
		await moveDisplays(site.id);
		expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('displayed');
		// The latest display counts, regardless of the time of the other one.
		expect(await reasonFor(database.ingest, later(visit, 2 * hour), 'done')).toBe(closed);
	});

	it('still counts for a prompt that is shown once', async () => {
		const site = await makeSite({ limits: { show: 'once' } });
		const visit = newVisit(site.id, { now });
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		await moveDisplays(site.id);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('seen_limit');
	});

	it('that the device remembers does not start a cooldown either', async () => {
		const site = await makeSite({ limits: { show: 'always' } }, { cooldown_days: 7 });
		const remembered = (at: Date) =>
			newVisit(site.id, { now, device: [{ survey_id: 'asked', at: +at }] });
		expect(await reasonFor(database.ingest, remembered(now), 'done')).toBe('site_cooldown');
		expect(await reasonFor(database.ingest, remembered(ahead), 'done')).toBe('displayed');
	});
});

it('a delayed event received while the clock was ahead is due', async () => {
	const site = await makeSite({ timing: { delay_seconds: 30 } });
	const visit = newVisit(site.id, { now });
	const { event, decided } = await report(database.ingest, visit, 'done');
	expect(decided?.reason).toBe('waiting');
	expect((await claimPrompt(database.ingest, visit, event.id)).decided.reason).toBe('waiting');
	await database.admin`
		update app.events set received_at = ${ahead} where id = ${event.id}`;
	expect((await claimPrompt(database.ingest, visit, event.id)).decided.reason).toBe('displayed');
});

it('attempts counted while the clock was ahead start from zero again', async () => {
	const key = Buffer.from(randomUUID());
	const attempt = async (at: Date) => {
		const [row] = await database.admin<{ allowed: boolean }[]>`
			select app.count_attempt('clock test', ${key}, 1, interval '10 minutes', ${at}) as allowed`;
		return row!.allowed;
	};
	expect([await attempt(ahead), await attempt(ahead)]).toEqual([true, false]);
	expect([await attempt(now), await attempt(now)]).toEqual([true, false]);
	// Concurrent calls may see each other's time slightly ahead.
	expect(await attempt(new Date(+now - 10 * second))).toBe(false);
});

it('requests made while the clock was ahead do not block further ones', async () => {
	const request = (person: string, count: number, from: Date) =>
		database.admin.begin(async (tx) => {
			await tx`set local session_replication_role = replica`;
			await tx`
				insert into app.grant_requests (connection_id, person_id, workspace_id, action, created_at, expires_at)
				select gen_random_uuid(), ${person}, gen_random_uuid(), 'site:create',
					${from}::timestamptz, ${from}::timestamptz + interval '24 hours'
				from generate_series(1, ${count}::integer)`;
		});
	const tryRequest = (person: string) =>
		database.admin`
			select app.limit_open_requests(r) from app.grant_requests r where r.person_id = ${person} limit 1`.then(
			() => 'allowed',
			(error: { code: string }) => error.code,
		);
	const [busy, other] = [randomUUID(), randomUUID()];
	await request(busy, 20, new Date());
	expect(await tryRequest(busy)).toBe('FB429');
	await request(other, 200, new Date(Date.now() + jump));
	expect(await tryRequest(other)).toBe('allowed');
});
