import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { openSdk, newCaller, newEvent } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';

let sites: TestSites;

beforeAll(async () => {
	sites = await openSites();
});

afterAll(() => sites.end());

async function closedPort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

const request = (site: string, now: number, at = now) => ({
	...newCaller(site, now),
	events: [newEvent('page.read', at)],
	decide: true,
});

it('without a database the response is 503 with a time to retry', async () => {
	const logged = vi.spyOn(console, 'error').mockReturnValue();
	const url = new URL(sites.ingestUrl);
	url.port = String(await closedPort());
	const sdk = openSdk(url.href);
	const answer = await sdk.post('/events', request('site_any000000', sdk.clock.now));
	expect([answer.status, answer.body['error']]).toMatchObject([503, { code: 'unavailable' }]);
	expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	expect(answer.headers.get('access-control-allow-origin')).toBe('*');
	expect(logged.mock.lastCall?.[0]).toContain(answer.headers.get('x-request-id'));
	logged.mockRestore();
	await sdk.end();
});

it('after the database has closed its connections, the next requests succeed', async () => {
	const sdk = openSdk(sites.ingestUrl);
	const site = (await sites.makeSite()).siteId;
	await sdk.post('/events', request(site, sdk.clock.now));
	await sites.sql`
		select pg_terminate_backend(pid) from pg_stat_activity
		where usename = 'feedback_ingest' and datname = current_database()`;
	const logged = vi.spyOn(console, 'error').mockReturnValue();
	await sdk.post('/events', request(site, sdk.clock.now));
	logged.mockRestore();
	const answer = await sdk.post('/events', request(site, sdk.clock.now));
	expect(answer.status).toBe(200);
	await sdk.end();
});

it('without a partition for its day an event is refused temporarily, never lost silently', async () => {
	const logged = vi.spyOn(console, 'error').mockReturnValue();
	const sdk = openSdk(sites.ingestUrl);
	const site = (await sites.makeSite()).siteId;
	sdk.clock.now += 40 * 86_400_000;
	const one = request(site, sdk.clock.now);
	const answer = await sdk.post('/events', one);
	expect([answer.status, answer.body['error']]).toMatchObject([503, { code: 'unavailable' }]);
	const batch = { ...one, decide: false, events: [...one.events, newEvent('b', sdk.clock.now)] };
	expect((await sdk.post('/events', batch)).status).toBe(503);
	logged.mockRestore();
	await sdk.end();
});

it('an unexpected error returns 500, and the log contains no texts of visitors', async () => {
	const logged = vi.spyOn(console, 'error').mockReturnValue();
	const sdk = openSdk(sites.ingestUrl, {
		findSite: () => Promise.reject(new TypeError('broken inside')),
	});
	const answer = await sdk.post('/events', request('site_any000000', sdk.clock.now));
	expect([answer.status, answer.body['error']]).toMatchObject([500, { code: 'internal' }]);
	expect(JSON.stringify(answer.body)).not.toContain('broken inside');
	expect(logged.mock.lastCall?.[0]).toContain('broken inside');
	logged.mockRestore();
	await sdk.end();
});
