import type { PromptInput, RouteOutput } from '@feedback/contract';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { reportAsBackend } from '../../../tests/backend.ts';
import { day, hour, later, report, showPrompt } from '../../../tests/caller.ts';
import type { TestSql } from '../../../tests/harness.ts';
import { publishPrompt } from '../../../tests/sites.ts';
import { newVisit, signedIn } from '../../../tests/visits.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { signIn } from '../../tests/people.ts';
import { makeTraffic, type Traffic } from '../../tests/traffic.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

const now = new Date();
const past = new Date(+now - 3 * 3_600_000);
const trigger = { events: ['done'] };

let team: TestWorkspace;
let ingest: TestSql;
/** Has a constant clock, so that the deadline never ends its work early. */
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
	{ manage = patient, sample }: { manage?: TestManage | undefined; sample?: number } = {},
) {
	const { status, body } = await manage.ask(team.viewer, 'forecast', {
		site,
		content: writePrompt({ trigger, ...content }),
		others: true,
		...(sample && { sample }),
	});
	expect([status, body]).toEqual([200, expect.anything()]);
	const { others, ...figures } = body as RouteOutput<'forecast'>;
	return { figures, others: others! };
}

/** Each request ends after its first step. */
function hurriedClock(): () => number {
	let calls = 0;
	return () => +now + 3_000 * calls++;
}

async function addDays(days: number) {
	await team.sites.sql`
		select app.create_day((${now}::timestamptz at time zone 'UTC')::date - n) from generate_series(0, ${days}::int) n`;
}

async function countReserved(site: string, prompt?: string): Promise<number> {
	const [row] = await team.sites.sql<{ displays: number }[]>`
		select count(*)::int as displays from app.displays
		where site_id = ${site} and state <> 'released' and (${prompt ?? null}::uuid is null or prompt_id = ${prompt ?? null})`;
	return row!.displays;
}

describe('a forecast with the other prompts', () => {
	it('takes displays from a prompt of lower priority, but none from one of higher priority', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger, name: 'NPS' });
		const first = await publish(site, {
			trigger: { events: ['opened'] },
			priority: 9,
			name: 'First',
		});
		for (let turn = 0; turn < 8; turn++) {
			const visit = newVisit(site, { now: past });
			if (turn < 3) await report(ingest, visit, 'opened');
			await report(ingest, later(visit, 1_000), 'done');
		}
		expect([await countReserved(site, nps.id), await countReserved(site, first.id)]).toEqual([
			5, 3,
		]);

		const weak = await forecast(site, {});
		expect(weak.figures).toMatchObject({ subjects: 0, displays: 0, events: 8 });
		expect(weak.figures.reasons).toEqual({ lost_priority: 5, site_cooldown: 3 });
		expect(weak.others.prompts.map(({ name, change }) => [name, change])).toEqual([
			['NPS', 0],
			['First', 0],
		]);
		const strong = await forecast(site, { priority: 1 });
		expect(strong.figures).toMatchObject({
			subjects: 5,
			error: 0,
			displays: 5,
			reasons: { displayed: 5, site_cooldown: 3 },
		});
		expect(strong.others.prompts).toEqual([
			{
				prompt: nps.id,
				survey_id: nps.content.survey_id,
				name: 'NPS',
				displays_without: 5,
				displays_with: 0,
				change: -5,
				change_error: 0,
			},
			expect.objectContaining({ name: 'First', displays_without: 3, displays_with: 3, change: 0 }),
		]);
		expect(strong.others.backtest).toMatchObject({ replayed: 8, error: 0, reserved: 8 });
	});

	it('shares the cooldown of the site: a display that one prompt misses may later go to another', async () => {
		const site = await makeSite({ cooldown_days: 1 });
		const nps = await publish(site, { trigger: { events: ['done'] }, name: 'NPS' });
		await addDays(4);
		for (let turn = 0; turn < 6; turn++) {
			const visit = newVisit(site, { now: new Date(+now - 3 * day) });
			await report(ingest, visit, 'opened');
			await report(ingest, later(visit, hour), 'done');
			// Half of the visitors return after the cooldown.
			if (turn < 3) await report(ingest, later(visit, 2 * day), 'done');
		}
		const { figures, others } = await forecast(site, { trigger: { events: ['opened'] } });
		expect(figures).toMatchObject({ subjects: 6, displays: 6, reasons: { displayed: 6 } });
		expect(others.prompts[0]).toMatchObject({
			prompt: nps.id,
			displays_without: 6,
			displays_with: 3,
			change: -3,
			change_error: 0,
		});
		// Even if the draft ignores the site's limits, its displays still count towards other prompts' limits.
		const rude = await forecast(site, {
			trigger: { events: ['opened'] },
			limits: { site_limits: 'ignore' },
		});
		expect(rude.others.prompts[0]).toMatchObject({ displays_with: 3 });
	});

	it('replaces the published revision of the same prompt, which frees displays for others', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger, name: 'NPS' });
		const wide = await publish(site, { trigger, priority: 5, name: 'Wide' });
		for (let turn = 0; turn < 9; turn++) {
			const plan = turn < 2 ? 'pro' : 'free';
			const visit = signedIn(newVisit(site, { now: past }), `w${turn}`, { plan });
			await report(ingest, visit, 'done');
		}
		const { figures, others } = await forecast(site, {
			survey_id: wide.content.survey_id,
			priority: 5,
			audience: { trait: 'plan', op: 'is', value: 'pro' },
		});
		expect(figures).toMatchObject({ subjects: 2, reasons: { displayed: 2, audience: 7 } });
		expect(others.prompts).toHaveLength(1);
		expect(others.prompts[0]).toMatchObject({
			prompt: nps.id,
			displays_without: 0,
			displays_with: 7,
			change: 7,
			change_error: 0,
		});
	});

	it('ignores a prompt that has ended, but includes it in the comparison with what was displayed', async () => {
		const site = await makeSite();
		const [old, ended] = [
			await publish(site, { trigger }),
			await publish(site, { trigger, priority: 1 }),
		];
		await addDays(4);
		const report2 = (at: Date) => report(ingest, newVisit(site, { now: at }), 'done');
		for (let turn = 0; turn < 4; turn++) await report2(new Date(+now - 2 * day));
		await team.sites.sql`select app.pause(${site}, ${ended.id})`;
		await team.sites.sql`
			update app.publications set at = ${new Date(+now - day)}
			where site_id = ${site} and prompt_id = ${ended.id} and revision is null`;
		for (let turn = 0; turn < 5; turn++) await report2(past);
		expect([await countReserved(site, ended.id), await countReserved(site, old.id)]).toEqual([
			4, 5,
		]);
		const { others } = await forecast(site, { priority: 5 });
		expect(others.prompts).toMatchObject([
			{ prompt: old.id, displays_without: 9, displays_with: 0 },
		]);
		expect(others.backtest).toMatchObject({ replayed: 9, error: 0, reserved: 9 });
		expect(others.backtest.prompts).toMatchObject([
			{ prompt: old.id, replayed: 5, reserved: 5 },
			{ prompt: ended.id, replayed: 4, reserved: 4 },
		]);
	});

	it('lets backend prompts wait for the next browser event', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const paid = await publish(site, {
			trigger: { events: ['paid'], source: 'backend' },
			name: 'Paid',
		});
		for (let turn = 0; turn < 6; turn++) {
			const account = `b${turn}`;
			const visit = signedIn(newVisit(site, { now: past }), account);
			await report(ingest, visit, 'opened');
			await reportAsBackend(ingest, site, account, 'paid', {}, { now: later(visit, 1_000).now! });
			if (turn < 4) await report(ingest, later(visit, 60_000), 'opened');
		}
		const unchanged = await forecast(site, { trigger: { events: ['never'] } });
		expect(unchanged.others.prompts[0]).toMatchObject({
			prompt: paid.id,
			displays_without: 4,
			displays_with: 4,
		});
		const draft: Partial<PromptInput> = {
			trigger: { events: ['paid'], source: 'backend' },
			priority: 1,
		};
		const better = await forecast(site, draft);
		expect(better.figures).toMatchObject({ subjects: 4, reasons: { displayed: 4, waiting: 2 } });
		expect(better.others.prompts[0]).toMatchObject({ prompt: paid.id, displays_with: 0 });
	});

	it('counts repeated events, and withdraws prompts that another event cancels', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger, name: 'NPS' });
		for (let turn = 0; turn < 6; turn++) {
			const visit = newVisit(site, { now: past });
			await report(ingest, visit, 'begun');
			if (turn < 2) await report(ingest, later(visit, 1_000), 'begun');
			if (turn >= 3) await report(ingest, later(visit, 60_000), 'completed');
			await report(ingest, later(visit, hour), 'done');
		}
		const second = await forecast(site, {
			trigger: { events: ['begun'], repeated: { times: 2, within_minutes: 60 } },
		});
		expect(second.figures).toMatchObject({
			subjects: 2,
			reasons: { displayed: 2, trigger_count: 6 },
		});
		expect(second.others.prompts).toMatchObject([{ prompt: nps.id, change: -2 }]);
		const left = await forecast(site, {
			trigger: { events: ['begun'], unless: { events: ['completed'], within_minutes: 10 } },
			priority: 1,
		});
		expect(left.figures).toMatchObject({ subjects: 3 });
		expect(left.others.prompts).toMatchObject([{ prompt: nps.id, change: -3 }]);
	});

	it('counts displays that show() requested, but not those that a browser released', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const help = await publish(site, { name: 'Help' });
		const nps = await publish(site, { trigger, name: 'NPS' });
		for (let turn = 0; turn < 5; turn++) {
			const visit = newVisit(site, { now: past });
			await report(ingest, visit, 'opened');
			await showPrompt(ingest, later(visit, hour), help.content.survey_id);
			const other = newVisit(site, { now: past });
			const { display } = await report(ingest, other, 'done');
			if (turn < 2) {
				await team.sites.sql`
					update app.displays set state = 'released', released_at = reserved_at
					where site_id = ${site} and id = ${display}`;
			}
		}
		const unchanged = await forecast(site, { trigger: { events: ['never'] } });
		expect(unchanged.others.prompts).toMatchObject([
			{ prompt: help.id, displays_without: 5, displays_with: 5 },
			{ prompt: nps.id, displays_without: 3, displays_with: 3 },
		]);
		expect(unchanged.others.backtest).toMatchObject({ replayed: 8, reserved: 8 });
		const earlier = await forecast(site, { trigger: { events: ['opened'] } });
		expect(earlier.others.prompts).toMatchObject([
			{ prompt: help.id, change: -5 },
			{ prompt: nps.id, change: 0 },
		]);
	});

	it('gives a prompt the displays in its budget, and the rest to others', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger, name: 'NPS', budget: { displays: 3 } });
		for (let turn = 0; turn < 8; turn++) {
			await report(ingest, newVisit(site, { now: new Date(+past + turn * 1_000) }), 'done');
		}
		const weak = await forecast(site, {});
		expect(weak.figures).toMatchObject({
			subjects: 5,
			reasons: { displayed: 5, lost_priority: 3 },
		});
		expect(weak.others.prompts).toMatchObject([
			{ prompt: nps.id, displays_without: 3, displays_with: 3, change: 0, change_error: 0 },
		]);
		expect(weak.others.backtest).toMatchObject({ replayed: 3, error: 0, reserved: 3 });
		const few = await forecast(site, { priority: 1, budget: { displays: 2 } });
		expect(few.figures).toMatchObject({ subjects: 2, reasons: { displayed: 2, budget: 6 } });
		expect(few.others.prompts).toMatchObject([{ displays_with: 3 }]);
	});

	it('spends a budget of responses at the rate at which displays are answered', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		await publish(site, { trigger, name: 'NPS' });
		for (let turn = 0; turn < 8; turn++) {
			const visit = newVisit(site, { now: new Date(+past + turn * 1_000) });
			const { display } = await report(ingest, visit, 'done');
			if (turn % 2 === 0) {
				await team.sites.sql`
					update app.displays set answered_at = reserved_at where site_id = ${site} and id = ${display!}`;
			}
		}
		const draft = await forecast(site, { priority: 1, budget: { responses: 2 } });
		expect(draft.figures).toMatchObject({ subjects: 4, reasons: { displayed: 4, budget: 4 } });
		expect(draft.others.prompts).toMatchObject([{ displays_without: 8, displays_with: 4 }]);
	});

	it('replays total budgets, period budgets and the site’s budget exactly', async () => {
		const site = await makeSite({ cooldown_days: 0, displays_per_day: 7 });
		await addDays(4);
		const every = { displays: 4, every: 'day', paced: true } as const;
		await publish(site, { trigger, name: 'Paced', priority: 2, budget: { period: every } });
		await publish(site, { trigger, name: 'Ends', priority: 1, budget: { displays: 5 } });
		await publish(site, { trigger, name: 'Rest' });
		for (let turn = 0; turn < 60; turn++) {
			const at = new Date(+now - 3 * day + turn * (hour + 7_919));
			await report(ingest, newVisit(site, { now: at }), 'done');
		}
		const { others } = await forecast(site, { trigger: { events: ['never'] } });
		expect(others.backtest.prompts).toHaveLength(3);
		for (const { prompt, replayed, reserved } of others.backtest.prompts) {
			expect([replayed, reserved]).toEqual([reserved, await countReserved(site, prompt)]);
		}
		const reserved = await countReserved(site);
		expect(others.backtest).toMatchObject({ replayed: reserved, error: 0, reserved });
		expect(reserved).toBeLessThan(36);
	});

	it('displays a prompt to one person of each group', async () => {
		const site = await makeSite({ cooldown_days: 7 });
		await addDays(9);
		const limits = { per_group: { trait: 'company', days: 7 } } as const;
		const nps = await publish(site, { trigger, name: 'NPS', limits });
		for (let turn = 0; turn < 12; turn++) {
			const at = new Date(+now - 8 * day + turn * 16 * hour);
			const company = turn === 11 ? null : `company ${turn % 3}`;
			const visit = signedIn(newVisit(site, { now: at }), `g${turn}`, company ? { company } : {});
			await report(ingest, visit, 'done');
		}
		const reserved = await countReserved(site, nps.id);
		const { figures, others } = await forecast(site, {});
		expect(others.backtest).toMatchObject({ replayed: reserved, error: 0, reserved });
		// One visitor of each company, again after a week, and the visitor without a company.
		expect(reserved).toBeLessThan(9);
		expect(figures.displays).toBe(12 - reserved);
		const draft = await forecast(site, { priority: 1, limits });
		expect(draft.figures).toMatchObject({
			displays: reserved,
			reasons: { group_limit: 12 - reserved },
		});
	});

	/** A site where a budget allowed NPS 40 of 240 displays. */
	async function spendBudget() {
		const site = await makeSite({ cooldown_days: 7 });
		const nps = await publish(site, { trigger, name: 'NPS', budget: { displays: 40 } });
		for (let turn = 0; turn < 240; turn++) {
			await report(ingest, newVisit(site, { now: new Date(+past + turn * 1_000) }), 'done');
		}
		return { site, nps };
	}

	it('spends a budget in a sample as in reality, however early it ends', async () => {
		const { site, nps } = await spendBudget();
		// A sample of a tenth, and a request that ends after its first step.
		const hurried = openManage(team.sites.manageUrl, { clock: hurriedClock() });
		for (const given of [{ sample: 100, manage: undefined }, { manage: hurried }]) {
			const { figures, others } = await forecast(site, {}, given);
			expect(figures.share).toBeLessThan(0.6);
			expect(others.backtest.prompts).toEqual([
				expect.objectContaining({ prompt: nps.id, replayed: 40, error: 0, reserved: 40 }),
			]);
			expect(others.prompts[0]).toMatchObject({ displays_without: 40, displays_with: 40 });
			const few = await forecast(site, { priority: 1, budget: { displays: 20 } }, given);
			expect(few.figures).toMatchObject({ subjects: 20, high: 20, displays: 20 });
			// The displays that the draft leaves over are known after the second round.
			expect(few.others.prompts[0]).toMatchObject({ displays_with: given.manage ? 0 : 40 });
		}
		await hurried.end();
	});

	it('estimates from a sample how many displays a budget leaves to a draft', thorough, async () => {
		const deviations: number[] = [];
		for (let turn = 0; turn < 5; turn++) {
			const { site } = await spendBudget();
			const { displays, displays_error } = (await forecast(site, {}, { sample: 100 })).figures;
			deviations.push(Math.abs(displays - 200) / (displays_error * displays));
		}
		// Five subjects show when the budget is spent, so one estimate in thirty is far off.
		expect(deviations.toSorted((a, b) => a - b)[2]).toBeLessThan(2);
	});

	it('omits other prompts unless requested, and returns nothing to a stranger', async () => {
		const site = await makeSite();
		const content = writePrompt({ trigger });
		const quick = await patient.ask(team.viewer, 'forecast', { site, content });
		expect(quick.body.others).toBeNull();
		const { status } = await patient.ask(await signIn(), 'forecast', {
			site,
			content,
			others: true,
		});
		expect(status).toBe(404);
	});
});

describe('a replay of what was published', () => {
	let traffic: Traffic;
	let manage: TestManage;
	let site: string;
	beforeAll(async () => {
		const limits = { cooldown_days: 1, window: { displays: 4, days: 10 }, per_session: 1 };
		site = await makeSite(limits);
		traffic = await makeTraffic(team.sites.sql, ingest, site, {
			visitors: 80,
			days: 20,
			claimed: 0.6,
		});
		await team.sites.sql`
			update app.publications set at = now() - interval '40 days' where site_id = ${site}`;
		manage = openManage(team.sites.manageUrl, { clock: () => +traffic.end, isPatient: true });
	}, 240_000);
	afterAll(() => manage.end());

	it('gives exactly the displays that were reserved when all subjects are examined', async () => {
		const { others } = await forecast(site, { trigger: { events: ['never'] } }, { manage });
		for (const { prompt, replayed, error, reserved } of others.backtest.prompts) {
			expect(reserved).toBe(await countReserved(site, prompt));
			expect([replayed, error]).toEqual([reserved, 0]);
		}
		expect(others.backtest.prompts).toHaveLength(4);
		expect(others.backtest.reserved).toBe(await countReserved(site));
		for (const { change, displays_without, prompt } of others.prompts) {
			expect([change, displays_without]).toEqual([0, await countReserved(site, prompt)]);
		}
	});

	it('equals them within the stated error when a sample is examined, with the same result each time', async () => {
		const { content } = traffic.immediate[0]!;
		const part = await forecast(site, content, { manage, sample: 300 });
		expect(part.figures.sampled).toBe(true);
		expect(await forecast(site, content, { manage, sample: 300 })).toEqual(part);
		const { backtest } = part.others;
		// About six standard deviations: a sample of a few dozen subjects is not normal in its tails. A single prompt may
		// even be missing from it, because a few subjects had most of its displays.
		expect(Math.abs(backtest.replayed - backtest.reserved)).toBeLessThan(3 * backtest.error);
		for (const { replayed, error, reserved } of backtest.prompts) {
			expect(error).toBeGreaterThan(0);
			if (replayed >= 10) expect(Math.abs(replayed - reserved)).toBeLessThan(4 * error);
		}
	});

	it('estimates the change of other prompts more accurately than their displays', async () => {
		const draft = { trigger: { events: ['done'] }, sampling: { rate: 0.2 }, priority: 1 };
		const whole = await forecast(site, draft, { manage });
		const part = await forecast(site, draft, { manage, sample: 300 });
		for (const { prompt, change, change_error } of part.others.prompts) {
			const truth = whole.others.prompts.find((one) => one.prompt === prompt)!;
			// Allows one more, because the distribution of few changes is not normal in its tails.
			expect(Math.abs(change - truth.change)).toBeLessThan(
				1 + 3 * (change_error + truth.change_error),
			);
			const { error } = part.others.backtest.prompts.find((one) => one.prompt === prompt)!;
			expect(change_error).toBeLessThan(error);
		}
	});
});
