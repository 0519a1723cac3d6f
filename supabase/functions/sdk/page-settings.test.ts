import { afterAll, beforeAll, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { EventsResponse, IdentifyResponse } from '../../../contract/src/wire.ts';

const launcher = { survey_id: 'ideas', position: 'left', label: 'Ideas' };
const appearance = { accent: '#facc15', position: 'center' };

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;
let prompt: string;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite({ launcher, appearance });
	prompt = await sites.publish(site.siteId, { survey_id: 'ideas' });
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

async function sendEvent(to = site, decide = true): Promise<EventsResponse> {
	const events = [newEvent('opened', sdk.clock.now)];
	const caller = newCaller(to.siteId, sdk.clock.now);
	return (await sdk.post<EventsResponse>('/events', { ...caller, events, decide })).body;
}

it('a decision and an identify name the launcher of the site, with its appearance', async () => {
	const expected = { ...launcher, appearance: { accent: '#facc15' } };
	expect((await sendEvent()).page).toEqual({ launcher: expected });
	const caller = newCaller(site.siteId, sdk.clock.now);
	const identify = { account: 'user_42' };
	const { body } = await sdk.post<IdentifyResponse>('/identify', { ...caller, identify });
	expect(body.page).toEqual({ launcher: expected });
});

it('a batch that decides nothing does not, nor does a site without such settings', async () => {
	expect(await sendEvent(site, false)).not.toHaveProperty('page');
	expect(await sendEvent(await sites.makeSite())).not.toHaveProperty('page');
});

it('a launcher is missing within a minute while its prompt is not published', async () => {
	await sites.pause(site.siteId, prompt);
	sdk.clock.now += 61_000;
	expect(await sendEvent()).not.toHaveProperty('page');
	await sites.resume(site.siteId, prompt);
	sdk.clock.now += 61_000;
	expect(await sendEvent()).toHaveProperty('page');
	expect(await sendEvent(await sites.makeSite({ launcher }))).not.toHaveProperty('page');
});

it('a site that stores context with answers says so', async () => {
	const wanting = await sites.makeSite({ answer_context: ['utm', 'app_version'] });
	expect((await sendEvent(wanting)).page).toEqual({ context: ['utm', 'app_version'] });
});
