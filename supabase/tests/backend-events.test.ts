// Events that the app's backend reports: who sees prompts because of them, where, and how often.
import { randomUUID } from 'node:crypto';

import { type PromptInput, resetRequestSchema } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { rounds } from '../../testing/thorough.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { identify, moveDisplay, type RequestContext } from '../functions/sdk/database.ts';
import type { Decided } from '../functions/sdk/decided.ts';
import { identifyAsBackend, reportAsBackend } from './backend.ts';
import { claimPrompt, hour, ingest, later, reasonFor, report, second } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { debugged, newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let sql: TestSql;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
	sql = database.ingest;
});
afterAll(() => database.close());

const trigger = { events: ['invoice.paid'], source: 'backend' as const };

const visitOf = (site: { id: string }, account: string, given: Partial<RequestContext> = {}) =>
	signedIn(newVisit(site.id, { now, ...given }), account);

const paid = (site: { id: string }, account: string, at = now, properties = {}) =>
	reportAsBackend(sql, site.id, account, 'invoice.paid', properties, { now: at });

/** The reason of the display in the response to the visitor's next event. */
const claimNext = async (visit: RequestContext, carrier = uuidv7()) =>
	(await claimWaiting(sql, visit, carrier, uuidv7()))?.reason;

const countWaiting = async (site: { id: string }) =>
	(await database.admin`select from app.waiting_prompts where site_id = ${site.id}`).length;

const claim = async (visit: RequestContext, event: string) =>
	(await claimPrompt(sql, visit, event)).decided.reason;

async function countDisplays(site: { id: string }): Promise<number> {
	const rows = await database.admin`select from app.displays where site_id = ${site.id}`;
	return rows.length;
}

describe('an event from the backend', () => {
	it('waits for an account that was never seen, whose first browser claims it once', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger });
		const event = await paid(site, 'new_account');
		expect(event).toMatchObject({ status: 'recorded', reason: 'waiting' });
		const visit = visitOf(site, 'new_account');
		await identify(sql, visit);
		const decided = await claimWaiting(sql, visit, uuidv7(), uuidv7());
		expect(decided).toMatchObject({ reason: 'displayed', reserved: { prompt: prompt.id } });
		expect(await claimNext(visit)).toBeUndefined();
		expect(await claim(visitOf(site, 'new_account'), event.id)).toBe('no_prompt');
		const [stored] = await database.admin`
			select reason, verified, claimed_at is not null as claimed from app.event_details where id = ${event.id}`;
		expect(stored).toEqual({ reason: 'displayed', verified: {}, claimed: true });
	});

	it('reaches no browser of another account, and no anonymous one', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const event = await paid(site, 'one');
		expect(await claim(visitOf(site, 'other'), event.id)).toBe('no_prompt');
		expect(await claim(newVisit(site.id, { now }), event.id)).toBe('no_prompt');
		expect(await claim(visitOf(site, 'one'), event.id)).toBe('displayed');
	});

	it('is stored once, and its repetition has the same reason', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const event = await paid(site, 'ada');
		const again = await reportAsBackend(
			sql,
			site.id,
			'ada',
			'invoice.paid',
			{},
			{ id: event.id, now },
		);
		expect(again).toMatchObject({ status: 'duplicate', reason: 'waiting' });
		const rows = await database.admin`select from app.waiting_prompts where site_id = ${site.id}`;
		expect(rows).toHaveLength(1);
	});

	it('has verified properties, even for a prompt that requires a proof', async () => {
		const site = await createSite(database.admin);
		const where = { property: 'plan', op: 'is' as const, value: 'pro', verified: true };
		await publishPrompt(database.admin, site.id, { trigger: { ...trigger, where } });
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['plan.changed'], source: 'backend', verified: true },
		});
		expect((await paid(site, 'ada', now, { plan: 'free' })).reason).toBe('trigger_properties');
		expect((await paid(site, 'ada', now, { plan: 'pro' })).reason).toBe('waiting');
		const changed = await reportAsBackend(sql, site.id, 'ada', 'plan.changed', {}, { now });
		expect(changed.reason).toBe('waiting');
	});

	it('triggers no prompt for browser events, and vice versa', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, { trigger: { events: ['page.opened'] } });
		expect(await reasonFor(sql, visitOf(site, 'ada'), 'invoice.paid')).toBe('trigger_properties');
		const opened = await reportAsBackend(sql, site.id, 'ada', 'page.opened', {}, { now });
		expect(opened).toMatchObject({ status: 'recorded', reason: 'no_prompt' });
	});

	it('is stale or not captured in the same cases as browser events', async () => {
		const site = await createSite(database.admin, { capture: 'registered' });
		expect(await paid(site, 'ada')).toMatchObject({
			status: 'not_captured',
			reason: 'not_captured',
		});
		await publishPrompt(database.admin, site.id, { trigger });
		const old = { now, id: (await paid(site, 'bob', new Date(Number(now) - 49 * hour))).id };
		const stale = await reportAsBackend(sql, site.id, 'bob', 'invoice.paid', {}, old);
		expect(stale.status).toBe('stale');
	});

	it('does not count towards the rate limits of browsers', async () => {
		const site = await createSite(database.admin, {
			rate_limits: { site: { per_second: 1, burst: 10 } },
		});
		for (let event = 0; event < 60; event++) await paid(site, `account_${event}`);
		const rows = await database.admin`select from app.buckets where site_id = ${site.id}`;
		expect(rows).toHaveLength(0);
	});
});

describe('a prompt that waits for an account', () => {
	it('has its limits checked again when it is claimed', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 1 } });
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] } });
		const event = await paid(site, 'ada');
		const visit = visitOf(site, 'ada');
		expect(await reasonFor(sql, visit, 'done')).toBe('displayed');
		expect(await claim(visit, event.id)).toBe('site_cooldown');
		expect(await countWaiting(site)).toBe(0);
		expect(await countDisplays(site)).toBe(1);
	});

	it('waits 24 hours, or as long as its timing specifies', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, {
			trigger: { ...trigger, events: ['plan.changed'] },
			timing: { wait_hours: 48 },
		});
		const short = await paid(site, 'ada');
		const long = await reportAsBackend(sql, site.id, 'ada', 'plan.changed', {}, { now });
		const visit = visitOf(site, 'ada');
		await identify(sql, visit);
		expect(await claim(later(visit, 24 * hour + 1_000), short.id)).toBe('no_prompt');
		const late = later(visit, 47 * hour);
		expect(await claimNext(late)).toBe('displayed');
		expect(await claim(late, long.id)).toBe('no_prompt');
	});

	it('is due after its delay, which a later event does not restart', async () => {
		const site = await createSite(database.admin);
		const timing = { delay_seconds: 3_600 };
		await publishPrompt(database.admin, site.id, { trigger, timing });
		const event = await paid(site, 'ada');
		await paid(site, 'ada', new Date(Number(now) + 0.9 * hour));
		const visit = visitOf(site, 'ada');
		await identify(sql, visit);
		expect(await claimNext(visit)).toBeUndefined();
		expect(await claim(visit, event.id)).toBe('waiting');
		expect(await claimNext(later(visit, hour))).toBe('displayed');
	});

	it('continues to wait for a browser, page or session that its audience and timing allow', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { context: 'device', op: 'is_not', value: 'phone' },
			timing: { min_session_seconds: 30 },
		});
		const event = await paid(site, 'ada');
		const phone = visitOf(site, 'ada', { context: { device: 'phone' } });
		expect(await claim(phone, event.id)).toBe('audience');
		const desktop = visitOf(site, 'ada');
		const young = { ...desktop, now: new Date(Number(now) - 50_000) };
		expect(await claim(young, event.id)).toBe('session_too_young');
		expect(await claim(desktop, event.id)).toBe('displayed');
	});

	it.each<[string, PromptInput['audience']]>([
		['the path', { context: 'path', op: 'starts_with', value: '/reports' }],
		['the device', { none: [{ context: 'device', op: 'missing' }] }],
		['the language', { all: [{ context: 'language', op: 'is', value: 'en' }] }],
		[
			'one of several pages',
			{
				any: [
					{ trait: 'plan', op: 'is', value: 'pro' },
					{ context: 'path', op: 'is', value: '/reports' },
				],
			},
		],
	])('has conditions on %s checked in the browser that claims it', async (_, audience) => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, audience });
		const event = await paid(site, 'ada');
		expect(event.reason).toBe('waiting');
		const other = visitOf(site, 'ada', { context: {} });
		expect(await claim(other, event.id)).toBe('audience');
		expect(await claim(visitOf(site, 'ada'), event.id)).toBe('displayed');
	});

	it('needs the rest of its audience when the event arrives', async () => {
		const site = await createSite(database.admin);
		const trait = { trait: 'plan', op: 'is', value: 'free' } as const;
		const page = { context: 'path', op: 'is', value: '/reports' } as const;
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { all: [page, { none: [page, trait] }, { any: [trait, { none: [trait] }] }] },
		});
		await identifyAsBackend(sql, site.id, 'ada', { plan: 'free' }, now);
		expect((await paid(site, 'ada')).reason).toBe('audience');
		expect((await paid(site, 'bob')).reason).toBe('waiting');
	});

	it('ends when its prompt is paused', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger });
		const event = await paid(site, 'ada');
		const visit = visitOf(site, 'ada');
		await identify(sql, visit);
		await database.admin`select app.pause(${site.id}, ${prompt.id})`;
		expect(await claimNext(visit)).toBeUndefined();
		expect(await claim(visit, event.id)).toBe('no_prompt');
	});

	it('waits again for the rest of its time when its display is released', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, timing: { wait_hours: 1 } });
		const event = await paid(site, 'ada');
		const visit = visitOf(site, 'ada');
		await identify(sql, visit);
		const release = async (decided: Decided | undefined, at: Date | null) => {
			if (decided?.reason !== 'displayed') throw new Error('Nothing was displayed.');
			await moveDisplay(sql, site.id, decided.reserved.display, 'released', 'vetoed', at);
		};
		await release(await claimWaiting(sql, visit, uuidv7(), uuidv7()), visit.now);
		const [stored] = await database.admin`
			select reason, claimed_at from app.event_details where id = ${event.id}`;
		expect(stored).toEqual({ reason: 'waiting', claimed_at: null });
		expect(await claimNext(visit), 'not at once').toBeUndefined();
		const soon = later(visit, hour / 6);
		await release(await claimWaiting(sql, soon, uuidv7(), uuidv7()), soon.now);
		const last = later(visit, hour / 2);
		const other = later(visitOf(site, 'ada'), hour / 2);
		await identify(sql, other);
		const decided = await claimWaiting(sql, other, uuidv7(), uuidv7());
		expect(decided?.reason).toBe('displayed');
		expect(await claimNext(last), 'while another browser has it').toBeUndefined();
		await release(decided, new Date(Number(now) + 0.9 * hour));
		expect(await claimNext(later(visit, 1.1 * hour)), 'after its time').toBeUndefined();
		expect(await countDisplays(site)).toBe(3);
	});

	it('does not wait again once it was displayed, so that the next event may', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		await paid(site, 'ada');
		const visit = visitOf(site, 'ada');
		await identify(sql, visit);
		const decided = await claimWaiting(sql, visit, uuidv7(), uuidv7());
		if (decided?.reason !== 'displayed') throw new Error('Nothing was displayed.');
		expect(await countWaiting(site)).toBe(1);
		const { display } = decided.reserved;
		await moveDisplay(sql, site.id, display, 'displayed', null, visit.now);
		expect(await countWaiting(site)).toBe(0);
		await moveDisplay(sql, site.id, display, 'released', 'late', visit.now);
		expect(await countWaiting(site)).toBe(0);
		await paid(site, 'ada');
		expect(await claimNext(visit)).toBe('displayed');
	});

	it('waits again for the next event if its display was never confirmed', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		const visit = visitOf(site, 'ada');
		await paid(site, 'ada');
		await identify(sql, visit);
		expect(await claimNext(visit)).toBe('displayed');
		expect((await paid(site, 'ada')).reason).toBe('waiting');
		expect(await claimNext(visit)).toBe('displayed');
		expect(await claimNext(visit)).toBeUndefined();
	});

	it('is deleted with its account, and after its time', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		await paid(site, 'ada');
		await paid(site, 'bob');
		await database.admin`delete from app.subjects where site_id = ${site.id} and account = 'ada'`;
		expect(await countWaiting(site)).toBe(1);
		const [rule] = await database.admin<{ expired: string }[]>`
			select expired from app.retention_rules() where relation = 'app.waiting_prompts'`;
		expect(rule!.expired).toBe('t.expires_at < $1');
	});
});

describe('a browser event whose response contains such a prompt', () => {
	it('releases the prompt when it is sent again because the response was lost', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		await paid(site, 'ada');
		const visit = visitOf(site, 'ada');
		const { event } = await report(sql, visit, 'done');
		expect(await claimNext(visit, event.id)).toBe('displayed');
		await ingest(sql, visit, [event], null);
		const rows = await database.admin`
			select state, release_reason from app.displays where site_id = ${site.id}`;
		expect(rows).toEqual([{ state: 'released', release_reason: 'late' }]);
	});

	it('gets another prompt when the first is not for its browser', async () => {
		const site = await createSite(database.admin);
		const audience = { context: 'device', op: 'is_not', value: 'phone' } as const;
		await publishPrompt(database.admin, site.id, { trigger, audience });
		const events = ['plan.changed'];
		const other = await publishPrompt(database.admin, site.id, { trigger: { ...trigger, events } });
		await paid(site, 'ada');
		await reportAsBackend(sql, site.id, 'ada', 'plan.changed', {}, { now });
		const phone = visitOf(site, 'ada', { context: { device: 'phone' } });
		await identify(sql, phone);
		const decided = await claimWaiting(sql, phone, uuidv7(), uuidv7());
		expect(decided).toMatchObject({ reason: 'displayed', reserved: { prompt: other.id } });
		const left = await database.admin`
			select display_id is null as waits from app.waiting_prompts where site_id = ${site.id} order by display_id nulls first`;
		expect(left).toEqual([{ waits: true }, { waits: false }]);
	});

	it.each([9, 12])('gets the one that fits when %i are for other pages', async (others) => {
		const site = await createSite(database.admin);
		const audience = { context: 'device', op: 'is_not', value: 'phone' } as const;
		for (let number = 0; number <= others; number++) {
			const events = [`invoice.paid_${number}`];
			const given = number < others ? { audience } : {};
			await publishPrompt(database.admin, site.id, { trigger: { ...trigger, events }, ...given });
			const at = new Date(Number(now) - (60 - number) * second);
			await reportAsBackend(sql, site.id, 'ada', events[0]!, {}, { now: at });
		}
		const phone = visitOf(site, 'ada', { context: { device: 'phone' } });
		await identify(sql, phone);
		let reason: string | undefined;
		// Of more than ten, some are chosen at random.
		for (let call = 0; reason === undefined && call < (others < 10 ? 1 : 100); call++) {
			reason = await claimNext(phone);
		}
		expect(reason).toBe('displayed');
	});
});

describe('traits from the backend', () => {
	const audience = { trait: 'plan', op: 'is' as const, value: 'pro' };

	it('decide about backend events, and override the traits of the last seen browser', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, audience });
		await identify(sql, signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' }));
		expect((await paid(site, 'ada')).reason).toBe('waiting');
		await identifyAsBackend(sql, site.id, 'bob', { plan: 'pro' }, now);
		const event = await paid(site, 'bob');
		expect(event.reason).toBe('waiting');
		const visit = signedIn(newVisit(site.id, { now }), 'bob', { plan: 'free' });
		expect(await claim(visit, event.id)).toBe('displayed');
	});

	it('do not change traits that browsers report', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'] }, audience });
		await identifyAsBackend(sql, site.id, 'ada', { plan: 'pro' }, now);
		expect(await reasonFor(sql, visitOf(site, 'ada'), 'done')).toBe('audience');
	});
});

describe('on a site that requires identity proofs', () => {
	it('only a browser whose account is proven gets the prompt', async () => {
		const site = await createSite(database.admin, { identity_proofs: 'require' });
		await publishPrompt(database.admin, site.id, { trigger });
		const event = await paid(site, 'ada');
		// A visitor from before proofs were required, or of another site.
		const claimed = visitOf(site, 'ada');
		await identify(sql, claimed);
		expect(await claimNext(claimed)).toBeUndefined();
		expect(await claim(claimed, event.id)).toBe('no_prompt');
		const proven = visitOf(site, 'ada');
		await identify(sql, { ...proven, identify: { ...proven.identify!, verified: true } });
		// The proof also counts for later calls without a proof.
		expect(await claim({ ...proven, identify: null }, event.id)).toBe('displayed');
	});

	it('a proof of one account proves no other', async () => {
		const site = await createSite(database.admin, { identity_proofs: 'require' });
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitOf(site, 'ada');
		await identify(sql, { ...visit, identify: { ...visit.identify!, verified: true } });
		const event = await paid(site, 'bob');
		await identify(sql, signedIn(visit, 'bob'));
		expect(await claim({ ...visit, identify: null }, event.id)).toBe('no_prompt');
	});
});

describe('two browsers of one account', () => {
	const times = rounds(96, 500);

	it(`get one display between them, ${times} times`, async () => {
		const lanes = Array.from({ length: 8 }, () => database.connect('feedback_ingest', { max: 1 }));
		const site = await createSite(database.admin, {
			rate_limits: { site: { per_second: 5_000, burst: 20_000 } },
		});
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		const one = async (turn: number, lane: TestSql) => {
			const account = `account_${turn}`;
			const visits = [visitOf(site, account), visitOf(site, account)];
			const event = await reportAsBackend(lane, site.id, account, 'invoice.paid', {}, { now });
			const other = lanes[(turn + 1) % lanes.length]!;
			const claimed = await Promise.all(
				visits.map((visit, at) => claimPrompt(at === 0 ? lane : other, visit, event.id)),
			);
			return claimed.filter(({ decided }) => decided.reason === 'displayed').length;
		};
		const displayed: number[] = [];
		for (let turn = 0; turn < times; turn += lanes.length) {
			const turns = lanes.map((lane, at) => one(turn + at, lane));
			displayed.push(...(await Promise.all(turns)));
		}
		expect(displayed.length).toBeGreaterThanOrEqual(times);
		expect(displayed.filter((displays) => displays !== 1)).toEqual([]);
		expect(await countDisplays(site)).toBe(displayed.length);
	}, 60_000);

	it('get one display for several events of the account at once', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const accounts = rounds(10, 30);
		for (let turn = 0; turn < accounts; turn++) {
			const account = `account_${turn}`;
			const events = await Promise.all(Array.from({ length: 4 }, () => paid(site, account)));
			const visits = [visitOf(site, account), visitOf(site, account)];
			await Promise.all(
				events.flatMap(({ id }) => visits.map((visit) => claimPrompt(sql, visit, id))),
			);
		}
		expect(await countDisplays(site)).toBe(accounts);
	});
});

it('an explanation contains the source to which a prompt reacts', async () => {
	const site = await createSite(database.admin);
	await publishPrompt(database.admin, site.id, { trigger });
	const visit = await debugged(database.admin, visitOf(site, 'ada'));
	const { decided } = await report(sql, visit, 'invoice.paid');
	expect(decided?.facts?.[0]?.rules[0]).toEqual({
		rule: 'source',
		passed: false,
		text: 'the event is from a browser; only events from the backend trigger the prompt',
	});
});

it('the visitor of the backend has an ID that the sdk function accepts from no browser', async () => {
	const site = await createSite(database.admin);
	const [row] = await database.admin<{ id: string }[]>`
		select app.backend_visitor(${site.id}, 'ada') as id`;
	expect(row!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
	const caller = { site: site.siteId, session: uuidv7(), sdk: '0.4.0' };
	const parse = (visitor: string) => resetRequestSchema.safeParse({ ...caller, visitor });
	expect(parse(randomUUID()).success).toBe(true);
	expect(parse(row!.id).error?.issues).toMatchObject([{ path: ['visitor'] }]);
});
