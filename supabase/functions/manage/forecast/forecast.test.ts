import { limits, type Answers, type PromptInput, type RouteOutput } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rounds } from '../../../../testing/thorough.ts';
import { later, report } from '../../../tests/caller.ts';
import { moveDisplay } from '../../sdk/database.ts';
import { storeAnswers } from '../../sdk/store-answers.ts';
import { publishPrompt } from '../../../tests/sites.ts';
import { newVisit, signedIn } from '../../../tests/visits.ts';
import type { TestSql } from '../../../tests/harness.ts';
import { createPool } from '../../_shared/pool.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { makeTraffic, type Traffic } from '../../tests/traffic.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

const day = 86_400_000;
const now = new Date();
const past = new Date(+now - 60_000);
const trigger = { events: ['done'] };

let team: TestWorkspace;
let ingest: TestSql;
/** Has a constant clock, so that the deadline never ends its work early. */
let patient: TestManage;
beforeAll(async () => {
	team = await openWorkspace();
	patient = openManage(team.sites.manageUrl, { clock: () => +now, isPatient: true });
	const options = { max: 4, fetch_types: false, onnotice() {} };
	ingest = postgres(team.sites.ingestUrl, options) as Sql as TestSql;
});
afterAll(async () => {
	await ingest.end();
	await patient.end();
	await team.end();
});

/** A site of the team, by default without a cooldown. */
async function makeSite(limits = {}): Promise<string> {
	const { id } = await team.sites.makeSite({ limits: { cooldown_days: 0, ...limits } });
	await team.sites.sql`
		update app.sites set workspace_id = ${team.site.workspace} where id = ${id}`;
	return id;
}

type Given = { sample?: number; days?: number };

async function forecast(
	site: string,
	content: Partial<PromptInput>,
	given: Given = {},
	manage: TestManage = patient,
): Promise<RouteOutput<'forecast'>> {
	const { status, body } = await manage.ask(team.viewer, 'forecast', {
		site,
		content: writePrompt({ trigger, ...content }),
		...given,
	});
	expect([status, body]).toEqual([200, expect.anything()]);
	return body;
}

describe('a forecast', () => {
	it('keeps the prompt from people who postponed it until the time that they chose', async () => {
		const site = await makeSite();
		const content = { trigger, ask_later: { choices: [{ days: 1 }] } };
		await publishPrompt(team.sites.sql, site, { survey_id: 'asked', ...content });
		const began = new Date(+past - 3 * day);
		const visit = signedIn(newVisit(site, { now: began }), 'ada');
		const { display, decided } = await report(ingest, visit, 'done');
		expect(decided?.reason).toBe('displayed');
		await moveDisplay(ingest, site, display, 'postponed', null, began, { address: null, days: 1 });
		await report(ingest, later(visit, 3_600_000), 'done');
		await report(ingest, later(visit, day), 'done');
		await report(ingest, later(visit, 2 * day), 'done');
		expect(await forecast(site, { survey_id: 'asked', ...content })).toMatchObject({
			displays: 2,
			reasons: { displayed: 2, postponed: 1, seen_limit: 1 },
		});
	});

	it('knows what people answered before, and by when', async () => {
		const site = await makeSite();
		await publishPrompt(team.sites.sql, site, {
			survey_id: 'export',
			trigger: { events: ['exported'] },
			questions: [
				{ id: 'ease', type: 'rating', title: 'How easy was it?' },
				{ id: 'why', type: 'long_text', title: 'Why?' },
			],
			limits: { show: 'always' },
		});
		const [bad, good] = [{ ease: 1 }, { ease: 5 }];
		// What each response said, one state after the other.
		const responses: Record<string, Answers[][]> = {
			bad: [[bad]],
			good: [[good]],
			improved: [[bad], [good]],
			silent: [],
			reverted: [[bad], [good, { ease: null }]],
			skipped: [[bad], [{ why: 'It is slow' }]],
		};
		for (const [account, states] of Object.entries(responses)) {
			let visit = signedIn(newVisit(site, { now: new Date(+past - 2 * day) }), account);
			await report(ingest, visit, 'done');
			for (const all of states) {
				visit = later(visit, 3_600_000);
				const { display } = await report(ingest, visit, 'exported');
				for (const [seq, answers] of all.entries()) {
					await storeAnswers(ingest, { site, display, seq, final: false, answers, now: visit.now });
				}
			}
			await report(ingest, later(visit, 3_600_000), 'done');
			await report(ingest, later(visit, 30 * 3_600_000), 'done');
		}
		const about = { prompt: 'export', answer: 'ease' } as const;
		const unhappy = { ...about, op: 'at_most', value: 2, within_days: 30 } as const;
		const limits = { show: 'always' } as const;
		const expected = { subjects: 2, displays: 4, reasons: { displayed: 4, audience: 14 } };
		expect(await forecast(site, { audience: unhappy, limits })).toMatchObject(expected);
		const short = { ...unhappy, within_days: 1 };
		expect(await forecast(site, { audience: short, limits })).toMatchObject({ displays: 2 });
		const given = {
			site,
			content: writePrompt({ trigger, audience: unhappy, limits }),
			others: true,
		};
		const { body } = await patient.ask(team.viewer, 'forecast', given);
		expect(body).toMatchObject(expected);
	});

	it('replays the events of each subject in order, with the displays that the draft would have had', async () => {
		const site = await makeSite();
		for (let turn = 0; turn < 9; turn++) {
			const plan = turn < 4 ? 'pro' : 'free';
			const visit = signedIn(newVisit(site, { now: past }), `a${turn}`, { plan });
			await report(ingest, visit, 'done', { pages: turn });
			await report(ingest, later(visit, 1_000), 'done', { pages: turn });
		}
		const audience = { trait: 'plan', op: 'is', value: 'pro' } as const;
		expect(await forecast(site, { audience })).toEqual({
			subjects: 4,
			error: 0,
			low: 4,
			high: 4,
			displays: 4,
			displays_error: 0,
			events: 18,
			sampled: false,
			share: 1,
			claimed: null,
			others: null,
			reasons: { displayed: 4, seen_limit: 4, audience: 10 },
		});
		expect(await forecast(site, { audience, limits: { show: 'always' } })).toMatchObject({
			subjects: 4,
			displays: 8,
			reasons: { displayed: 8, audience: 10 },
		});
		const twice = { event: 'done', times: 2, within_days: 7 };
		expect(await forecast(site, { audience: { all: [audience, twice] } })).toMatchObject({
			subjects: 4,
			reasons: { displayed: 4, audience: 14 },
		});
		const where = { property: 'pages', op: 'at_least', value: 7 } as const;
		expect(await forecast(site, { trigger: { ...trigger, where } })).toMatchObject({ subjects: 2 });
	});

	it('loses displays to a prompt of higher priority, and takes displays from one of lower priority', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const { content } = await publishPrompt(team.sites.sql, site, { trigger });
		const visit = newVisit(site, { now: past });
		await report(ingest, visit, 'done');
		await report(ingest, later(visit, 1_000), 'done');
		expect(await forecast(site, {})).toMatchObject({
			subjects: 0,
			reasons: { lost_priority: 1, site_cooldown: 1 },
		});
		expect(await forecast(site, { priority: 1 })).toMatchObject({
			subjects: 1,
			reasons: { displayed: 1, seen_limit: 1 },
		});
		// The draft's own displays are the simulated ones, not the actual ones.
		const { survey_id } = content;
		expect(await forecast(site, { survey_id })).toMatchObject({
			reasons: { displayed: 1, seen_limit: 1 },
		});
		const always = { show: 'always', site_limits: 'ignore' } as const;
		expect((await forecast(site, { survey_id, limits: always })).reasons).toEqual({ displayed: 2 });
	});

	it('decides each subject by its own variant, and reaches no one in the holdout', async () => {
		const site = await makeSite({ holdout: 0.3 });
		const { id, content } = await publishPrompt(team.sites.sql, site, {
			trigger,
			experiment: {
				key: 'timing',
				variants: [
					{ key: 'control' },
					{ key: 'late', timing: { min_session_seconds: 3_600 } },
					{ key: 'delayed', timing: { delay_seconds: 5 } },
				],
			},
		});
		for (let turn = 0; turn < 60; turn++) {
			await report(ingest, newVisit(site, { now: past }), 'done');
		}
		const decided = await team.sites.sql<{ reason: string; events: number }[]>`
			select reason, count(*)::int as events from app.event_details where site_id = ${site} group by 1`;
		const reasons = Object.fromEntries(decided.map(({ reason, events }) => [reason, events]));
		expect(Object.keys(reasons).sort()).toEqual([
			'displayed',
			'holdout',
			'session_too_young',
			'waiting',
		]);
		const displays = await team.sites.sql`
			select distinct variant from app.displays where site_id = ${site} and prompt_id = ${id}`;
		expect([...displays]).toEqual([{ variant: 'control' }]);
		expect(await forecast(site, content)).toMatchObject({
			reasons: { holdout: reasons['holdout'], session_too_young: reasons['session_too_young'] },
		});
	});

	it('supports triggers that depend on several events', async () => {
		const site = await makeSite();
		const minute = 60_000;
		const begin = new Date(+now - 3 * 60 * minute);
		for (let turn = 0; turn < 6; turn++) {
			const visit = newVisit(site, { now: begin });
			await report(ingest, visit, 'started');
			if (turn < 2) await report(ingest, later(visit, 20 * minute), 'completed');
			// While the first event waits, a second one changes nothing.
			if (turn === 3) await report(ingest, later(visit, 10 * minute), 'started');
			if (turn > 2) await report(ingest, later(visit, 60 * minute), 'other');
		}
		const unless = { events: ['completed'], within_minutes: 30 };
		expect(await forecast(site, { trigger: { events: ['started'], unless } })).toMatchObject({
			subjects: 3,
			displays: 3,
			error: 0,
			reasons: { displayed: 3, withdrawn: 2, waiting: 2 },
		});
		const repeated = { times: 2, within_minutes: 10 };
		expect(await forecast(site, { trigger: { events: ['started'], repeated } })).toMatchObject({
			subjects: 1,
			reasons: { displayed: 1, trigger_count: 6 },
		});
	});

	it('decides an event by the traits and the account that its visitor had at the time', async () => {
		const site = await makeSite();
		const visit = newVisit(site, { now: new Date(+now - 3 * day) });
		await team.sites.sql`
			select app.create_day((${now}::timestamptz at time zone 'UTC')::date - n) from generate_series(0, 4) n`;
		await report(ingest, visit, 'done');
		await report(ingest, signedIn(later(visit, day), 'eve', { plan: 'free' }), 'done');
		await report(ingest, signedIn(later(visit, 2 * day), 'eve', { plan: 'pro' }), 'done');
		// Another browser of the same account, whose earlier and present history are joined.
		const other = newVisit(site, { now: new Date(+now - 2 * day) });
		await report(ingest, other, 'done');
		await report(ingest, signedIn(later(other, day), 'eve', { plan: 'team' }), 'done');
		const limits = { show: 'always' } as const;
		const count = async (audience: PromptInput['audience']) =>
			(await forecast(site, { audience, limits })).displays;
		expect(await count({ trait: 'plan', op: 'is', value: 'free' })).toBe(1);
		expect(await count({ trait: 'plan', op: 'is', value: 'pro' })).toBe(1);
		expect(await count({ trait: 'plan', op: 'missing' })).toBe(2);
		expect(await count({ identified: false })).toBe(2);
		// Once as another subject, and once more as an account that had already seen it.
		expect(await forecast(site, {})).toMatchObject({ subjects: 1, displays: 2, events: 5 });
	});

	it('of a large site examines a sample of the subjects, the same each time, and states its error', async () => {
		const site = await fillSite(2_000);
		const whole = await forecast(site, {});
		expect(whole).toMatchObject({ subjects: 2_000, error: 0, sampled: false, events: 4_000 });
		const part = await forecast(site, {}, { sample: 500 });
		expect(await forecast(site, {}, { sample: 500 })).toEqual(part);
		expect(part.sampled).toBe(true);
		expect(part.share).toBeGreaterThan(0.02);
		expect(part.share).toBeLessThan(0.15);
		// By chance the difference exceeds twice its error once in ten thousand times.
		expect(Math.abs(part.subjects - 2_000)).toBeLessThan(2 * part.error * part.subjects);
		expect(part.error).toBeLessThan(0.25);
		expect(part.low).toBeLessThan(part.subjects);
		expect(part.high).toBeGreaterThan(part.subjects);
		const better = await forecast(site, {}, { sample: 3_000 });
		expect(better.error).toBeLessThan(part.error / 1.5);
		const none = await forecast(site, { audience: { identified: true } }, { sample: 500 });
		expect(none).toMatchObject({ subjects: 0, error: 1, low: 0 });
		expect(none.high).toBeGreaterThan(0);
	});

	it('returns its result so far when its time is up, however much is left', async () => {
		const site = await fillSite(1_000);
		let at = +now;
		const hurried = openManage(team.sites.manageUrl, {
			clock: () => (at += limits.forecast.milliseconds + 1),
		});
		const soon = await forecast(site, {}, {}, hurried);
		await hurried.end();
		expect(soon.sampled).toBe(true);
		expect(soon.share).toBeLessThan(0.5);
		expect(soon.subjects).toBeGreaterThan(0);
	});

	it('stops when the caller has disconnected', async () => {
		const site = await fillSite(2_000);
		const gone = new AbortController();
		let steps = 0;
		const onStatement = (text: string) => {
			if (!text.includes('app.forecast')) return;
			steps += 1;
			gone.abort();
		};
		const sql = createPool(team.sites.manageUrl, 'manage', { size: 1, session: { onStatement } });
		const manage = openManage(team.sites.manageUrl, { sql });
		const request = new Request(`http://127.0.0.1/functions/v1/manage/sites/${site}/forecast`, {
			method: 'POST',
			body: JSON.stringify({ content: writePrompt({ trigger }) }),
			headers: { authorization: `Bearer ${team.viewer.token}` },
			signal: gone.signal,
		});
		// Nobody reads the reply: a refusal before the next step, or that the step under way was cancelled.
		expect((await manage.handle(request)).ok).toBe(false);
		expect(steps).toBe(1);
		const countUnderWay = () => team.sites.sql`
			select count(*)::int as steps from pg_stat_activity
			where datname = current_database() and state <> 'idle' and query like '%app.forecast(%' and pid <> pg_backend_pid()`;
		await expect.poll(countUnderWay).toEqual([{ steps: 0 }]);
		await sql.end();
		await manage.end();
	});
});

async function fillSite(subjects: number): Promise<string> {
	const site = await makeSite();
	await team.sites.sql.begin(async (tx) => {
		await tx`
			create temporary table given on commit drop as
			select gen_random_uuid() as id from generate_series(1, ${subjects}::int)`;
		await tx`
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			select ${site}, id, id, ${now}, ${now} from given`;
		await tx`
			insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
			select ${site}, id, id, ${now}, ${now} from given`;
		await tx`
			insert into app.events (site, id, visitor, session_id, received_at, reason, bot, name_hash, name, properties)
			select s.key, app.mint_id(${now}), v.key, app.mint_id(${now}), ${now}, 'no_prompt', false, hashtext('done'),
				'done', '{}'
			from app.sites s join app.visitors v on v.site_id = s.id, generate_series(1, 2)
			where s.id = ${site}`;
	});
	return site;
}

describe('a forecast of what was published', () => {
	let traffic: Traffic;
	let manage: TestManage;
	let site: string;
	beforeAll(async () => {
		const limits = { cooldown_days: 1, window: { displays: 4, days: 10 }, per_session: 1 };
		site = await makeSite(limits);
		traffic = await makeTraffic(team.sites.sql, ingest, site, {
			visitors: rounds(220, 240),
			days: 20,
			claimed: 0.6,
		});
		manage = openManage(team.sites.manageUrl, { clock: () => +traffic.end, isPatient: true });
	}, 240_000);
	afterAll(() => manage.end());

	const displayed = async (prompt: string) => {
		const [row] = await team.sites.sql`
			select count(*)::int as displays, count(distinct subject_id)::int as subjects
			from app.displays where site_id = ${site} and prompt_id = ${prompt}`;
		return row as { displays: number; subjects: number };
	};

	it('equals what was displayed, with limits, priorities, sampling and changing traits', async () => {
		for (const { id, content } of traffic.immediate) {
			const real = await displayed(id);
			expect(real.displays).toBeGreaterThan(rounds(10, 30));
			expect(await forecast(site, content, {}, manage), content.survey_id).toMatchObject({
				...real,
				displays_error: 0,
				error: 0,
			});
		}
	});

	it('equals what was displayed within the stated error if a delay makes it random', async () => {
		const real = await displayed(traffic.delayed.id);
		const estimate = await forecast(site, traffic.delayed.content, {}, manage);
		expect(real.displays).toBeGreaterThan(rounds(10, 30));
		expect(Math.abs(estimate.claimed! - 0.6)).toBeLessThan(0.15);
		expect(estimate.displays_error).toBeGreaterThan(0);
		expect(estimate.displays_error).toBeLessThan(0.5);
		expect(Math.abs(estimate.displays - real.displays)).toBeLessThan(
			2 * estimate.displays_error * estimate.displays,
		);
		expect(Math.abs(estimate.subjects - real.subjects)).toBeLessThan(
			2 * estimate.error * estimate.subjects,
		);
	});

	it('equals what was displayed within the stated error when a sample is examined', async () => {
		for (const { id, content } of [...traffic.immediate, traffic.delayed]) {
			const real = await displayed(id);
			const estimate = await forecast(site, content, { sample: rounds(100, 140) }, manage);
			expect(estimate.sampled).toBe(true);
			// About six standard deviations, since a sample of a few dozen subjects is not normal in its
			// tails; an unscaled sum would still be outside.
			expect(Math.abs(estimate.displays - real.displays)).toBeLessThan(
				3 * estimate.displays_error * estimate.displays,
			);
		}
	});
});
