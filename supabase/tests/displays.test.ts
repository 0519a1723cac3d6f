import { randomUUID } from 'node:crypto';

import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import {
	claimPrompt,
	day,
	hour,
	ingest,
	later,
	reasonFor,
	report,
	second,
	showPrompt,
} from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { spentBudgets } from './spent-budgets.ts';
import { newEvent, newVisit, signedIn } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const visitTo = (site: { id: string }) => newVisit(site.id, { now });

describe('show', () => {
	it('ignores audience, trigger, sampling and delay, and records no event', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { identified: true },
			sampling: { rate: 0 },
			timing: { delay_seconds: 60, min_session_seconds: 3_600 },
		});
		const visit = visitTo(site);
		const shown = await showPrompt(database.ingest, visit, prompt.content.survey_id);
		expect(shown.decided).toMatchObject({
			reason: 'displayed',
			reserved: { display: shown.display },
		});
		expect(
			await database.admin`select from app.event_details where site_id = ${site.id}`,
		).toHaveLength(0);
		const again = await showPrompt(database.ingest, visit, prompt.content.survey_id);
		expect(again.decided).toEqual({ reason: 'seen_limit' });
	});

	it('returns the same display to a repeated request, and to no other visitor', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { limits: { show: 'always' } });
		const visit = visitTo(site);
		const first = await showPrompt(database.ingest, visit, prompt.content.survey_id);
		const again = await showPrompt(database.ingest, visit, prompt.content.survey_id, first.request);
		expect(again.decided).toMatchObject({ reserved: { display: first.display } });
		const other = await showPrompt(
			database.ingest,
			visitTo(site),
			prompt.content.survey_id,
			first.request,
		);
		expect(other.decided).toEqual({ reason: 'duplicate' });
	});

	it('respects dates and site limits, and finds no prompts of other sites', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 1 } });
		const ended = await publishPrompt(database.admin, site.id, {
			timing: { ends_at: '2026-01-01T00:00:00Z' },
		});
		const one = await publishPrompt(database.admin, site.id);
		const two = await publishPrompt(database.admin, site.id);
		const visit = visitTo(site);
		const reasonOf = async (survey: string) =>
			(await showPrompt(database.ingest, visit, survey)).decided.reason;
		expect(await reasonOf(ended.content.survey_id)).toBe('ended');
		expect(await reasonOf(one.content.survey_id)).toBe('displayed');
		expect(await reasonOf(two.content.survey_id)).toBe('site_cooldown');
		const elsewhere = await createSite(database.admin);
		const { decided } = await showPrompt(
			database.ingest,
			visitTo(elsewhere),
			one.content.survey_id,
		);
		expect(decided.reason).toBe('no_prompt');
	});
});

describe('a delay', () => {
	const timing = { delay_seconds: 30 };

	it('reserves nothing, and is claimed when it is due', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger, timing });
		const visit = visitTo(site);
		const waiting = await report(database.ingest, visit, 'done');
		expect(waiting.decided).toEqual({
			reason: 'waiting',
			due: +now + 30_000,
			survey_id: prompt.content.survey_id,
		});
		expect(await database.admin`select from app.displays where site_id = ${site.id}`).toHaveLength(
			0,
		);
		const early = await claimPrompt(database.ingest, later(visit, 29 * second), waiting.event.id);
		expect(early.decided).toMatchObject({ reason: 'waiting', due: +now + 30_000 });
		const due = await claimPrompt(database.ingest, later(visit, 30 * second), waiting.event.id);
		expect(due.decided).toMatchObject({ reason: 'displayed', reserved: { display: due.display } });
		const twice = await claimPrompt(database.ingest, later(visit, 31 * second), waiting.event.id);
		expect(twice.decided).toEqual({ reason: 'duplicate' });
		const [event] =
			await database.admin`select reason from app.event_details where site_id = ${site.id}`;
		expect(event).toEqual({ reason: 'displayed' });
	});

	it('is decided again when it is due, and only for the visitor who reported the event', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, { trigger, timing });
		const visit = visitTo(site);
		const { event } = await report(database.ingest, visit, 'done');
		const stranger = await claimPrompt(database.ingest, later(visitTo(site), hour), event.id);
		expect(stranger.decided).toEqual({ reason: 'no_prompt' });
		await showPrompt(database.ingest, visit, prompt.content.survey_id);
		const due = await claimPrompt(database.ingest, later(visit, hour), event.id);
		expect(due.decided).toEqual({ reason: 'seen_limit' });
	});

	it('gives the same result when the event is repeated', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, timing });
		const visit = visitTo(site);
		const { event, decided } = await report(database.ingest, visit, 'done');
		const again = await report(
			database.ingest,
			later(visit, 5 * second),
			'done',
			{},
			{ id: event.id },
		);
		expect(again.decided).toEqual(decided);
	});

	it('has no effect after a reset', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, timing });
		const visit = visitTo(site);
		const { event } = await report(database.ingest, visit, 'done');
		await database.ingest`select app.reset(${database.ingest.json({ ...visit, now: now.toISOString() } as never)})`;
		const due = await claimPrompt(database.ingest, later(visit, hour), event.id);
		expect(due.decided).toEqual({ reason: 'no_prompt' });
	});
});

describe('an event sent again', () => {
	it('gets the same display while it is only reserved, otherwise duplicate', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		const first = await report(database.ingest, visit, 'done');
		const again = await report(database.ingest, visit, 'done', {}, { id: first.event.id });
		expect(again.result.status).toBe('duplicate');
		expect(again.decided).toMatchObject({
			reason: 'displayed',
			reserved: { display: first.display },
		});
		const stranger = await report(
			database.ingest,
			visitTo(site),
			'done',
			{},
			{ id: first.event.id },
		);
		expect(stranger.decided).toEqual({ reason: 'duplicate' });
		await moveDisplay(database.ingest, site.id, first.display, 'displayed', null, now);
		const late = await report(database.ingest, visit, 'done', {}, { id: first.event.id });
		expect(late.decided).toEqual({ reason: 'duplicate' });
	});

	it('without a requested decision releases the display that the lost response had reserved', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		const { event } = await report(database.ingest, visit, 'done');
		const foreign = await ingest(database.ingest, visitTo(site), [event], null);
		expect(foreign.decided).toBeUndefined();
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('seen_limit');
		const answer = await ingest(
			database.ingest,
			visit,
			[event, newEvent('else', {}, { session: visit.session, at: now })],
			null,
		);
		expect(answer.results.map((result) => result.status)).toEqual(['duplicate', 'recorded']);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
	});

	it('twice in one batch is stored once', async () => {
		const site = await createSite(database.admin);
		const visit = visitTo(site);
		const event = newEvent('done', {}, { session: visit.session, at: now });
		const stale = newEvent('done', {}, { session: visit.session, at: +now - 3 * day });
		const answer = await ingest(database.ingest, visit, [event, event, stale], null);
		expect(answer.results.map((result) => result.status)).toEqual([
			'recorded',
			'duplicate',
			'stale',
		]);
	});
});

describe('the life of a display', () => {
	it('never returns to an earlier state', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		const visit = visitTo(site);
		const move = async (display: string, state: 'displayed' | 'dismissed' | 'released') =>
			(await moveDisplay(database.ingest, site.id, display, state, null, now))?.state;
		const shown = await report(database.ingest, visit, 'done');
		expect(await move(shown.display, 'displayed')).toBe('displayed');
		expect(await move(shown.display, 'released')).toBe('displayed');
		expect(await move(shown.display, 'dismissed')).toBe('dismissed');
		expect(await move(shown.display, 'displayed')).toBe('dismissed');
		const freed = await report(database.ingest, visit, 'done');
		expect(await move(freed.display, 'released')).toBe('released');
		expect(await move(freed.display, 'displayed')).toBe('released');
		expect(
			await moveDisplay(database.ingest, site.id, randomUUID(), 'displayed', null, now),
		).toBeUndefined();
		const elsewhere = await createSite(database.admin);
		expect(
			await moveDisplay(database.ingest, elsewhere.id, shown.display, 'displayed', null, now),
		).toBeUndefined();
	});

	it.each(['busy', 'hidden', 'vetoed'])(
		'frees its place when it is released as %s, and only then',
		async (why) => {
			const site = await createSite(database.admin, { limits: { cooldown_days: 7 } });
			await publishPrompt(database.admin, site.id, { trigger });
			const visit = visitTo(site);
			const { display } = await report(database.ingest, visit, 'done');
			expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('seen_limit');
			await moveDisplay(database.ingest, site.id, display, 'released', why, now);
			const [kept] = await database.admin`
				select release_reason from app.displays where site_id = ${site.id} and id = ${display}`;
			expect(kept).toEqual({ release_reason: why });
			expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('displayed');
		},
	);

	describe('that is not confirmed', () => {
		const minutes = limits.display.confirmMinutes;
		const after = (milliseconds: number) => new Date(+now + milliseconds);
		const ended = after(minutes * 60 * second);
		const expire = async (at: Date) => {
			const [row] = await database.admin<{ expired: boolean }[]>`
				select app.expire_reservation(${at}) as expired`;
			return row!.expired;
		};
		const stateOf = async (display: string) => {
			const [row] = await database.admin`
				select state, release_reason from app.displays where id = ${display}`;
			return [row!['state'], row!['release_reason']];
		};

		it('ends, and gives back its budgets and its group, but counts for its own visitor', async () => {
			await database.admin`update app.displays set state = 'displayed' where state = 'reserved'`;
			const site = await createSite(database.admin, {
				limits: { cooldown_days: 0, displays_per_day: 1 },
			});
			await publishPrompt(database.admin, site.id, {
				trigger,
				budget: { displays: 1, period: { every: 'day', displays: 1 } },
				limits: { per_group: { trait: 'team', days: 30 } },
			});
			const member = (account: string) => signedIn(visitTo(site), account, { team: 'red' });
			const visit = member('one');
			const { display } = await report(database.ingest, visit, 'done');
			expect(await expire(after(minutes * 60 * second - 1))).toBe(false);
			expect(await reasonFor(database.ingest, member('two'), 'done')).toBe('group_limit');
			expect(await expire(ended)).toBe(true);
			expect(await expire(ended)).toBe(false);
			expect(await stateOf(display)).toEqual(['released', 'expired']);
			expect(await spentBudgets(database.admin, site)).toEqual([
				'day 2026-06-15 0',
				'site 2026-06-15 0',
				'total 0',
			]);
			// It may have been drawn, without a connection to say so.
			expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('seen_limit');
			const other = later(member('three'), hour);
			expect(await reasonFor(database.ingest, other, 'done')).toBe('displayed');
			expect(await spentBudgets(database.admin, site)).toEqual([
				'day 2026-06-15 1',
				'site 2026-06-15 1',
				'total 1',
			]);
		});

		it('cannot be confirmed, dismissed or answered any more, whether or not it was ended yet', async () => {
			for (const [at, isEnded] of [
				[ended, true],
				[ended, false],
				[after(hour), false],
			] as const) {
				const site = await createSite(database.admin);
				await publishPrompt(database.admin, site.id, { trigger, budget: { displays: 2 } });
				const [one, two, three] = [
					await report(database.ingest, visitTo(site), 'done'),
					await report(database.ingest, visitTo(site), 'done'),
					await report(database.ingest, visitTo(site), 'done'),
				];
				expect(three.decided?.reason).toBe('budget');
				if (isEnded) while (await expire(at));
				for (const state of ['displayed', 'dismissed'] as const) {
					const moved = await moveDisplay(database.ingest, site.id, one.display, state, null, at);
					expect(moved?.state).toBe('released');
				}
				const answers = { score: 3 };
				const kept = await storeAnswers(database.ingest, {
					site: site.id,
					display: two.display,
					seq: 1,
					final: true,
					answers,
					now: at,
				});
				// The words of a person are never thrown away.
				expect(kept).toMatchObject({ fresh: true, final: true });
				expect(await stateOf(one.display)).toEqual(['released', 'expired']);
				expect(await stateOf(two.display)).toEqual(['released', 'expired']);
				expect(await spentBudgets(database.admin, site)).toEqual(['total 0 1']);
			}
		});

		it('is not returned again to a repeated request', async () => {
			const site = await createSite(database.admin);
			const { content } = await publishPrompt(database.admin, site.id, { trigger });
			const visit = visitTo(site);
			const { event } = await report(database.ingest, visit, 'done');
			const again = (by: number) =>
				report(database.ingest, later(visit, by), 'done', {}, { id: event.id });
			expect((await again(second)).decided?.reason).toBe('displayed');
			expect((await again(minutes * 60 * second)).decided).toEqual({ reason: 'duplicate' });
			const other = visitTo(site);
			const { request } = await showPrompt(database.ingest, other, content.survey_id);
			const late = await showPrompt(
				database.ingest,
				later(other, minutes * 60 * second),
				content.survey_id,
				request,
			);
			expect(late.decided).toEqual({ reason: 'duplicate' });
		});

		it('does not count for its visitor either once the browser says that it was not drawn', async () => {
			const site = await createSite(database.admin);
			await publishPrompt(database.admin, site.id, { trigger });
			const visit = visitTo(site);
			const { display } = await report(database.ingest, visit, 'done');
			while (await expire(ended));
			await moveDisplay(database.ingest, site.id, display, 'released', 'hidden', ended);
			expect(await stateOf(display)).toEqual(['released', 'hidden']);
			expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('displayed');
		});

		it('is limited by prompt and network address, and so are displays', async () => {
			const { reservation, display } = limits.target;
			const site = await createSite(database.admin);
			await publishPrompt(database.admin, site.id, { trigger });
			await publishPrompt(database.admin, site.id, { trigger: { events: ['else'] } });
			const from = (n: number) => newVisit(site.id, { now, address: new Uint8Array(32).fill(n) });
			expect(await reasonFor(database.ingest, from(1), 'done')).toBe('displayed');
			await database.admin`
				update app.attempts set times = ${reservation.times - 1} where kind = 'reservation'`;
			expect(await reasonFor(database.ingest, from(1), 'done')).toBe('displayed');
			const refused = await report(database.ingest, from(1), 'done');
			expect(refused.decided?.reason).toBe('throttled');
			const [event] = await database.admin`
				select reason from app.event_details where site_id = ${site.id} and id = ${refused.event.id}`;
			expect(event).toEqual({ reason: 'throttled' });
			expect(await reasonFor(database.ingest, from(2), 'done')).toBe('displayed');
			expect(await reasonFor(database.ingest, from(1), 'else')).toBe('displayed');
			const inTime = later(from(1), reservation.seconds * second + 1);
			expect(await reasonFor(database.ingest, inTime, 'done')).toBe('displayed');
			// What is confirmed or released no longer waits, but counts as a display of the address.
			const address = new Uint8Array(32).fill(9);
			const seen: (string | undefined)[] = [];
			for (let n = 0; n < reservation.times + 5; n++) {
				// Each a second later, so that the rate limit of the address never applies.
				const at = new Date(Number(now) + n * second);
				const one = await report(database.ingest, newVisit(site.id, { now: at, address }), 'done');
				const state = n % 2 ? 'released' : 'displayed';
				await moveDisplay(database.ingest, site.id, one.display, state, null, at, { address });
				// A second confirmation gives nothing back.
				await moveDisplay(database.ingest, site.id, one.display, state, null, at, { address });
				seen.push(one.decided?.reason);
			}
			expect(new Set(seen)).toEqual(new Set(['displayed']));
			const counts = await database.admin`
				select kind, times from app.attempts
				where kind in ('reservation', 'display') and times in (0, ${seen.length}) order by kind`;
			expect(counts).toEqual([
				{ kind: 'display', times: seen.length },
				{ kind: 'reservation', times: 0 },
			]);
			await database.admin`
				update app.attempts set times = ${display.times} where kind = 'display' and times = ${seen.length}`;
			const full = newVisit(site.id, { now, address });
			expect(await reasonFor(database.ingest, full, 'done')).toBe('throttled');
		});

		it('is limited for a whole network of IPv6, whose owner has many addresses', async () => {
			const { times } = limits.target.reservationOfNetwork;
			const site = await createSite(database.admin);
			await publishPrompt(database.admin, site.id, { trigger });
			let addresses = 100;
			const from = (net: number) => ({
				address: new Uint8Array(32).fill(++addresses),
				network: new Uint8Array(16).fill(net),
			});
			const visit = (sender: ReturnType<typeof from>) => newVisit(site.id, { now, ...sender });
			const first = from(1);
			const { display } = await report(database.ingest, visit(first), 'done');
			await database.admin`
				update app.attempts set times = ${times} where kind = 'reservationOfNetwork'`;
			expect(await reasonFor(database.ingest, visit(from(1)), 'done')).toBe('throttled');
			expect(await reasonFor(database.ingest, visit(from(2)), 'done')).toBe('displayed');
			await moveDisplay(database.ingest, site.id, display, 'displayed', null, now, first);
			expect(await reasonFor(database.ingest, visit(from(1)), 'done')).toBe('displayed');
			expect(await reasonFor(database.ingest, visit(from(1)), 'done')).toBe('throttled');
		});
	});

	it('keeps the answers with the highest seq, and final ones', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const { display } = await report(database.ingest, visitTo(site), 'done');
		const store = async (seq: number, final: boolean, score: number) => {
			const kept = await storeAnswers(database.ingest, {
				site: site.id,
				display,
				seq,
				final,
				answers: { score },
				now,
			});
			return [kept?.seq, kept?.final, kept?.fresh];
		};
		expect(await store(2, false, 2)).toEqual([2, false, true]);
		expect(await store(1, false, 1)).toEqual([2, false, false]);
		expect(await store(3, true, 3)).toEqual([3, true, true]);
		expect(await store(4, true, 4)).toEqual([3, true, false]);
		const rows = await database.admin`
			select r.answers, d.state from app.responses r join app.displays d on d.id = r.display_id where r.site_id = ${site.id}`;
		expect(rows).toEqual([{ answers: { score: 3 }, state: 'answered' }]);
		expect(
			await storeAnswers(database.ingest, {
				site: site.id,
				display: randomUUID(),
				seq: 1,
				final: true,
				answers: {},
				now,
			}),
		).toBeUndefined();
	});
});
