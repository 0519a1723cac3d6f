import { routes } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let site: TestSite;
let viewer: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	[viewer, stranger] = await Promise.all([signIn(), signIn()]);
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, viewer, 'viewer');
	await sites.publish(site.siteId, {
		survey_id: 'for-pro',
		trigger: { events: ['page.read'] },
		audience: { trait: 'plan', op: 'is', value: 'pro' },
	});
});

afterAll(async () => {
	await sdk.end();
	await manage.end();
	await sites.end();
});

async function report(debug?: string) {
	const request = {
		...newCaller(site.siteId, sdk.clock.now),
		events: [newEvent('page.read', sdk.clock.now)],
		decide: true,
		...(debug && { debug }),
	};
	const { body } = await sdk.post<EventsResponse>('/events', request);
	return { id: request.events[0]!.id, decision: body.decision };
}

it('an event is explained to users who may see the site', async () => {
	const { id } = await report();
	const path = `/sites/${site.id}/events/${id}/why`;
	const why = routes.why.output.parse((await manage.call(viewer, path)).body);
	expect(why).toMatchObject({
		event: { id, name: 'page.read', reason: 'audience' },
		prompts: [{ survey_id: 'for-pro', reason: 'audience' }],
	});
	expect(why.prompts[0]!.rules.filter(({ passed }) => !passed)).not.toHaveLength(0);
	expect((await manage.call(stranger, path)).status).toBe(404);
	const none = `/sites/${site.id}/events/${newEvent('x', sdk.clock.now).id}/why`;
	expect((await manage.call(viewer, none)).status).toBe(404);
});

it('a debug token reveals the facts of a reason, only on its site', async () => {
	const path = (of: TestSite) => `/sites/${of.id}/debug-tokens`;
	expect((await manage.call(stranger, path(site), { method: 'POST' })).status).toBe(404);
	const made = await manage.call(viewer, path(site), { method: 'POST' });
	const { token } = routes.createDebugToken.output.parse(made.body);
	expect((await report(token)).decision).toMatchObject({
		reason: 'audience',
		facts: [{ survey_id: 'for-pro', reason: 'audience' }],
	});
	expect((await report()).decision).toEqual({ reason: 'audience' });
	// Not the last character, because some of its bits are ignored.
	const changed = token.at(-5) === 'A' ? 'B' : 'A';
	const forged = `${token.slice(0, -5)}${changed}${token.slice(-4)}`;
	expect((await report(forged)).decision).toEqual({ reason: 'audience' });

	const other = await sites.makeSite();
	await join(sites.sql, other.workspace, viewer, 'viewer');
	const foreign = await manage.call(viewer, path(other), { method: 'POST' });
	const { token: wrong } = routes.createDebugToken.output.parse(foreign.body);
	expect((await report(wrong)).decision).toEqual({ reason: 'audience' });
});
