import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { describeDecisions, type ExplainedPrompt } from '@feedback/contract';

import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { reportAsBackend } from './backend.ts';
import { hour, ingest, later, report } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { asPerson, people } from './security/actors.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { debugged, newEvent, newVisit, signedIn, uuidv7 } from './visits.ts';

let database: TestDatabase;
let manage: Sql;
const now = new Date(Date.now() - 60_000);
beforeAll(async () => {
	database = await createDatabase({ now });
	manage = database.connect('feedback_manage');
});
afterAll(() => database.close());

const trigger = { events: ['done'] };
const members = {
	[people.owner]: 'owner',
	[people.editor]: 'editor',
	[people.viewer]: 'viewer',
} as const;
const siteOf = (limits = {}) =>
	createSite(database.admin, { limits: { cooldown_days: 0, ...limits } }, members);

type Why = { reason: string; candidates: ExplainedPrompt[] };
const whyEvent = (site: TestSite, event: string, person: string = people.viewer) =>
	asPerson(manage, person, async (sql) => {
		const [row] = await sql`select app.why_event(${site.id}, ${event}) as why`;
		const why = row!['why'] as Why | null;
		return why && { ...why, candidates: describeDecisions(why.candidates) };
	});

describe('why', () => {
	it('describes each rule with its facts', async () => {
		const site = await siteOf({ cooldown_days: 7 });
		await publishPrompt(database.admin, site.id, {
			survey_id: 'first',
			trigger: { ...trigger, where: { property: 'format', op: 'is', value: 'pdf' } },
			audience: {
				all: [
					{ trait: 'plan', op: 'one_of', value: ['team', 'business'] },
					{ none: [{ prompt: 'first', was: 'dismissed', within_days: 30 }] },
					{ event: 'done', times: 2, within_days: 14 },
				],
			},
			timing: { min_session_seconds: 10 },
		});
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'team' });
		await report(database.ingest, visit, 'done', { format: 'pdf' });
		const { event, decided } = await report(database.ingest, visit, 'done', { format: 'pdf' });
		expect(decided?.reason).toBe('displayed');
		const why = await whyEvent(site, event.id);
		expect(why?.candidates[0]).toMatchObject({ survey_id: 'first', reason: 'displayed' });
		expect(
			why?.candidates[0]?.rules.map(({ rule, passed, text }) => `${rule}: ${passed}: ${text}`),
		).toEqual([
			'trigger: true: format is "pdf"; it is "pdf"',
			'audience: true: plan one of ["team", "business"]; it is "team"',
			'audience: true: done at least 2 times within 14 days; 2 times, this event included',
			'audience: false: first was dismissed within 30 days; last never',
			'session: true: the session began 60 seconds ago, at least 10 seconds are required',
			'limits: true: not shown yet; show once',
			'site cooldown: true: no prompt shown yet, cooldown 7 days',
		]);
		const next = await report(database.ingest, later(visit, 30_000), 'done', { format: 'pdf' });
		const again = await whyEvent(site, next.event.id);
		expect(again).toMatchObject({ reason: 'seen_limit', candidates: [{ reason: 'seen_limit' }] });
		expect(
			again?.candidates[0]?.rules.filter((rule) => !rule.passed).map((rule) => rule.text),
		).toContain('any prompt shown 30 seconds ago, cooldown 7 days');
	});

	it('uses the singular after 1', async () => {
		const site = await siteOf({ cooldown_days: 1, window: { displays: 1, days: 1 } });
		await publishPrompt(database.admin, site.id, {
			survey_id: 'first',
			trigger,
			audience: {
				all: [
					{ event: 'done', times: 1, within_days: 1 },
					{ first_seen: 'newer_than', days: 1 },
					{ none: [{ prompt: 'first', was: 'dismissed', within_days: 1 }] },
				],
			},
			limits: { show: 'times', times: 2, again_after_days: 1 },
		});
		const visit = newVisit(site.id, { now });
		const first = await report(database.ingest, visit, 'done');
		const next = await report(database.ingest, later(visit, 1_000), 'done');
		const textsOf = async ({ event }: typeof next) =>
			(await whyEvent(site, event.id))?.candidates[0]?.rules.map(({ text }) => text);
		expect((await textsOf(first))?.[0]).toBe(
			'done at least 1 time within 1 day; 1 time, this event included',
		);
		expect(await textsOf(next)).toEqual([
			'done at least 1 time within 1 day; 2 times, this event included',
			'first seen newer than 1 day; it was 1 second ago',
			'first was dismissed within 1 day; last never',
			'shown 1 time, last 1 second ago; show times: 2, again after 1 day',
			'any prompt shown 1 second ago, cooldown 1 day; 1 shown within 1 day, at most 1',
		]);
	});

	it('leaves out conditions on the page for an event from the backend', async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			trigger: { ...trigger, source: 'backend' },
			audience: {
				all: [
					{ trait: 'plan', op: 'missing' },
					{ context: 'path', op: 'is', value: '/' },
				],
			},
		});
		const { id } = await reportAsBackend(database.ingest, site.id, 'ada', 'done', {}, { now });
		const why = await whyEvent(site, id);
		expect(why).toMatchObject({ reason: 'waiting', candidates: [{ reason: 'waiting' }] });
		expect(why?.candidates[0]?.rules.slice(0, 3).map(({ text }) => text)).toEqual([
			'the event is from the backend',
			'plan missing; it is missing',
			'conditions on the page, the device and the language are checked in the browser that would show the prompt',
		]);
	});

	it('does not count the display that the event itself reserved', async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			survey_id: 'first',
			trigger,
			audience: { none: [{ prompt: 'first', was: 'displayed', within_days: 30 }] },
			limits: { show: 'always', per_group: { trait: 'company', days: 30 } },
		});
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { company: 'acme' });
		const { event, decided } = await report(
			database.ingest,
			await debugged(database.admin, visit),
			'done',
		);
		expect(decided).toMatchObject({ reason: 'displayed', facts: [{ reason: 'displayed' }] });
		const why = await whyEvent(site, event.id);
		expect(why).toMatchObject({ reason: 'displayed', candidates: [{ reason: 'displayed' }] });
		expect(why?.candidates[0]?.rules.filter(({ passed }) => !passed)).toEqual([
			{ rule: 'audience', passed: false, text: expect.stringMatching(/last never$/) as unknown },
		]);
	});

	it('includes the position in the sample, and which prompt lost by priority', async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			survey_id: 'rare',
			trigger,
			sampling: { rate: 0 },
		});
		await publishPrompt(database.admin, site.id, { survey_id: 'high', trigger, priority: 2 });
		await publishPrompt(database.admin, site.id, { survey_id: 'low', trigger });
		const { event } = await report(database.ingest, newVisit(site.id, { now }), 'done');
		const why = await whyEvent(site, event.id);
		expect(why?.candidates.map(({ survey_id, reason }) => [survey_id, reason])).toEqual([
			['high', 'displayed'],
			['low', 'lost_priority'],
			['rare', 'sampled_out'],
		]);
		const sampling = why?.candidates[2]?.rules.find((rule) => rule.rule === 'sampling');
		expect(sampling).toMatchObject({ passed: false });
		expect(sampling?.text).toMatch(/^sampled out: 0\.\d{4} ≥ 0$/);
	});

	it('is part of the reply only with a debug token', async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			survey_id: 'first',
			trigger,
			audience: { identified: true },
		});
		const visit = newVisit(site.id, { now });
		const plain = await report(database.ingest, visit, 'done');
		expect(plain.decided).toEqual({ reason: 'audience' });
		const debug = await report(database.ingest, await debugged(database.admin, visit), 'done');
		expect(debug.decided?.facts?.[0]).toMatchObject({
			reason: 'audience',
			rules: expect.arrayContaining([
				{ rule: 'audience', passed: false, text: 'signed in; the visitor is not signed in' },
			]) as unknown,
		});
	});

	it('uses the traits and the account at the time of the event', async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { all: [{ identified: false }, { trait: 'plan', op: 'missing' }] },
			limits: { show: 'always' },
		});
		const visit = newVisit(site.id, { now });
		const { event } = await report(database.ingest, visit, 'done');
		const signed = signedIn(later(visit, 1_000), 'ada', { plan: 'pro' });
		await report(database.ingest, signed, 'else');
		expect(await whyEvent(site, event.id)).toMatchObject({
			reason: 'displayed',
			candidates: [{ reason: 'displayed' }],
		});
	});

	it('explains the outcome of a prompt for a visitor', async () => {
		const site = await siteOf();
		const { id } = await publishPrompt(database.admin, site.id, {
			survey_id: 'first',
			trigger,
			audience: { trait: 'plan', op: 'is', value: 'pro' },
		});
		const visit = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'free' });
		await report(database.ingest, visit, 'done');
		const [row] = await asPerson(
			manage,
			people.viewer,
			(sql) => sql`select app.why_visitor(${site.id}, ${visit.visitor}, ${id}) as why`,
		);
		expect(row!['why']).toMatchObject({ candidates: [{ survey_id: 'first', reason: 'audience' }] });
	});

	it("tests the rules in the account's browser, also after an event from the backend", async () => {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, {
			trigger,
			audience: { context: 'path', op: 'is', value: '/reports' },
		});
		const visit = signedIn(newVisit(site.id, { now: new Date(Number(now) - 2 * hour) }), 'ada');
		const { event } = await report(database.ingest, visit, 'else');
		await reportAsBackend(database.ingest, site.id, 'ada', 'invoice.paid', {}, { now });
		const [row] = await asPerson(
			manage,
			people.viewer,
			(sql) =>
				sql`select app.test_rules(${site.id}, null, 'ada', 'done', '{}', false, null, ${now}) as tested`,
		);
		expect(row!['tested']).toMatchObject({ like: event.id, reason: 'displayed' });
	});

	it('is available only to members', async () => {
		const site = await siteOf();
		const { event } = await report(database.ingest, newVisit(site.id, { now }), 'done');
		await expect(whyEvent(site, event.id, people.stranger)).rejects.toMatchObject({
			code: 'FB403',
		});
		expect(await whyEvent(site, uuidv7())).toBeNull();
	});
});

describe('erasing', () => {
	async function arrange() {
		const site = await siteOf();
		await publishPrompt(database.admin, site.id, { trigger });
		const laptop = signedIn(newVisit(site.id, { now }), 'ada', { plan: 'pro' });
		const phone = signedIn(newVisit(site.id, { now }), 'ada');
		const other = newVisit(site.id, { now });
		const { display } = await report(database.ingest, laptop, 'done');
		await report(database.ingest, signedIn(later(laptop, 1_000), 'ada', { plan: 'team' }), 'else');
		await storeAnswers(database.ingest, {
			site: site.id,
			display,
			seq: 1,
			final: true,
			answers: { score: 5 },
			now,
		});
		for (const visit of [phone, other]) {
			await ingest(
				database.ingest,
				visit,
				[newEvent('else', {}, { session: visit.session, at: now })],
				null,
			);
		}
		return { site, laptop, phone, other };
	}
	const erase = (
		site: TestSite,
		visitor: string | null,
		account: string | null,
		person: string = people.owner,
	) =>
		asPerson(manage, person, async (sql) => {
			const [row] =
				await sql`select app.erase_person(${site.id}, ${visitor}, ${account}, 'keyed') as receipt`;
			return row!['receipt'] as { hash: string; counts: Record<string, number>; erased_by: string };
		});
	const left = async (site: TestSite) => {
		const [row] = await database.admin`
			select (select count(*)::int from app.event_details where site_id = ${site.id}) as events,
				(select count(*)::int from app.visitors where site_id = ${site.id}) as visitors,
				(select count(*)::int from app.subjects where site_id = ${site.id}) as subjects,
				(select count(*)::int from app.displays where site_id = ${site.id}) as displays,
				(select count(*)::int from app.responses where site_id = ${site.id}) as responses`;
		return row;
	};

	it('an account deletes all its browsers, and no other visitor', async () => {
		const { site } = await arrange();
		const receipt = await erase(site, null, 'ada');
		expect(receipt).toMatchObject({
			hash: 'keyed',
			erased_by: people.owner,
			counts: {
				events: 3,
				visitor_versions: 1,
				visitors: 2,
				subjects: 1,
				displays: 1,
				responses: 1,
			},
		});
		expect(await left(site)).toEqual({
			events: 1,
			visitors: 1,
			subjects: 1,
			displays: 0,
			responses: 0,
		});
		const again = await erase(site, null, 'ada');
		expect(Object.values(again.counts)).toEqual([0, 0, 0, 0, 0, 0, 0]);
	});

	it('a browser of an account keeps the account and its other browsers', async () => {
		const { site, laptop } = await arrange();
		const { counts } = await erase(site, laptop.visitor, null);
		expect(counts).toEqual({
			events: 2,
			visitor_versions: 1,
			visitors: 1,
			subjects: 0,
			displays: 1,
			responses: 1,
			screenshots: 0,
		});
		expect(await left(site)).toEqual({
			events: 2,
			visitors: 2,
			subjects: 2,
			displays: 0,
			responses: 0,
		});
	});

	it('an account deletes a subject that an earlier version left behind', async () => {
		const { site, phone, laptop } = await arrange();
		await database.admin`
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			select site_id, id, id, first_seen_at, last_seen_at from app.visitors
			where site_id = ${site.id} and id in (${phone.visitor}, ${laptop.visitor}) on conflict do nothing`;
		await erase(site, null, 'ada');
		expect(await left(site)).toMatchObject({ visitors: 1, subjects: 1 });
	});

	it('is available only to owners, and so is the export', async () => {
		const { site } = await arrange();
		await expect(erase(site, null, 'ada', people.editor)).rejects.toMatchObject({ code: 'FB403' });
		const dump = (person: string) =>
			asPerson(manage, person, async (sql) => {
				const [row] = await sql`select app.export_person(${site.id}, null, 'ada') as data`;
				return row!['data'] as Record<string, unknown[]>;
			});
		await expect(dump(people.editor)).rejects.toMatchObject({ code: 'FB403' });
		const data = await dump(people.owner);
		expect(
			Object.fromEntries(Object.entries(data).map(([key, rows]) => [key, rows.length])),
		).toEqual({
			subjects: 1,
			visitors: 2,
			visitor_versions: 1,
			events: 3,
			displays: 1,
			responses: 1,
			deleted_responses: 0,
			screenshots: 0,
		});
		expect(JSON.stringify(data)).toContain('"plan":"pro"');
	});
});
