// Forecasts of prompts that wait: for a page of an account after an event from the backend, or for a delay.
import type { PromptInput, RouteOutput } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reportAsBackend } from '../../../tests/backend.ts';
import { claimPrompt, hour, later, report } from '../../../tests/caller.ts';
import type { TestSql } from '../../../tests/harness.ts';
import { publishPrompt } from '../../../tests/sites.ts';
import { newVisit, signedIn, uuidv7 } from '../../../tests/visits.ts';
import { claimWaiting } from '../../sdk/claim-waiting.ts';
import type { RequestContext } from '../../sdk/database.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

const now = new Date();
const past = new Date(+now - 12 * hour);
const paid = { events: ['paid'], source: 'backend' as const };
const billing = { context: 'path', op: 'starts_with', value: '/billing' } as const;

let team: TestWorkspace;
let ingest: TestSql;
let patient: TestManage;
beforeAll(async () => {
	team = await openWorkspace();
	patient = openManage(team.sites.manageUrl, { clock: () => +now, isPatient: true });
	ingest = postgres(team.sites.ingestUrl, {
		max: 4,
		fetch_types: false,
		onnotice() {},
	}) as Sql as TestSql;
});
afterAll(async () => {
	await ingest.end();
	await patient.end();
	await team.end();
});

async function makeSite(limits = {}): Promise<string> {
	const { id } = await team.sites.makeSite({ limits: { cooldown_days: 0, ...limits } });
	await team.sites.sql`
		update app.sites set workspace_id = ${team.site.workspace} where id = ${id}`;
	return id;
}

/** Publishes a prompt as if it had been live all the time. */
async function publish(site: string, given: Partial<PromptInput>) {
	const prompt = await publishPrompt(team.sites.sql, site, given);
	await team.sites.sql`
		update app.publications set at = now() - interval '40 days' where site_id = ${site} and prompt_id = ${prompt.id}`;
	return prompt;
}

async function forecast(
	site: string,
	content: Partial<PromptInput>,
	others = true,
): Promise<RouteOutput<'forecast'>> {
	const { status, body } = await patient.ask(team.viewer, 'forecast', {
		site,
		content: writePrompt(content),
		others,
	});
	expect([status, body]).toEqual([200, expect.anything()]);
	return body;
}

/** Reports an event of a page, and claims what waits for the account if the event displays nothing. */
async function visitPage(
	visit: RequestContext,
	minutes: number,
	path: string,
	name = 'page.viewed',
): Promise<void> {
	const now = new Date(+visit.now! + minutes * 60_000);
	const page = { ...visit, now, context: { ...visit.context, path } };
	const { decided } = await report(ingest, page, name, { format: 'csv' });
	if (decided?.reason !== 'displayed') await claimWaiting(ingest, page, uuidv7(now), uuidv7(now));
}

/** Accounts for which the backend reports `paid`, and who then view the pages; some never come back. */
async function bill(site: string, visits: Record<string, string[]>): Promise<void> {
	for (const [account, paths] of Object.entries(visits)) {
		const visit = signedIn(newVisit(site, { now: past }), account);
		await report(ingest, visit, 'opened');
		await reportAsBackend(ingest, site, account, 'paid', {}, { now: later(visit, 1_000).now! });
		for (const [at, path] of paths.entries()) await visitPage(visit, 10 * (at + 1), path);
	}
}

const visits = {
	ada: ['/reports', '/billing'],
	bob: ['/billing/2', '/reports'],
	eve: ['/reports'],
	joe: [],
};

describe('a forecast of a backend prompt', () => {
	it('checks the page of the browser that would display it', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger: { events: ['page.viewed'] }, name: 'NPS' });
		await bill(site, visits);
		const draft = await forecast(site, { trigger: paid, audience: billing, priority: 1 });
		// NPS is displayed at each first page. Only Ada then opens a billing page.
		expect(draft).toMatchObject({ subjects: 0, reasons: { site_cooldown: 1, waiting: 3 } });
		const [other] = draft.others!.prompts;
		expect(other).toMatchObject({ prompt: nps.id, displays_without: 3, displays_with: 3 });

		const quiet = await makeSite();
		await bill(quiet, visits);
		const reached = await forecast(quiet, { trigger: paid, audience: billing });
		expect(reached).toMatchObject({ subjects: 2, reasons: { displayed: 2, waiting: 2 } });
		const phone = { context: 'device', op: 'is', value: 'phone' } as const;
		expect(await forecast(quiet, { trigger: paid, audience: phone })).toMatchObject({
			subjects: 0,
			reasons: { waiting: 4 },
		});
		const english = { context: 'language', op: 'is', value: 'en' } as const;
		expect(await forecast(quiet, { trigger: paid, audience: english })).toMatchObject({
			subjects: 3,
			reasons: { displayed: 3, waiting: 1 },
		});
	});

	it('replays exactly what was displayed, and other pages of a draft of the same prompt', async () => {
		const site = await makeSite();
		const { id, content } = await publish(site, { trigger: paid, audience: billing });
		await bill(site, visits);
		const { others } = await forecast(site, { trigger: { events: ['never'] } });
		expect(others!.backtest).toMatchObject({ replayed: 2, error: 0, reserved: 2 });
		expect(others!.prompts).toMatchObject([{ prompt: id, displays_without: 2, displays_with: 2 }]);
		const { survey_id } = content;
		const reports = { ...billing, value: '/reports' };
		expect(await forecast(site, { survey_id, trigger: paid, audience: reports })).toMatchObject({
			subjects: 3,
			reasons: { displayed: 3, waiting: 1 },
		});
		const exact = { context: 'path', op: 'is', value: '/billing' } as const;
		expect(await forecast(site, { survey_id, trigger: paid, audience: exact })).toMatchObject({
			subjects: 1,
			reasons: { displayed: 1, waiting: 3 },
		});
	});

	it('displays it at any event of a browser, also of a trigger whose properties do not match', async () => {
		const site = await makeSite();
		await publish(site, {
			trigger: { events: ['exported'], where: { property: 'format', op: 'is', value: 'pdf' } },
		});
		const visit = signedIn(newVisit(site, { now: past }), 'ada');
		await report(ingest, visit, 'opened');
		await reportAsBackend(ingest, site, 'ada', 'paid', {}, { now: later(visit, 1_000).now! });
		await visitPage(visit, 10, '/reports', 'exported');
		expect(await forecast(site, { trigger: paid })).toMatchObject({ subjects: 1 });
	});

	it('lets the next event start the wait again after another has withdrawn it', async () => {
		const site = await makeSite();
		const visit = signedIn(newVisit(site, { now: past }), 'ada');
		await report(ingest, visit, 'opened');
		const trigger = { ...paid, cancel_events: ['refunded'] };
		const live = await publish(site, { trigger });
		for (const [at, name] of ['paid', 'refunded', 'paid'].entries()) {
			const { now } = later(visit, (at + 1) * 1_000);
			await reportAsBackend(ingest, site, 'ada', name, {}, { now: now! });
		}
		await visitPage(visit, 10, '/reports');
		for (const others of [false, true]) {
			const { survey_id } = live.content;
			expect(await forecast(site, { survey_id, trigger }, others)).toMatchObject({
				subjects: 1,
				displays: 1,
				reasons: { displayed: 1, withdrawn: 1 },
			});
		}
		const { others } = await forecast(site, { trigger: { events: ['never'] } });
		expect(others!.backtest).toMatchObject({ reserved: 1, replayed: 1, error: 0 });
		expect(others!.prompts).toMatchObject([{ prompt: live.id, displays_with: 1 }]);
	});

	it('in the editor waits for the next event of a browser, whatever its page', async () => {
		const site = await makeSite({ per_session: 1 });
		await bill(site, visits);
		expect(await forecast(site, { trigger: paid, audience: billing }, false)).toMatchObject({
			subjects: 3,
			error: 0,
			claimed: null,
			reasons: { displayed: 3, waiting: 1 },
		});
		// While it waits, another event from the backend changes nothing; later, it may be displayed in another session.
		const account = 'ada';
		for (const minutes of [0.1, 60]) {
			const at = new Date(+past + minutes * 60_000);
			await reportAsBackend(ingest, site, account, 'paid', {}, { now: at });
		}
		const again = signedIn(newVisit(site, { now: new Date(+past + hour) }), account);
		await visitPage(again, 10, '/reports');
		const limits = { show: 'always' } as const;
		expect(await forecast(site, { trigger: paid, limits }, false)).toMatchObject({
			subjects: 3,
			displays: 4,
			reasons: { displayed: 4, waiting: 2 },
		});
		const late = { trigger: paid, timing: { delay_seconds: 1_000 } };
		expect(await forecast(site, late, false)).toMatchObject({ subjects: 2, claimed: null });
		const soon = { trigger: paid, timing: { delay_seconds: 3_000, wait_hours: 1 } };
		expect(await forecast(site, soon, false)).toMatchObject({ subjects: 1 });
	});
});

describe('the share of people still there after a delay', () => {
	it('counts only prompts that waited on a page', async () => {
		const site = await makeSite();
		const timing = { delay_seconds: 10 };
		await publish(site, { trigger: { events: ['done'] }, timing });
		await publish(site, { trigger: paid, timing });
		const unless = { events: ['completed'], within_minutes: 5 };
		await publish(site, { trigger: { events: ['begun'], unless } });
		for (let turn = 0; turn < 8; turn++) {
			const visit = signedIn(newVisit(site, { now: past }), `c${turn}`);
			const { event } = await report(ingest, visit, 'done');
			if (turn < 6) await claimPrompt(ingest, later(visit, 10_000), event.id);
			await report(ingest, later(visit, 20_000), 'begun');
			await reportAsBackend(ingest, site, `c${turn}`, 'paid', {}, { now: past });
		}
		for (const others of [false, true]) {
			const draft = await forecast(site, { trigger: { events: ['opened'] }, timing }, others);
			expect(draft.claimed).toBe(0.75);
		}
		// These wait for the person's next event instead.
		for (const trigger of [paid, { events: ['begun'], unless }]) {
			expect((await forecast(site, { trigger, timing: { wait_hours: 1 } }, false)).claimed).toBe(
				null,
			);
		}
		expect((await forecast(site, { trigger: paid, timing }, false)).claimed).toBe(null);
	});
});
