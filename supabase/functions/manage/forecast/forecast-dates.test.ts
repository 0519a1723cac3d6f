// Forecasts of prompts that start or end at a certain time.
import type { PromptInput, RouteOutput } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { day, report } from '../../../tests/caller.ts';
import type { TestSql } from '../../../tests/harness.ts';
import { publishPrompt } from '../../../tests/sites.ts';
import { newVisit } from '../../../tests/visits.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

const now = new Date();
const trigger = { events: ['done'] };
const inDays = (days: number) => new Date(+now + days * day).toISOString();

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
	await team.sites.sql`
		select app.create_day((${now}::timestamptz at time zone 'UTC')::date - n) from generate_series(0, 7) n`;
});
afterAll(async () => {
	await ingest.end();
	await patient.end();
	await team.end();
});

async function makeSite(): Promise<string> {
	const { id } = await team.sites.makeSite({ limits: { cooldown_days: 7 } });
	await team.sites.sql`
		update app.sites set workspace_id = ${team.site.workspace} where id = ${id}`;
	return id;
}

/** Publishes a prompt as if it had been live all the time. */
async function publish(site: string, given: Partial<PromptInput>) {
	const prompt = await publishPrompt(team.sites.sql, site, { trigger, ...given });
	await team.sites.sql`
		update app.publications set at = now() - interval '40 days' where site_id = ${site} and prompt_id = ${prompt.id}`;
	return prompt;
}

/** One event of a new visitor on each of the last six days. */
async function fillSite(site: string): Promise<void> {
	for (let days = -6; days < 0; days++) {
		await report(ingest, newVisit(site, { now: new Date(inDays(days)) }), 'done');
	}
}

async function forecast(
	site: string,
	content: Partial<PromptInput>,
	others: boolean,
): Promise<RouteOutput<'forecast'>> {
	const { status, body } = await patient.ask(team.viewer, 'forecast', {
		site,
		content: writePrompt({ trigger, ...content }),
		others,
	});
	expect([status, body]).toEqual([200, expect.anything()]);
	return body;
}

describe('a forecast of a prompt with dates', () => {
	it('replays it as if it had been live all the time, whenever it starts or ends', async () => {
		const site = await makeSite();
		const nps = await publish(site, { name: 'NPS' });
		await fillSite(site);
		for (const timing of [
			{ starts_at: inDays(1) },
			{ starts_at: inDays(1), ends_at: inDays(8) },
			{ starts_at: inDays(-2), ends_at: inDays(1) },
		]) {
			for (const others of [false, true]) {
				const draft = await forecast(site, { timing, priority: 1 }, others);
				expect(draft).toMatchObject({ subjects: 6, reasons: { displayed: 6 } });
				if (!others) continue;
				expect(draft.others!.prompts).toMatchObject([
					{ prompt: nps.id, displays_without: 6, displays_with: 0, change: -6 },
				]);
			}
		}
	});

	it('reaches nobody once it has ended', async () => {
		const site = await makeSite();
		const nps = await publish(site, { name: 'NPS' });
		await fillSite(site);
		const timing = { starts_at: inDays(-5), ends_at: inDays(-1) };
		for (const others of [false, true]) {
			const draft = await forecast(site, { timing, priority: 1 }, others);
			expect(draft).toMatchObject({ subjects: 0, reasons: { ended: 6 } });
			if (!others) continue;
			expect(draft.others!.prompts).toMatchObject([{ prompt: nps.id, change: 0 }]);
		}
	});

	it('counts what other prompts will lose, and replays the past with the dates of that time', async () => {
		const site = await makeSite();
		const ended = await publish(site, {
			name: 'Ended',
			priority: 2,
			timing: { ends_at: inDays(-3.5) },
		});
		const nps = await publish(site, { name: 'NPS', timing: { starts_at: inDays(-2.5) } });
		const next = await publish(site, {
			name: 'Next',
			priority: 1,
			timing: { starts_at: inDays(1) },
		});
		await fillSite(site);
		const { others, ...figures } = await forecast(site, { priority: 3 }, true);
		expect(figures).toMatchObject({ subjects: 6 });
		// From tomorrow on, Next would have all displays without the draft.
		expect(others!.prompts).toMatchObject([
			{ prompt: next.id, displays_without: 6, displays_with: 0, change: -6 },
			{ prompt: nps.id, displays_without: 0, displays_with: 0 },
		]);
		expect(others!.backtest).toMatchObject({ replayed: 5, error: 0, reserved: 5 });
		expect(others!.backtest.prompts).toEqual([
			expect.objectContaining({ prompt: ended.id, replayed: 3, reserved: 3 }),
			expect.objectContaining({ prompt: nps.id, replayed: 2, reserved: 2 }),
			expect.objectContaining({ prompt: next.id, replayed: 0, reserved: 0 }),
		]);
		// A new revision of the same prompt: the published one has ended, so nothing is lost.
		const { survey_id } = ended.content;
		const again = await forecast(site, { survey_id, timing: { starts_at: inDays(1) } }, true);
		expect(again).toMatchObject({ subjects: 0, reasons: { lost_priority: 6 } });
		expect(again.others!.prompts).toMatchObject([
			{ prompt: next.id, change: 0 },
			{ prompt: nps.id, change: 0 },
		]);
	});
});
