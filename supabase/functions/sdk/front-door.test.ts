import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { errors } from '@feedback/contract';

import { mintDebugToken } from '../_shared/secrets/debug-token.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: string;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = (await sites.makeSite()).siteId;
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const events = (more: Record<string, unknown> = {}) => ({
	...newCaller(site, sdk.clock.now),
	events: [newEvent('report.exported', sdk.clock.now)],
	decide: true,
	...more,
});

describe('a response', () => {
	it('is readable from any page when the site names no origins', async () => {
		const answer = await sdk.post('/events', events(), { origin: 'https://app.example' });
		expect(answer.status).toBe(200);
		expect(answer.headers.get('access-control-allow-origin')).toBe('*');
		expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
		expect(answer.headers.get('cache-control')).toBe('no-store');
		expect(answer.body).toMatchObject({
			results: [{ status: 'recorded' }],
			decision: { reason: 'no_prompt' },
			now: sdk.clock.now,
		});
	});

	it('has one error shape, with a documented code and the request ID', async () => {
		const answer = await sdk.post('/events', { ...events(), site: 7 });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({
			error: {
				code: 'invalid_request',
				message: 'site must be a string',
				field: 'site',
				request_id: answer.headers.get('x-request-id'),
			},
		});
	});

	it('needs only one statement', async () => {
		await sdk.post('/events', events());
		const before = sdk.statements();
		await sdk.post('/events', events());
		expect(sdk.statements() - before).toBe(1);
	});
});

describe('the origins of a site', () => {
	let listed: string;

	beforeAll(async () => {
		listed = (await sites.makeSite({ origins: ['https://app.example', 'http://localhost:5173'] }))
			.siteId;
	});

	it('allow their pages and are named in the response', async () => {
		const answer = await sdk.post('/events', events({ site: listed }), {
			origin: 'http://localhost:5173',
		});
		expect(answer.status).toBe(200);
		expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
		expect(answer.headers.get('vary')).toBe('origin');
	});

	it.each([
		'https://evil.example',
		'https://app.example.evil.example',
		'http://app.example',
		'null',
	])('exclude %s, which cannot even read the reason', async (origin) => {
		const request = events({ site: listed });
		const answer = await sdk.post('/events', request, { origin });
		expect(answer.status).toBe(403);
		expect(answer.body).toMatchObject({ error: { code: 'origin_not_allowed' } });
		expect(answer.headers.get('access-control-allow-origin')).toBe(null);
		expect(await sites.countEvents(listed, request.visitor)).toBe(0);
	});

	it('allow a sandboxed frame with a debug token of the site', async () => {
		const { id, siteId } = await sites.makeSite({ origins: ['https://app.example'] });
		const other = await sites.makeSite();
		const { now } = sdk.clock;
		const report = (debug: string) =>
			sdk.post('/events', events({ site: siteId, debug }), { origin: 'null' });
		const token = mintDebugToken(sdk.keyring, id, crypto.randomUUID(), now);
		const answer = await report(token);
		expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
		expect(
			(await report(mintDebugToken(sdk.keyring, other.id, crypto.randomUUID(), now))).status,
		).toBe(403);
		expect((await report(`${token}x`)).status).toBe(403);
		// A token that leaked to another page does not add that page to the list.
		const elsewhere = events({ site: siteId, debug: token });
		expect((await sdk.post('/events', elsewhere, { origin: 'https://evil.example' })).status).toBe(
			403,
		);
	});

	it('exclude requests without an origin', async () => {
		expect((await sdk.post('/events', events({ site: listed }))).status).toBe(403);
	});
});

describe('a request', () => {
	it('to an unknown site returns 404', async () => {
		const answer = await sdk.post('/events', events({ site: 'site_nobody000000' }));
		expect(answer.status).toBe(404);
		expect(answer.body).toMatchObject({ error: { code: 'unknown_site', field: 'site' } });
		expect(answer.headers.get('access-control-allow-origin')).toBe('*');
	});

	it('to a site that was just deleted returns 404', async () => {
		const gone = await sites.makeSite();
		expect((await sdk.post('/events', events({ site: gone.siteId }))).status).toBe(200);
		await sites.sql`delete from app.sites where id = ${gone.id}`;
		const answer = await sdk.post('/events', events({ site: gone.siteId }));
		expect(answer.body).toMatchObject({ error: { code: 'unknown_site' } });
	});

	it('to an unknown path returns 404, and with a wrong method 405', async () => {
		const ask = (path: string, method: string) =>
			sdk.handle(new Request(`http://127.0.0.1/sdk${path}`, { method }));
		expect((await ask('/nothing', 'POST')).status).toBe(404);
		expect((await ask('', 'POST')).status).toBe(404);
		expect((await ask('/events/', 'POST')).status).toBe(404);
		const wrong = await ask('/events', 'GET');
		expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
	});

	it('may be preflighted', async () => {
		const answer = await sdk.handle(
			new Request('http://127.0.0.1/sdk/events', { method: 'OPTIONS' }),
		);
		expect(answer.status).toBe(204);
		expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
	});

	it('of 1 MB, or 10,000 levels deep, is refused and the next one works', async () => {
		const big = await sdk.post('/events', events({ sdk: 'x'.repeat(1_000_000) }));
		expect([big.status, big.body['error']]).toMatchObject([413, { code: 'body_too_large' }]);
		const deep = await sdk.post('/events', '['.repeat(10_000) + ']'.repeat(10_000));
		expect([deep.status, deep.body['error']]).toMatchObject([400, { code: 'too_deep' }]);
		expect((await sdk.post('/events', events())).status).toBe(200);
	});

	it.each([
		['visitor', { visitor: 'me' }, 'visitor'],
		['session', { session: crypto.randomUUID() }, 'session'],
		['reserved key', '{"site":"site_abcd","__proto__":{"x":1}}', '__proto__'],
		['unknown key', { extra: 1 }, 'extra'],
		['NUL in a language', { context: { languages: ['d\0e'] } }, 'context.languages.0'],
		['half a pair in a path', { context: { path: '/\ud800' } }, 'context.path'],
		['no number', { device: [{ survey_id: 'a', at: 'now' }] }, 'device.0.at'],
		['no list', { events: 'one' }, 'events'],
		['no events', { events: [] }, 'events'],
		['too many to decide about', { events: [{}, {}] }, 'events'],
		['a name that is none', { events: [{ id: 'x', name: 'x' }] }, 'events.0.id'],
	])('with a wrong %s names the field', async (_, change, field) => {
		const body = typeof change === 'string' ? change : events(change);
		const answer = await sdk.post('/events', body);
		expect(answer.status).toBe(400);
		expect(answer.body['error']).toMatchObject({ field });
		const { code, message } = answer.body['error'] as { code: string; message: string };
		expect(Object.keys(errors)).toContain(code);
		expect(message).toContain(field);
	});

	it('in a flood from one address is refused before it reaches the database, and later accepted', async () => {
		const address = { 'x-forwarded-for': '192.0.2.1' };
		const before = sdk.statements();
		let refused;
		for (let sent = 0; sent < 600 && !refused; sent++) {
			const answer = await sdk.post('/events', 'x', address);
			if (answer.status === 429) refused = answer;
		}
		expect(refused?.body).toMatchObject({ error: { code: 'rate_limited' } });
		expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(sdk.statements()).toBe(before);
		sdk.clock.now += 1_000;
		expect((await sdk.post('/events', events(), address)).status).toBe(200);
	});
});

describe('a bot', () => {
	it('is recorded, but never sees a prompt', async () => {
		await sites.publish(site, { survey_id: 'for-people', trigger: { events: ['page.read'] } });
		const request = events({ events: [newEvent('page.read', sdk.clock.now)] });
		const crawler = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
		const answer = await sdk.post<EventsResponse>('/events', request, crawler);
		expect(answer.body).toMatchObject({
			results: [{ status: 'recorded' }],
			decision: { reason: 'bot' },
		});
	});

	it('counts as a person on a site that does not detect bots', async () => {
		const open = (await sites.makeSite({ detect_bots: false })).siteId;
		await sites.publish(open, { survey_id: 'for-all', trigger: { events: ['page.read'] } });
		const request = events({ site: open, events: [newEvent('page.read', sdk.clock.now)] });
		const answer = await sdk.post('/events', request, { 'user-agent': 'curl/8' });
		expect(answer.body).toMatchObject({ decision: { reason: 'displayed' } });
	});
});
