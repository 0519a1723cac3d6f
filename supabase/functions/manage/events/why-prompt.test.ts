import { advice, routes, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import type { DecisionResponse } from '../../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let site: TestSite;
let viewer: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	viewer = await signIn();
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, viewer, 'viewer');
	await sites.publish(site.siteId, {
		survey_id: 'for-pro',
		trigger: { events: ['page.read'] },
		audience: { trait: 'plan', op: 'is', value: 'pro' },
		limits: { show: 'once' },
	});
	await sites.publish(site.siteId, { survey_id: 'silent', trigger: { events: ['never.sent'] } });
});
afterAll(async () => {
	await sdk.end();
	await manage.end();
	await sites.end();
});

async function report(account: string, plan: string, name = 'page.read') {
	const caller = newCaller(site.siteId, sdk.clock.now);
	const event = newEvent(name, sdk.clock.now);
	await sdk.post('/events', {
		...caller,
		identify: { account, traits: { plan } },
		events: [event],
		decide: true,
	});
	return { id: event.id, visitor: caller.visitor as string };
}

async function ask(input: Omit<RouteInput<'whyPrompt'>, 'site' | 'prompt'>, prompt = 'for-pro') {
	const given = { site: site.id, prompt, ...input };
	const { body, error } = await manage.ask(viewer, 'whyPrompt', given);
	expect(error).toBe(undefined);
	return routes.whyPrompt.output.parse(body);
}

it('an account learns what decided, the facts, and what would have to change', async () => {
	const event = await report('cust_free', 'free');
	const why = await ask({ account: 'cust_free' });
	expect(why).toMatchObject({
		survey_id: 'for-pro',
		state: 'published',
		basis: 'repeated',
		visitor: event.visitor,
		decision: { survey_id: 'for-pro', reason: 'audience' },
		events: [{ id: event.id, reason: 'audience' }],
	});
	expect(why.changes[0]).toBe(advice.audience);
	const failed = why.decision!.rules.filter(({ passed }) => !passed);
	expect(failed).toMatchObject([{ rule: 'audience', text: 'plan is "pro"; it is "free"' }]);
	expect(await ask({ visitor: event.visitor })).toMatchObject({ decision: why.decision });
});

it('of all browsers of an account, every event counts', async () => {
	const first = await report('cust_two', 'free');
	sdk.clock.now += 1_000;
	await report('cust_two', 'free', 'else');
	expect(await ask({ account: 'cust_two' })).toMatchObject({ events: [{ id: first.id }] });
});

it('who would see it has nothing to change', async () => {
	await report('cust_free2', 'free');
	sdk.clock.now += 1_000;
	await report('cust_free2', 'pro', 'else');
	expect(await ask({ account: 'cust_free2' })).toMatchObject({
		decision: { reason: 'displayed' },
		changes: [],
	});
});

it('at a time, the decision is that of the last event before it', async () => {
	const before = new Date(sdk.clock.now - 1).toISOString();
	const first = await report('cust_then', 'free');
	const between = new Date(sdk.clock.now + 500).toISOString();
	sdk.clock.now += 1_000;
	await report('cust_then', 'pro');
	expect(await ask({ account: 'cust_then', at: between })).toMatchObject({
		basis: 'event',
		decision: { reason: 'audience' },
		events: [{ id: first.id }],
	});
	const none = await ask({ account: 'cust_then', at: before });
	expect(none).toMatchObject({ decision: null, events: [] });
	expect(none.changes[0]).toContain('page.read');
});

it('without an event of the trigger, the first change is to report one', async () => {
	await report('cust_quiet', 'pro', 'else');
	const why = await ask({ account: 'cust_quiet' }, 'silent');
	expect(why).toMatchObject({ basis: 'show', events: [] });
	expect(why.changes[0]).toBe(
		'Report an event of its trigger: never.sent. None arrived in 30 days.',
	);
});

it('needs exactly one of account and visitor, and one that the site knows', async () => {
	const at = { site: site.id, prompt: 'for-pro' };
	for (const input of [{}, { account: 'a', visitor: crypto.randomUUID() }]) {
		const { error } = await manage.ask(viewer, 'whyPrompt', { ...at, ...input });
		expect(error).toMatchObject({
			code: 'invalid_request',
			message: 'Exactly one of account and visitor must be given.',
		});
	}
	const unknown = await manage.ask(viewer, 'whyPrompt', { ...at, account: 'nobody' });
	expect(unknown.error).toMatchObject({ code: 'not_found', field: 'account' });
	const stranger = await signIn();
	const { status } = await manage.ask(stranger, 'whyPrompt', { ...at, account: 'cust_free' });
	expect(status).toBe(404);
});

it('a prompt learns what became of the events of its trigger, and what to do first', async () => {
	const read = async (prompt: string) => {
		const { body, error } = await manage.ask(viewer, 'getReasons', { site: site.id, prompt });
		expect(error).toBe(undefined);
		return routes.getReasons.output.parse(body);
	};
	const funnel = await read('for-pro');
	const [most] = funnel.reasons;
	expect(most).toMatchObject({ reason: 'audience', survey_id: 'for-pro' });
	expect(funnel).toMatchObject({ days: 7, names: ['page.read'], first: advice.audience });
	const others = funnel.reasons.reduce((sum, { events }) => sum + events, 0);
	expect(funnel.displayed + others).toBe(funnel.events);
	expect(funnel.displayed).toBe(1);
	const listed = await manage.ask(viewer, 'listEvents', {
		site: site.id,
		prompt: 'for-pro',
		reason: 'audience',
	});
	expect(listed.body.items).toHaveLength(most!.events);
	expect(listed.body.items[0]!.id).toBe(most!.example);

	expect(await read('silent')).toMatchObject({
		events: 0,
		reasons: [],
		first: 'Report an event of its trigger: never.sent. None arrived in 7 days.',
	});
});

it('a reason about a prompt that was not displayed either is no advice', async () => {
	const trigger = { events: ['page.shared'] };
	await sites.publish(site.siteId, {
		survey_id: 'for-few',
		trigger,
		audience: { trait: 'plan', op: 'is', value: 'pro' },
	});
	await sites.publish(site.siteId, { survey_id: 'for-none', trigger, sampling: { rate: 0 } });
	await report('cust_shared', 'free', 'page.shared');
	const given = { site: site.id, prompt: 'for-few' };
	const { body } = await manage.ask(viewer, 'getReasons', given);
	expect(body.reasons).toMatchObject([{ reason: 'sampled_out', survey_id: 'for-none' }]);
	expect(body.first).toBe(null);
});

it('an event that came before the prompt needs no change', async () => {
	await report('cust_early', 'free', 'page.printed');
	await sites.publish(site.siteId, { survey_id: 'printed', trigger: { events: ['page.printed'] } });
	const given = { site: site.id, prompt: 'printed' };
	const { body } = await manage.ask(viewer, 'getReasons', given);
	expect(body).toMatchObject({
		events: 1,
		displayed: 0,
		reasons: [{ reason: 'no_prompt', survey_id: null, events: 1 }],
		first_reason: 'no_prompt',
	});
	expect(body.first).toMatch(/^Wait for the next event: these came before the prompt/);
});

describe('a prompt without a trigger', () => {
	const read = async (survey_id: string) => {
		const given = { site: site.id, prompt: survey_id };
		const { body } = await manage.ask(viewer, 'getReasons', given);
		return routes.getReasons.output.parse(body);
	};
	const opening = expect.stringMatching(
		/^Call show\(\) .* the feedback button .* or give it a trigger/,
	);
	const publish = (survey_id: string) => sites.publish(site.siteId, { survey_id });

	it('is opened by nothing yet', async () => {
		await publish('unopened');
		expect(await read('unopened')).toMatchObject({
			names: [],
			events: 0,
			launcher: false,
			shown: 0,
			first: opening,
		});
		await report('cust_unopened', 'free');
		expect((await ask({ account: 'cust_unopened' }, 'unopened')).changes).toContainEqual(opening);
	});

	it('is opened by the app', async () => {
		await publish('shown');
		const { body } = await sdk.post<DecisionResponse>('/show', {
			...newCaller(site.siteId, sdk.clock.now),
			survey_id: 'shown',
			id: newEvent('x', sdk.clock.now).id,
		});
		if (body.decision.reason !== 'displayed') throw new Error(body.decision.reason);
		const { id: display, secret } = body.decision.display;
		const target = { site: site.siteId, display, secret };
		await sdk.post('/display', { ...target, state: 'displayed' });
		expect(await read('shown')).toMatchObject({ launcher: false, shown: 1, first: null });
	});

	it('is opened by the feedback button', async () => {
		await publish('buttoned');
		await sites.sql`
			update app.sites set settings = settings || '{"launcher": {"survey_id": "buttoned", "position": "right"}}'
			where id = ${site.id}`;
		expect(await read('buttoned')).toMatchObject({ launcher: true, shown: 0, first: null });
		await report('cust_buttoned', 'free');
		expect((await ask({ account: 'cust_buttoned' }, 'buttoned')).changes).toEqual([]);
		expect(await read('for-pro')).toMatchObject({ launcher: false, shown: null });
	});
});
