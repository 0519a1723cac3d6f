// Triggers that depend on several events: repeated events, events that must not follow, events that withdraw a prompt.
import { limits, promptSchema } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { claimWaiting } from '../functions/sdk/claim-waiting.ts';
import { identify, moveDisplay, reset, type RequestContext } from '../functions/sdk/database.ts';
import { reportAsBackend } from './backend.ts';
import { claimPrompt, hour, ingest, later, reasonFor, report } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { debugged, newEvent, newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let sql: TestSql;
const now = new Date(testDate);
const minute = 60_000;
beforeAll(async () => {
	database = await createDatabase({ now });
	sql = database.ingest;
});
afterAll(() => database.close());

const at = (milliseconds: number) => new Date(Number(now) + milliseconds);

/** The reason of the display in the response to the visitor's next call. */
const claimNext = async (visit: RequestContext) =>
	(await claimWaiting(sql, visit, uuidv7(), uuidv7()))?.reason;

const claim = async (visit: RequestContext, event: string) =>
	(await claimPrompt(sql, visit, event)).decided.reason;

async function decideDue(when: Date): Promise<number> {
	const [row] = await database.admin<{ decided: number }[]>`
		select app.decide_due(${when}) as decided`;
	return row!.decided;
}

async function storedReason(event: string): Promise<string | null> {
	const [row] = await database.admin<{ reason: string | null }[]>`
		select reason from app.event_details where id = ${event}`;
	return row!.reason;
}

describe('a trigger that requires repeated events', () => {
	const repeated = { times: 3, within_minutes: 60 };

	it('passes at the first event that enough events precede within the time', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'], repeated } });
		const visit = newVisit(site.id, { now });
		const times = [0, 61, 100, 122, 120.5].map((minutes) => later(visit, minutes * minute));
		const reasons = [];
		for (const when of times) reasons.push(await reasonFor(sql, when, 'done'));
		// At 120.5 minutes, the events at 61 and 100 minutes are within the time; the event at 122 is later.
		expect(reasons).toEqual([
			'trigger_count',
			'trigger_count',
			'trigger_count',
			'trigger_count',
			'displayed',
		]);
	});

	it('counts events that match its names and conditions, also in other browsers', async () => {
		const site = await createSite(database.admin);
		const where = { property: 'format', op: 'is' as const, value: 'pdf' };
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['exported', 'shared'], where, repeated },
		});
		const [one, other] = [0, 1].map(() => signedIn(newVisit(site.id, { now }), 'ada'));
		expect(await reasonFor(sql, one!, 'exported', { format: 'pdf' })).toBe('trigger_count');
		expect(await reasonFor(sql, one!, 'exported', { format: 'csv' })).toBe('trigger_properties');
		expect(await reasonFor(sql, other!, 'shared', { format: 'pdf' })).toBe('trigger_count');
		expect(await reasonFor(sql, one!, 'exported', { format: 'pdf' })).toBe('displayed');
	});

	it('looks for them among the newest of the other events with its names', async () => {
		const site = await createSite(database.admin);
		const where = { property: 'path', op: 'is' as const, value: '/pricing' };
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['page.viewed'], where, repeated: { ...repeated, times: 2 } },
		});
		const viewOthers = (visit: RequestContext, times: number) => {
			const given = { session: visit.session, at: visit.now! };
			const events = Array.from({ length: times }, () =>
				newEvent('page.viewed', { path: '/' }, given),
			);
			return ingest(sql, visit, events, null);
		};
		const reasons = [];
		for (const others of [limits.prompt.repeatedSample - 1, limits.prompt.repeatedSample]) {
			const visit = newVisit(site.id, { now });
			await report(sql, visit, 'page.viewed', { path: '/pricing' });
			await viewOthers(later(visit, minute), others);
			const last = later(visit, 2 * minute);
			reasons.push(await reasonFor(sql, last, 'page.viewed', { path: '/pricing' }));
		}
		expect(reasons).toEqual(['displayed', 'trigger_count']);
	});

	it('counts only events of its source', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['paid'], source: 'backend', repeated: { ...repeated, times: 2 } },
		});
		await report(sql, signedIn(newVisit(site.id, { now }), 'ada'), 'paid');
		const paid = () => reportAsBackend(sql, site.id, 'ada', 'paid', {}, { now });
		expect((await paid()).reason).toBe('trigger_count');
		expect((await paid()).reason).toBe('waiting');
	});

	it('is not evaluated at a later time when a delayed prompt is claimed', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['done'], repeated: { times: 2, within_minutes: 1 } },
			timing: { delay_seconds: 600 },
		});
		const visit = newVisit(site.id, { now });
		await report(sql, visit, 'done');
		const { event, decided } = await report(sql, later(visit, 30_000), 'done');
		expect(decided?.reason).toBe('waiting');
		expect(await claim(later(visit, 11 * minute), event.id)).toBe('displayed');
	});

	it('explains the number of events', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { events: ['done'], repeated } });
		const visit = await debugged(database.admin, newVisit(site.id, { now }));
		await report(sql, visit, 'done');
		const { decided } = await report(sql, visit, 'done');
		expect(decided?.facts?.[0]?.rules).toContainEqual({
			rule: 'repeated',
			passed: false,
			text: 'at least 3 such events within 1 hour; it is number 2',
		});
	});
});

describe('a trigger that requires the absence of other events', () => {
	const trigger = {
		events: ['checkout.started'],
		unless: { events: ['checkout.completed'], within_minutes: 30 },
	};
	async function start(given: Parameters<typeof publishPrompt>[2] = {}) {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger, ...given });
		const visit = newVisit(site.id, { now });
		const { event, decided } = await report(sql, visit, 'checkout.started');
		expect(decided).toMatchObject({ reason: 'waiting', due: Number(at(30 * minute)) });
		return { site, prompt, visit, event };
	}

	it('displays its prompt at the next call after its time, once', async () => {
		const { visit, prompt, event } = await start();
		expect(await claimNext(later(visit, 30 * minute - 1))).toBeUndefined();
		const decided = await claimWaiting(sql, later(visit, 30 * minute), uuidv7(), uuidv7());
		expect(decided).toMatchObject({ reason: 'displayed', reserved: { prompt: prompt.id } });
		expect(await claimNext(later(visit, 31 * minute))).toBeUndefined();
		expect(await storedReason(event.id)).toBe('displayed');
	});

	it('displays the prompt on the page that waited for it', async () => {
		const { visit, event } = await start();
		expect(await claim(later(visit, 29 * minute), event.id)).toBe('waiting');
		expect(await claim(later(visit, 30 * minute), event.id)).toBe('displayed');
		expect(await claimNext(later(visit, 31 * minute))).toBeUndefined();
	});

	it('withdraws the prompt after one of those events, even if the event is only recorded', async () => {
		const { visit, event } = await start();
		const soon = later(visit, 29 * minute);
		const completed = newEvent('checkout.completed', {}, { session: visit.session, at: soon.now! });
		await ingest(sql, soon, [completed], null);
		expect(await claim(later(visit, 31 * minute), event.id)).toBe('withdrawn');
		expect(await storedReason(event.id)).toBe('withdrawn');
		expect(await claimNext(later(visit, 40 * minute))).toBeUndefined();
	});

	it('ignores events before it or after its time', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = newVisit(site.id, { now });
		await report(sql, later(visit, -minute), 'checkout.completed');
		await report(sql, visit, 'checkout.started');
		await report(sql, later(visit, 30 * minute + 1), 'checkout.completed');
		expect(await claimNext(later(visit, 31 * minute))).toBe('displayed');
	});

	it('begins again with the next event after the prompt was withdrawn', async () => {
		const { visit } = await start();
		await report(sql, later(visit, 10 * minute), 'checkout.completed');
		await report(sql, later(visit, 20 * minute), 'checkout.started');
		expect(await claimNext(later(visit, 40 * minute))).toBeUndefined();
		expect(await claimNext(later(visit, 50 * minute))).toBe('displayed');
	});

	it('can require that the same event does not happen again', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['seen'], unless: { events: ['seen'], within_minutes: 30 } },
		});
		const visit = newVisit(site.id, { now });
		for (const minutes of [0, 20, 40]) await report(sql, later(visit, minutes * minute), 'seen');
		expect(await claimNext(later(visit, 69 * minute))).toBeUndefined();
		expect(await claimNext(later(visit, 70 * minute))).toBe('displayed');
	});

	it('applies to the account, in any browser and also from the backend', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visits = ['ada', 'bob'].map((account) => signedIn(newVisit(site.id, { now }), account));
		for (const visit of visits) await report(sql, visit, 'checkout.started');
		const when = at(5 * minute);
		await reportAsBackend(sql, site.id, 'ada', 'checkout.completed', {}, { now: when });
		const others = ['ada', 'bob'].map((account) =>
			later(signedIn(newVisit(site.id, { now }), account), hour),
		);
		for (const other of others) await identify(sql, other);
		expect(await claimNext(others[0]!)).toBeUndefined();
		expect(await claimNext(others[1]!)).toBe('displayed');
	});

	it('stays with a visitor who signs in to a known account', async () => {
		const { site, visit } = await start();
		await identify(sql, signedIn(newVisit(site.id, { now }), 'ada'));
		await identify(sql, later(signedIn(visit, 'ada'), minute));
		const other = later(signedIn(newVisit(site.id, { now }), 'ada'), hour);
		await identify(sql, other);
		expect(await claimNext(other)).toBe('displayed');
	});

	it('waits on when a signed-out page asks for it', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = signedIn(newVisit(site.id, { now }), 'ada');
		const { event } = await report(sql, visit, 'checkout.started');
		const due = at(30 * minute);
		await reset(sql, { ...visit, identify: null, now: due });
		expect(await claim({ ...visit, identify: null, now: due }, event.id)).toBe('no_prompt');
		const phone = later(signedIn(newVisit(site.id, { now }), 'ada'), hour);
		await identify(sql, phone);
		expect(await claimNext(phone)).toBe('displayed');
	});

	it('waits again when its display is released', async () => {
		const { site, visit } = await start();
		const due = later(visit, 30 * minute);
		const decided = await claimWaiting(sql, due, uuidv7(), uuidv7());
		if (decided?.reason !== 'displayed') throw new Error('Nothing was displayed.');
		const { display } = decided.reserved;
		await moveDisplay(sql, site.id, display, 'released', 'hidden', due.now);
		expect(await claimNext(later(visit, 41 * minute))).toBe('displayed');
	});

	it('evaluates all rules again, and waits no longer than its timing allows', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 1 } });
		await publishPrompt(database.admin, site.id, { trigger, timing: { wait_hours: 1 } });
		await publishPrompt(database.admin, site.id, { trigger: { events: ['other'] } });
		const [one, two] = [0, 1].map(() => newVisit(site.id, { now }));
		const events = [];
		for (const visit of [one!, two!]) {
			events.push((await report(sql, visit, 'checkout.started')).event.id);
		}
		expect(await reasonFor(sql, later(one!, minute), 'other')).toBe('displayed');
		expect(await claim(later(one!, 31 * minute), events[0]!)).toBe('site_cooldown');
		expect(await claimNext(later(two!, 91 * minute))).toBeUndefined();
	});

	it('registers those events on a site that captures only registered names', async () => {
		const site = await createSite(database.admin, { capture: 'registered' });
		await publishPrompt(database.admin, site.id, {
			trigger: { ...trigger, cancel_events: ['signed.out'] },
		});
		for (const name of ['checkout.completed', 'signed.out']) {
			const { result } = await report(sql, newVisit(site.id, { now }), name);
			expect(result.status).toBe('recorded');
		}
	});

	describe('and the schedule', () => {
		it('decides only when the prompt is due by the database’s clock', async () => {
			const { site, visit, event } = await start();
			const { event: completed } = await report(
				sql,
				newVisit(site.id, { now }),
				'checkout.started',
			);
			await database.admin`
				update app.waiting_prompts set due_at = 'infinity' where site_id <> ${site.id}`;
			await report(sql, later(visit, 10 * minute), 'checkout.completed');
			expect(await decideDue(at(30 * minute - 1))).toBe(0);
			expect(await storedReason(event.id)).toBe('waiting');
			expect(await decideDue(at(30 * minute))).toBe(2);
			expect(await storedReason(event.id)).toBe('withdrawn');
			expect(await storedReason(completed.id)).toBe('waiting');
			const rows = await database.admin`
				select event_id, decided_at from app.waiting_prompts where site_id = ${site.id}`;
			expect([...rows]).toEqual([{ event_id: completed.id, decided_at: at(30 * minute) }]);
			expect(await decideDue(at(31 * minute))).toBe(0);
		});

		it('decides each prompt only once on two servers', async () => {
			const site = await createSite(database.admin);
			await publishPrompt(database.admin, site.id, { trigger });
			await database.admin`update app.waiting_prompts set due_at = 'infinity'`;
			for (let visitor = 0; visitor < 60; visitor++) {
				const visit = newVisit(site.id, { now });
				await report(sql, visit, 'checkout.started');
				if (visitor % 2 === 0) await report(sql, later(visit, minute), 'checkout.completed');
			}
			const servers = [0, 1].map(() => database.connect('postgres', { max: 1 }));
			const decided: number[] = [];
			for (let round = 0; round < 20; round++) {
				const counts = await Promise.all(
					servers.map((server) => server`select app.decide_due(${at(hour)}, 5) as decided`),
				);
				decided.push(...counts.map(([row]) => row!['decided'] as number));
			}
			expect(decided.reduce((sum, count) => sum + count)).toBe(60);
			const rows = await database.admin`
				select reason, count(*)::int as events from app.events e join app.sites s on s.key = e.site
				where s.id = ${site.id} and e.name = 'checkout.started' group by reason order by reason`;
			expect([...rows]).toEqual([
				{ reason: 'withdrawn', events: 30 },
				{ reason: 'waiting', events: 30 },
			]);
		});
	});
});

it.each(['a delay', 'another event that must not follow'])(
	'a prompt that waits because of %s is displayed after it was published without',
	async (what) => {
		const site = await createSite(database.admin);
		const events = ['started'];
		const unless = { events: ['done'], within_minutes: 1 };
		const { id, content } = await publishPrompt(database.admin, site.id, {
			trigger: { events, ...(what !== 'a delay' && { unless }) },
			timing: { delay_seconds: what === 'a delay' ? 60 : 0 },
		});
		const visit = newVisit(site.id, { now });
		const { event } = await report(sql, visit, 'started');
		const next = promptSchema.parse({
			...content,
			trigger: { events },
			timing: { delay_seconds: 0 },
		});
		await database.admin`
			select app.publish(${site.id}, ${id}, s.number, s.sha256)
			from app.save_revision(${site.id}, ${id}, ${database.admin.json(next)}) s`;
		const { display, decided } = await claimPrompt(sql, later(visit, minute), event.id);
		expect(decided.reason).toBe('displayed');
		const rows = await database.admin`select id from app.displays where site_id = ${site.id}`;
		expect([...rows]).toEqual([{ id: display }]);
	},
);

describe('an event that withdraws a prompt', () => {
	it('ends the wait for the next browser of the account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['paid'], source: 'backend', cancel_events: ['refunded', 'complained'] },
		});
		const events: Record<string, string> = {};
		for (const account of ['ada', 'bob', 'eve']) {
			events[account] = (await reportAsBackend(sql, site.id, account, 'paid', {}, { now })).id;
		}
		const soon = at(minute);
		await reportAsBackend(sql, site.id, 'ada', 'refunded', {}, { now: soon });
		const browser = later(signedIn(newVisit(site.id, { now }), 'bob'), minute);
		await report(sql, browser, 'complained');
		const reasons = [];
		for (const account of ['ada', 'bob', 'eve']) {
			const visit = later(signedIn(newVisit(site.id, { now }), account), hour);
			reasons.push(await claim(visit, events[account]!));
		}
		expect(reasons).toEqual(['withdrawn', 'withdrawn', 'displayed']);
		expect(await claimNext(later(browser, hour))).toBeUndefined();
	});

	it('lets the next event from the backend start the wait again', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['paid'], source: 'backend', cancel_events: ['refunded'] },
		});
		const reported: string[] = [];
		for (const [minutes, name] of ['paid', 'refunded', 'paid'].entries()) {
			const when = { now: at(minutes * minute) };
			reported.push((await reportAsBackend(sql, site.id, 'ada', name, {}, when)).id);
		}
		expect(await storedReason(reported[0]!)).toBe('withdrawn');
		const visit = later(signedIn(newVisit(site.id, { now }), 'ada'), hour);
		await identify(sql, visit);
		expect(await claimNext(visit)).toBe('displayed');
		expect(await storedReason(reported[2]!)).toBe('displayed');
	});

	it('ends a delay', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['opened'], cancel_events: ['left'] },
			timing: { delay_seconds: 60 },
		});
		const [one, two] = [0, 1].map(() => newVisit(site.id, { now }));
		const first = await report(sql, one!, 'opened');
		const second = await report(sql, two!, 'opened');
		await report(sql, later(one!, 30_000), 'left');
		expect(await claim(later(one!, minute), first.event.id)).toBe('withdrawn');
		expect(await claim(later(two!, minute), second.event.id)).toBe('displayed');
	});

	it('withdraws a prompt also after the time in which no event may follow', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: {
				events: ['checkout.started'],
				unless: { events: ['checkout.completed'], within_minutes: 30 },
				cancel_events: ['checkout.completed'],
			},
		});
		const visit = newVisit(site.id, { now });
		const { event } = await report(sql, visit, 'checkout.started');
		await report(sql, later(visit, hour), 'checkout.completed');
		expect(await claimNext(later(visit, 2 * hour))).toBeUndefined();
		expect(await storedReason(event.id)).toBe('withdrawn');
	});
});
