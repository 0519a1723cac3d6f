import { routes, type PromptInput, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../tests/connections.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
/** Has the trait `plan: pro`, and an account. */
let visitor: string;

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	await team.sites.publish(team.site.siteId, {
		survey_id: 'for-pro',
		trigger: { events: ['report.exported'], where: { property: 'format', op: 'is', value: 'pdf' } },
		audience: { trait: 'plan', op: 'is', value: 'pro' },
		limits: { show: 'once' },
	});
	visitor = (await report('page.read', { account: 'ada', traits: { plan: 'pro' } })).visitor;
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

async function report(name: string, identify?: object, properties = {}) {
	const caller = newCaller(team.site.siteId, sdk.clock.now);
	const event = newEvent(name, sdk.clock.now, { properties });
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		...(identify && { identify }),
		events: [event],
		decide: true,
	});
	return { id: event.id, visitor: caller.visitor as string, decision: body.decision };
}

type Test = Omit<RouteInput<'testRules'>, 'site'>;
const ask = (input: Test) => team.manage.ask(team.viewer, 'testRules', { site, ...input });
async function test(input: Test) {
	const { body, error } = await ask(input);
	expect(error).toBe(undefined);
	return routes.testRules.output.parse(body);
}
const exported = (format: string) => ({ name: 'report.exported', properties: { format } });

describe('a chosen visitor and event', () => {
	it('show each rule of the live prompts, passed or failed', async () => {
		const passed = await test({ visitor, event: exported('pdf') });
		expect(passed).toMatchObject({ reason: 'displayed', prompts: [{ survey_id: 'for-pro' }] });
		expect(passed.prompts[0]!.rules.every((rule) => rule.passed)).toBe(true);
		const failed = await test({ visitor, event: exported('csv') });
		expect(failed.reason).toBe('trigger_properties');
		expect(failed.prompts[0]!.rules.filter((rule) => !rule.passed)).toEqual([
			{ rule: 'trigger', passed: false, text: 'format is "pdf"; it is "csv"' },
		]);
	});

	it('may be an account, in the browser that it used last', async () => {
		expect(await test({ account: 'ada', event: exported('pdf') })).toMatchObject({
			reason: 'displayed',
		});
	});

	it('store nothing, and the prediction is correct', async () => {
		const { visitor, id } = await report('page.read', { account: 'eve', traits: { plan: 'pro' } });
		const counted = () => team.sites.sql`
			select (select count(*) from app.events) as events, (select count(*) from app.displays) as displays,
			       (select count(*) from app.event_names) as names, (select count(*) from app.subject_locks) as gates`;
		const before = await counted();
		const tested = await test({ visitor, event: exported('pdf') });
		await test({ visitor, event: { name: 'never.reported' } });
		expect(tested.like).toBe(id);
		expect(await counted()).toEqual(before);

		const caller = { ...newCaller(team.site.siteId, sdk.clock.now), visitor };
		const event = newEvent('report.exported', sdk.clock.now, { properties: { format: 'pdf' } });
		const sent = { ...caller, events: [event], decide: true };
		const { body } = await sdk.post<EventsResponse>('/events', sent);
		expect(body.decision?.reason).toBe(tested.reason);
		expect(await test({ visitor, event: exported('pdf') })).toMatchObject({ reason: 'seen_limit' });
	});

	it('report when no prompt has the trigger, or the event would not be stored', async () => {
		const event = { name: 'page.read' };
		expect(await test({ visitor, event })).toMatchObject({ reason: 'no_prompt', prompts: [] });
		const change = (capture: 'all' | 'registered') =>
			team.manage.ask(team.owner, 'updateSettings', { site, capture });
		await change('registered');
		expect(await test({ visitor, event })).toMatchObject({ reason: 'not_captured' });
		await change('all');
	});

	it('must be known, and only a visitor or an account is given', async () => {
		const { status, error } = await ask({ visitor: crypto.randomUUID(), event: exported('pdf') });
		expect([status, error.field]).toEqual([404, 'visitor']);
		const nobody = await ask({ account: 'nobody', event: exported('pdf') });
		expect([nobody.status, nobody.error.field]).toEqual([404, 'account']);
		const both = await ask({ visitor, account: 'ada', event: exported('pdf') });
		expect([both.status, both.error.field]).toEqual([400, 'visitor']);
		expect((await ask({ event: exported('pdf') })).status).toBe(400);
	});

	it('of another site are not found', async () => {
		const other = await team.sites.makeSite();
		const { status } = await team.manage.ask(team.viewer, 'testRules', {
			site: other.id,
			visitor,
			event: exported('pdf'),
		});
		expect(status).toBe(404);
	});

	it('require a grant if a connection requests them', async () => {
		const agent = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const input = { site, visitor, event: exported('pdf') };
		const { status, error } = await team.manage.ask(agent, 'testRules', input);
		expect([status, error.code]).toEqual([403, 'approval_required']);
	});
});

describe('a draft', () => {
	it('is tested by the same rules, without other prompts', async () => {
		const content = writePrompt({
			trigger: { events: ['report.exported'], verified: true },
			audience: { all: [{ identified: true }, { event: 'page.read', times: 2, within_days: 7 }] },
		});
		const plain = await test({ visitor, event: exported('pdf'), content });
		expect(plain).toMatchObject({
			reason: 'unverified',
			prompts: [{ survey_id: content.survey_id }],
		});
		const event = { ...exported('pdf'), verified: true };
		const proven = await test({ visitor, event, content });
		expect(proven.reason).toBe('audience');
		expect(proven.prompts[0]!.rules.filter(({ passed }) => !passed)).toEqual([
			{
				rule: 'audience',
				passed: false,
				text: 'page.read at least 2 times within 7 days; 1 time, this event included',
			},
		]);
	});

	it('without the event in its trigger reports this, and the results of the other rules', async () => {
		const content = writePrompt({ trigger: { events: ['report.exported', 'report.shared'] } });
		const tested = await test({ visitor, event: { name: 'page.read' }, content });
		expect(tested.reason).toBe('no_prompt');
		expect(tested.prompts[0]!.rules[0]).toEqual({
			rule: 'event',
			passed: false,
			text: 'page.read does not trigger the prompt; report.exported or report.shared does',
		});
		expect(tested.prompts[0]!.rules.length).toBeGreaterThan(1);
		const silent = await test({ visitor, event: { name: 'page.read' }, content: writePrompt() });
		expect(silent.prompts[0]!.rules[0]).toMatchObject({
			passed: false,
			text: 'the prompt has no trigger; only show() displays it',
		});
	});

	it('counts its earlier displays to the subject', async () => {
		const seen = await report('page.read', { account: 'mia', traits: { plan: 'pro' } });
		const caller = { ...newCaller(team.site.siteId, sdk.clock.now), visitor: seen.visitor };
		const event = newEvent('report.exported', sdk.clock.now, { properties: { format: 'pdf' } });
		await sdk.post('/events', { ...caller, events: [event], decide: true });
		const content = writePrompt({ survey_id: 'for-pro', trigger: { events: ['report.exported'] } });
		expect(await test({ visitor: seen.visitor, event: exported('pdf'), content })).toMatchObject({
			reason: 'seen_limit',
		});
	});

	it('counts what publishing would count for a budget that is not published', async () => {
		const trigger = { events: ['budget.tried'] };
		await team.sites.publish(team.site.siteId, {
			survey_id: 'limited-later',
			trigger,
			budget: { period: { every: 'day', displays: 9 } },
		});
		expect((await report('budget.tried')).decision?.reason).toBe('displayed');
		const { visitor } = await report('page.read');
		const rulesWith = async (budget: PromptInput['budget']) => {
			const content = writePrompt({ survey_id: 'limited-later', trigger, budget });
			const { reason, prompts } = await test({ visitor, event: { name: 'budget.tried' }, content });
			const rules = prompts[0]!.rules.filter(({ rule }) => rule === 'budget');
			return [reason, ...rules.map(({ text }) => text)];
		};
		expect(await rulesWith({ displays: 1, responses: 1 })).toEqual([
			'budget',
			'1 of 1 displays are used',
			'0 of 1 responses are stored',
		]);
		expect(await rulesWith({ period: { every: 'week', displays: 1 } })).toEqual([
			'budget',
			'1 of 1 displays for this week are used',
		]);
		expect(await rulesWith({ period: { every: 'day', displays: 2 } })).toEqual([
			'displayed',
			'1 of 2 displays for today are used',
		]);
	});

	it('must be a valid prompt', async () => {
		const { status, error } = await ask({
			visitor,
			event: exported('pdf'),
			content: { ...writePrompt(), questions: [] },
		});
		expect([status, error.code, error.field]).toEqual([422, 'invalid_prompt', 'content.questions']);
	});
});
