import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testDate } from './cluster.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { day, hour, later, reasonFor, report, second, showPrompt } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';
import { newVisit, uuidv7 } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const visitTo = (site: { id: string }) => newVisit(site.id, { now });

describe('an event without a prompt to show', () => {
	it('has the reason no_prompt', async () => {
		const site = await createSite(database.admin);
		expect(await reasonFor(database.ingest, visitTo(site), 'done')).toBe('no_prompt');
	});

	it('stores nothing when the site captures registered names only', async () => {
		const site = await createSite(database.admin, { capture: 'registered' });
		const visit = visitTo(site);
		const { result, decided } = await report(database.ingest, visit, 'done');
		expect(result.status).toBe('not_captured');
		expect(decided).toEqual({ reason: 'not_captured' });
		for (const table of ['event_details', 'visitors', 'subjects', 'event_names', 'buckets']) {
			const rows =
				await database.admin`select from app.${database.admin(table)} where site_id = ${site.id}`;
			expect(rows, table).toHaveLength(0);
		}
		await publishPrompt(database.admin, site.id, { trigger });
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
	});

	it('is recorded but not decided for a bot, unless the site ignores bots', async () => {
		const detecting = await createSite(database.admin);
		const open = await createSite(database.admin, { detect_bots: false });
		for (const site of [detecting, open]) await publishPrompt(database.admin, site.id, { trigger });
		expect(await reasonFor(database.ingest, { ...visitTo(detecting), bot: true }, 'done')).toBe(
			'bot',
		);
		expect(await reasonFor(database.ingest, { ...visitTo(open), bot: true }, 'done')).toBe(
			'displayed',
		);
		const [event] =
			await database.admin`select bot, reason from app.event_details where site_id = ${detecting.id}`;
		expect(event).toEqual({ bot: true, reason: 'bot' });
	});

	it.each([
		['48 hours and a second ago', -48 * hour - second],
		['5 minutes and a second ahead', 5 * 60_000 + second],
	])('is stale when its id is %s', async (_, offset) => {
		const site = await createSite(database.admin);
		const { result } = await report(
			database.ingest,
			visitTo(site),
			'done',
			{},
			{ id: uuidv7(+now + offset) },
		);
		expect(result.status).toBe('stale');
		const rows = await database.admin`select from app.visitors where site_id = ${site.id}`;
		expect(rows).toHaveLength(0);
	});

	it.each([-48 * hour, 5 * 60_000])(
		'is recorded when its id is just in time (%d ms)',
		async (offset) => {
			const site = await createSite(database.admin);
			const { result } = await report(
				database.ingest,
				visitTo(site),
				'done',
				{},
				{ id: uuidv7(+now + offset) },
			);
			expect(result.status).toBe('recorded');
		},
	);

	it('connects the account of the request, even if the event is stale', async () => {
		const site = await createSite(database.admin);
		const visit = { ...visitTo(site), identify: { account: 'ada', traits: {}, verified: false } };
		await report(database.ingest, visit, 'done', {}, { id: uuidv7(+now - 90 * day) });
		const rows = await database.admin`select account from app.subjects where site_id = ${site.id}`;
		expect(rows).toEqual([{ account: 'ada' }]);
	});
});

describe('an event whose day has no partition', () => {
	it('is refused as unavailable, so that the SDK retries, and stores nothing', async () => {
		const site = await createSite(database.admin);
		await expect(
			report(database.ingest, later(visitTo(site), 40 * day), 'done'),
		).rejects.toMatchObject({ code: 'unavailable' });
		expect(await database.admin`select from app.visitors where site_id = ${site.id}`).toHaveLength(
			0,
		);
	});
});

describe('the trigger', () => {
	it('distinguishes unmet properties from unverified ones', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger: { ...trigger, where: { property: 'first', op: 'is', value: true, verified: true } },
		});
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done', { first: false })).toBe(
			'trigger_properties',
		);
		expect(await reasonFor(database.ingest, visit, 'done', { first: true })).toBe('unverified');
		expect(
			await reasonFor(
				database.ingest,
				visit,
				'done',
				{ first: true },
				{ verified: { first: true } },
			),
		).toBe('displayed');
	});

	it('requires a proof if the trigger is verified, with or without conditions', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { ...trigger, verified: true } });
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('unverified');
		expect(await reasonFor(database.ingest, visit, 'done', {}, { verified: {} })).toBe('displayed');
	});

	it('does not count the proof of another account', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger: { ...trigger, verified: true } });
		const proof = { verified: {}, proofAccount: 'ada' };
		const stranger = visitTo(site);
		const refused = await report(database.ingest, stranger, 'done', {}, proof);
		expect(refused.decided?.reason).toBe('unverified');
		expect(refused.result).toMatchObject({ status: 'recorded', proofFault: 'account' });
		const [kept] = await database.admin`
			select verified, proof_fault from app.event_details where site_id = ${site.id} and id = ${refused.event.id}`;
		expect(kept).toEqual({ verified: null, proof_fault: 'account' });
		const ada = { ...visitTo(site), identify: { account: 'ada', traits: {}, verified: false } };
		expect(await reasonFor(database.ingest, ada, 'done', {}, proof)).toBe('displayed');
	});
});

describe('audience, sampling and timing', () => {
	it('excludes visitors outside the audience', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { trait: 'plan', op: 'is', value: 'pro' },
		});
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('audience');
		const pro = {
			...visit,
			identify: { account: 'ada', traits: { plan: 'pro' }, verified: false },
		};
		expect(await reasonFor(database.ingest, pro, 'done')).toBe('displayed');
	});

	it('samples the same subject the same way at every trigger, sign-in and revision', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			sampling: { rate: 0.5 },
			limits: { show: 'always' },
		});
		const visits = Array.from({ length: 40 }, () => visitTo(site));
		const decide = (identified: boolean) =>
			Promise.all(
				visits.map((visit, index) =>
					reasonFor(
						database.ingest,
						identified
							? { ...visit, identify: { account: `account ${index}`, traits: {}, verified: false } }
							: visit,
						'done',
					),
				),
			);
		const anonymous = await decide(false);
		expect(new Set(anonymous)).toEqual(new Set(['displayed', 'sampled_out']));
		expect(await decide(true)).toEqual(anonymous);
		const [next] = await database.admin`
			select * from app.save_revision(${site.id}, ${prompt.id}, ${database.admin.json({ ...prompt.content, name: 'New' })})`;
		await database.admin`select app.publish(${site.id}, ${prompt.id}, ${next!['number'] as number}, ${next!['sha256'] as string})`;
		expect(await decide(true)).toEqual(anonymous);
	});

	it('respects start and end', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			limits: { show: 'always' },
			timing: { starts_at: '2026-06-15T13:00:00Z', ends_at: '2026-06-15T14:00:00Z' },
		});
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('not_started');
		expect(await reasonFor(database.ingest, later(visit, hour), 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, 2 * hour), 'done')).toBe('ended');
	});

	it('waits until the session is old enough', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, timing: { min_session_seconds: 120 } });
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('session_too_young');
		expect(await reasonFor(database.ingest, later(visit, 60 * second), 'done')).toBe('displayed');
	});
});

describe('limits of a prompt', () => {
	it('shows once', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger });
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, 10 * day), 'done')).toBe('seen_limit');
	});

	it('shows a number of times, with a cooldown', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			limits: { show: 'times', times: 2, again_after_days: 2 },
		});
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, day), 'done')).toBe('prompt_cooldown');
		expect(await reasonFor(database.ingest, later(visit, 2 * day), 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, 9 * day), 'done')).toBe('seen_limit');
	});

	it('shows until it is answered, even partially', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'until_answered' } });
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		const second = await report(database.ingest, later(visit, hour), 'done');
		expect(second.decided?.reason).toBe('displayed');
		await storeAnswers(database.ingest, {
			site: site.id,
			display: second.display,
			seq: 1,
			final: false,
			answers: { score: null },
			now: new Date(+now + hour),
		});
		const third = await report(database.ingest, later(visit, 2 * hour), 'done');
		expect(third.decided?.reason).toBe('displayed');
		await storeAnswers(database.ingest, {
			site: site.id,
			display: third.display,
			seq: 1,
			final: false,
			answers: { score: 4 },
			now: new Date(+now + 2 * hour),
		});
		expect(await reasonFor(database.ingest, later(visit, 3 * hour), 'done')).toBe('answered');
	});
});

describe('limits of a site', () => {
	it('cools down after any prompt, except for a prompt that opts out', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 7 } });
		await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, { trigger: { events: ['other'] } });
		await publishPrompt(database.admin, site.id, {
			trigger: { events: ['urgent'] },
			limits: { site_limits: 'ignore' },
		});
		const visit = visitTo(site);
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, 6 * day), 'other')).toBe('site_cooldown');
		expect(await reasonFor(database.ingest, later(visit, 6 * day), 'urgent')).toBe('displayed');
		expect(await reasonFor(database.ingest, later(visit, 7 * day), 'other')).toBe('site_cooldown');
		expect(await reasonFor(database.ingest, later(visit, 13 * day), 'other')).toBe('displayed');
	});

	it('limits displays within some days, and in a session', async () => {
		const many = await createSite(database.admin, {
			limits: { cooldown_days: 0, window: { displays: 2, days: 3 } },
		});
		const once = await createSite(database.admin, { limits: { cooldown_days: 0, per_session: 1 } });
		for (const site of [many, once]) {
			await publishPrompt(database.admin, site.id, { trigger, limits: { show: 'always' } });
		}
		const visit = visitTo(many);
		const reasons = [];
		for (const days of [0, 1, 2, 3, 3.5]) {
			reasons.push(await reasonFor(database.ingest, later(visit, days * day), 'done'));
		}
		expect(reasons).toEqual([
			'displayed',
			'displayed',
			'site_cooldown',
			'displayed',
			'site_cooldown',
		]);
		const other = visitTo(once);
		expect(await reasonFor(database.ingest, other, 'done')).toBe('displayed');
		expect(await reasonFor(database.ingest, other, 'done')).toBe('session_limit');
		const next = { ...other, session: uuidv7(now) };
		expect(await reasonFor(database.ingest, next, 'done')).toBe('displayed');
	});

	it('may be stricter, never looser, with what the device stores from before a reset', async () => {
		const site = await createSite(database.admin, { limits: { cooldown_days: 7 } });
		const prompt = await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, { trigger: { events: ['other'] } });
		const remembers = (days: number) => ({
			...visitTo(site),
			device: [{ survey_id: prompt.content.survey_id, at: +now - days * day }],
		});
		expect(await reasonFor(database.ingest, remembers(30), 'done')).toBe('seen_limit');
		expect(await reasonFor(database.ingest, remembers(3), 'other')).toBe('site_cooldown');
		expect(await reasonFor(database.ingest, remembers(30), 'other')).toBe('displayed');
		// For a signed-in visitor, the account's history counts, not the device's.
		const known = { ...remembers(3), identify: { account: 'ada', traits: {}, verified: false } };
		expect(await reasonFor(database.ingest, known, 'other')).toBe('displayed');
	});
});

describe('of several prompts', () => {
	it('the highest priority wins, then the earliest publication', async () => {
		const site = await createSite(database.admin);
		const low = await publishPrompt(database.admin, site.id, { trigger, priority: 1 });
		const old = await publishPrompt(database.admin, site.id, { trigger, priority: 5 });
		const young = await publishPrompt(database.admin, site.id, { trigger, priority: 5 });
		const visit = visitTo(site);
		const shown = [];
		for (let turn = 0; turn < 4; turn++) {
			const { decided } = await report(database.ingest, visit, 'done');
			shown.push(decided?.reason === 'displayed' ? decided.reserved.prompt : decided?.reason);
		}
		expect(shown).toEqual([old.id, young.id, low.id, 'seen_limit']);
	});

	it('keeps the older publish first when it is republished', async () => {
		const site = await createSite(database.admin);
		const first = await publishPrompt(database.admin, site.id, { trigger });
		await publishPrompt(database.admin, site.id, { trigger });
		await database.admin`select app.pause(${site.id}, ${first.id})`;
		await database.admin`select app.resume(${site.id}, ${first.id})`;
		const { decided } = await report(database.ingest, visitTo(site), 'done');
		expect(decided).toMatchObject({ reserved: { prompt: first.id } });
	});

	it('reports the reason of the prompt that got furthest', async () => {
		const site = await createSite(database.admin);
		await publishPrompt(database.admin, site.id, {
			trigger,
			timing: { ends_at: '2026-01-01T00:00:00Z' },
		});
		await publishPrompt(database.admin, site.id, {
			trigger,
			priority: 50,
			audience: { identified: true },
		});
		expect(await reasonFor(database.ingest, visitTo(site), 'done')).toBe('ended');
	});
});

describe('a paused, archived or draft prompt', () => {
	it('is no candidate, but accepts late answers', async () => {
		const site = await createSite(database.admin);
		const prompt = await publishPrompt(database.admin, site.id, {
			trigger,
			limits: { show: 'always' },
		});
		const visit = visitTo(site);
		const { display } = await report(database.ingest, visit, 'done');
		await database.admin`select app.pause(${site.id}, ${prompt.id})`;
		expect(await reasonFor(database.ingest, visit, 'done')).toBe('no_prompt');
		expect((await showPrompt(database.ingest, visit, prompt.content.survey_id)).decided).toEqual({
			reason: 'no_prompt',
		});
		expect(
			await storeAnswers(database.ingest, {
				site: site.id,
				display,
				seq: 1,
				final: true,
				answers: { score: 5 },
				now: null,
			}),
		).toMatchObject({ fresh: true });
		await database.admin`select app.archive(${site.id}, ${prompt.id})`;
		await expect(database.admin`select app.resume(${site.id}, ${prompt.id})`).rejects.toMatchObject(
			{ code: 'FB409' },
		);
	});
});
