import { routes } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBuckets } from '../_shared/http/bucket.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { publishPrompt } from '../../tests/sites.ts';
import { backendEvent, openEvents, type TestEvents } from '../tests/events.ts';
import { openManage, type TestManage } from '../tests/manage.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { DecisionResponse, EventsResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let sdk: TestSdk;
let events: TestEvents;
let site: TestSite;
let owner: TestPerson;
let key: string;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	events = openEvents(sites.ingestUrl, manage.keyring);
	owner = await signIn();
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, owner);
	key = (await createKey()).secret;
});
afterAll(async () => {
	await Promise.all([manage.end(), sdk.end(), events.end()]);
	await sites.end();
});

async function createKey(to = site) {
	const { body } = await manage.ask(owner, 'createSiteKey', { site: to.id, name: 'Backend' });
	return routes.createSiteKey.output.parse(body);
}

describe('a backend with a site key', () => {
	it('triggers a prompt that the account’s next call shows', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		await publishPrompt(sites.sql, own.id, {
			trigger: { events: ['invoice.paid'], source: 'backend' },
		});
		const { secret } = await createKey(own);
		const event = backendEvent('user_42', 'invoice.paid', { properties: { plan: 'pro' } });
		const { status, body } = await events.post(secret, { events: [event] });
		expect([status, body.events]).toEqual([
			200,
			[{ id: event.id, status: 'recorded', reason: 'waiting' }],
		]);
		sdk.clock.now = events.clock.now;
		const caller = newCaller(own.siteId, sdk.clock.now);
		const identify = { account: 'user_42' };
		const opened = newEvent('page.opened', sdk.clock.now);
		const next = { ...caller, identify, events: [opened], decide: true };
		const carried = await sdk.post<EventsResponse>('/events', next);
		expect([carried.status, carried.body.decision?.reason]).toEqual([201, 'displayed']);
		const more = { ...next, events: [newEvent('page.opened', sdk.clock.now)] };
		const { body: after } = await sdk.post<EventsResponse>('/events', more);
		expect(after.decision).toEqual({ reason: 'no_prompt' });
		const again = await events.post(secret, { events: [event] });
		expect(again.body.events).toMatchObject([{ status: 'duplicate' }]);
	});

	it('triggers a prompt that a call of show() for another prompt leaves waiting', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		await publishPrompt(sites.sql, own.id, {
			trigger: { events: ['invoice.paid'], source: 'backend' },
		});
		const { secret } = await createKey(own);
		await events.post(secret, { events: [backendEvent('user_42', 'invoice.paid')] });
		sdk.clock.now = events.clock.now;
		const caller = newCaller(own.siteId, sdk.clock.now);
		const { id } = newEvent('unused', sdk.clock.now);
		const show = { ...caller, identify: { account: 'user_42' }, id, survey_id: 'no-such-survey' };
		const shown = await sdk.post<DecisionResponse>('/show', show);
		expect([shown.status, shown.body.decision.reason]).toEqual([200, 'no_prompt']);
	});

	it('is never answered with half a character', async () => {
		const long = `${'x'.repeat(254)}🦊🦊`;
		const { body } = await events.post(key, {
			identify: [{ account: long }, { account: '\ud83d' }],
		});
		expect(body.identify).toMatchObject([
			{ account: `${'x'.repeat(254)}\ufffd`, status: 'rejected' },
			{ account: '\ufffd', status: 'rejected' },
		]);
	});

	it('receives the error of an invalid item, and the other items are recorded', async () => {
		const good = backendEvent('user_1', 'report.exported');
		const { status, body } = await events.post(key, {
			identify: [{ account: 'user_1', traits: { plan: 'pro' } }, { account: '' }],
			events: [
				{ ...backendEvent('user_1', 'no spaces') },
				good,
				{ ...backendEvent('', 'report.exported') },
				'nothing',
			],
		});
		expect(status).toBe(200);
		expect(body.identify).toMatchObject([
			{ account: 'user_1', status: 'identified' },
			{ status: 'rejected', error: { field: 'identify.1.account' } },
		]);
		expect(body.events).toMatchObject([
			{ status: 'rejected', error: { code: 'invalid_request', field: 'events.0.name' } },
			{ id: good.id, status: 'recorded', reason: 'no_prompt' },
			{ status: 'rejected', error: { field: 'events.2.account' } },
			{ status: 'rejected', error: { field: 'events.3' } },
		]);
	});

	it('can see when the key was last used', async () => {
		const { body } = await manage.ask(owner, 'listSiteKeys', { site: site.id });
		expect(body.items[0]!.last_used_at).not.toBeNull();
		expect(JSON.stringify(body)).not.toContain(key);
	});

	it('has separate limits, by the number of items', async () => {
		const other = openEvents(sites.ingestUrl, manage.keyring, {
			items: { take: (_, __, wanted = 1) => (wanted > 2 ? 7.2 : 0) },
		});
		const list = [1, 2, 3].map((account) => backendEvent(`user_${account}`, 'done'));
		const refused = await other.post(key, { events: list });
		expect([refused.status, refused.error?.code]).toEqual([429, 'rate_limited']);
		expect(refused.headers.get('retry-after')).toBe('8');
		expect((await other.post(key, { events: list.slice(1) })).status).toBe(200);
		await other.end();
	});

	it.each([
		['neither events nor identifies', {}],
		['an unknown field', { events: [], site: 'site_x' }],
		['too many events', { events: Array.from({ length: 101 }, () => ({})) }],
	])('sends %s: invalid_request', async (_, body) => {
		expect((await events.post(key, body)).error?.code).toBe('invalid_request');
	});
});

describe('a key that is not valid', () => {
	it.each([
		['none', ''],
		['an unknown one', `fbs_${'x'.repeat(43)}`],
		['another kind of token', `fbt_${'x'.repeat(43)}`],
	])('%s: unauthenticated', async (_, given) => {
		const { status, error } = await events.post(given, { events: [] });
		expect([status, error?.code, error?.field]).toEqual([401, 'unauthenticated', 'authorization']);
	});

	it('a revoked key is refused immediately with site_key_revoked', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		const { id, secret } = await createKey(own);
		const body = { events: [backendEvent('user_1', 'done')] };
		expect((await events.post(secret, body)).status).toBe(200);
		const { body: revoked } = await manage.ask(owner, 'revokeSiteKey', { site: own.id, key: id });
		expect(revoked.revoked_at).not.toBeNull();
		const { status, error } = await events.post(secret, body);
		expect([status, error?.code]).toEqual([401, 'site_key_revoked']);
		expect((await manage.ask(owner, 'revokeSiteKey', { site: own.id, key: id })).body).toEqual(
			revoked,
		);
	});

	it('is rate-limited by address, before the next key is looked up', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		const { secret } = await createKey(own);
		const limited = openEvents(sites.ingestUrl, manage.keyring, {
			failures: createBuckets({ perSecond: 0.5, burst: 2 }),
		});
		const post = async (token: string, headers: Record<string, string> = {}) => {
			const from = { 'x-forwarded-for': '192.0.2.7', ...headers };
			return (await limited.post(token, {}, from)).error?.code;
		};
		const [page, unknown] = [{ origin: 'https://app.example' }, `fbs_${'x'.repeat(43)}`];
		expect(await post(unknown)).toBe('unauthenticated');
		expect(await post(unknown, page)).toBe('site_key_in_browser');
		for (const headers of [{}, page]) expect(await post(secret, headers)).toBe('rate_limited');
		const { body } = await manage.ask(owner, 'listSiteKeys', { site: own.id });
		expect(body.items).toMatchObject([{ last_used_at: null, browser_use: null }]);
		expect(await post(secret, { 'x-forwarded-for': '192.0.2.8' })).toBe('invalid_request');
		limited.clock.now += 2_000;
		expect(await post(secret)).toBe('invalid_request');
		// Another server at this address has a wrong key.
		for (let attempt = 0; attempt < 3; attempt++) await post(unknown);
		expect(await post(unknown)).toBe('rate_limited');
		expect(await post(secret)).toBe('invalid_request');
		await limited.end();
	});
});

describe('a web page with a site key', () => {
	it('is refused with the reason, and the owners see its origin', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		const { id, secret } = await createKey(own);
		const event = backendEvent('user_1', 'done');
		const { status, headers, error } = await events.post(
			secret,
			{ events: [event] },
			{ origin: 'https://app.example' },
		);
		expect([status, error?.code, error?.field]).toEqual([403, 'site_key_in_browser', 'origin']);
		expect(error?.hint).toContain('Revoke this key');
		// The page may read the reason.
		expect(headers.get('access-control-allow-origin')).toBe('*');
		const { body } = await manage.ask(owner, 'listSiteKeys', { site: own.id });
		expect(body.items).toMatchObject([
			{ id, last_used_at: null, browser_use: { origin: 'https://app.example' } },
		]);
		const stored = await sites.sql`select from app.event_details where site_id = ${own.id}`;
		expect(stored).toHaveLength(0);
		const notices = await sites.sql<{ notice: Record<string, unknown> }[]>`
			select notice from app.claim_site_key_notices() notice where notice ->> 'site' = ${own.id}`;
		expect(notices).toMatchObject([{ notice: { key: id, origin: 'https://app.example' } }]);
	});

	it('passes the preflight request, so that it receives this error', async () => {
		const response = await events.handle(
			new Request('http://127.0.0.1/functions/v1/events', {
				method: 'OPTIONS',
				headers: {
					origin: 'https://app.example',
					'access-control-request-method': 'POST',
					'access-control-request-headers': 'authorization',
				},
			}),
		);
		expect(response.status).toBe(204);
		expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
	});
});

describe('site keys', () => {
	it('are limited to two, not counting revoked ones', async () => {
		const own = await sites.makeSite();
		await join(sites.sql, own.workspace, owner);
		const first = await createKey(own);
		await createKey(own);
		const third = await manage.ask(owner, 'createSiteKey', { site: own.id, name: 'Third' });
		expect([third.status, third.error.code]).toEqual([409, 'conflict']);
		await manage.ask(owner, 'revokeSiteKey', { site: own.id, key: first.id });
		expect((await createKey(own)).secret).toMatch(/^fbs_[\w-]{43}$/);
	});

	it('are created only after a recent sign-in', async () => {
		const own = await sites.makeSite();
		const stale = await signIn({
			amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) - 16 * 60 }],
		});
		await join(sites.sql, own.workspace, stale);
		const { error } = await manage.ask(stale, 'createSiteKey', { site: own.id, name: 'Backend' });
		expect(error.code).toBe('recent_sign_in_required');
	});
});

it('a browser cannot pose as the backend of an account', async () => {
	const caller = newCaller(site.siteId, sdk.clock.now);
	const visitor = '11111111-1111-8111-8111-111111111111';
	const session = '00000000-0000-0000-0000-000000000000';
	for (const [field, value] of Object.entries({ visitor, session })) {
		const request = { ...caller, identify: { account: 'user_42' }, [field]: value };
		const { status, body } = await sdk.post('/identify', request);
		expect([status, body['error']]).toMatchObject([400, { code: 'invalid_request', field }]);
	}
});
