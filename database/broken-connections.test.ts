// When a connection breaks, at any moment and in any of three ways, its call ends and the next call succeeds.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { localhostCertificate } from '../supabase/tests/localhost-certificate.ts';
import {
	type BreakingServer,
	type Break,
	type Moment,
	startBreakingServer,
} from '../supabase/functions/tests/breaking-server.ts';
import {
	type DenoPool,
	type DenoPools,
	startDenoPools,
} from '../supabase/functions/tests/deno-pools.ts';
import { openSites, type TestSites } from '../supabase/functions/tests/sites.ts';

let sites: TestSites;
let deno: DenoPools;
const servers: BreakingServer[] = [];

beforeAll(async () => {
	sites = await openSites();
	deno = startDenoPools(localhostCertificate);
});
afterAll(async () => {
	await deno.stop();
	await Promise.all(servers.map((server) => server.stop()));
	await sites.end();
});

async function start(tls: boolean): Promise<{ server: BreakingServer; url: string }> {
	// Bypasses the tests' pooler, so that connections to Postgres itself break.
	const server = await startBreakingServer(Number(new URL(inject('cluster')).port));
	servers.push(server);
	const url = new URL(sites.ingestUrl);
	url.host = `localhost:${server.port}`;
	url.search = tls ? 'sslmode=verify-full' : 'sslmode=disable';
	return { server, url: url.href };
}

const opening: Moment[] = ['connection', 'start', 'password'];
const encrypting: Moment[] = ['TLS request', 'TLS handshake'];
const asking: Moment[] = ['statement', 'answer', 'commit'];
const breaks: Break[] = ['closed', 'reset', 'silent'];

const cases = [false, true].flatMap((tls) => breaks.map((how) => ({ tls, how })));

const momentsOf = (tls: boolean) => [...opening, ...(tls ? encrypting : []), ...asking];

/** Calls whose connection breaks at this moment end with one of these codes. */
function codesOf(moment: Moment, how: Break): string[] {
	if (how !== 'silent') return ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE'];
	return asking.includes(moment) ? ['DEADLINE'] : ['CONNECT_TIMEOUT'];
}

describe.concurrent.each(cases)('when a connection is $how, TLS: $tls', ({ tls, how }) => {
	/** Runs each moment with a separate server and pool, all at once. */
	async function atEachMoment(
		run: (pool: DenoPool, server: BreakingServer, moment: Moment) => Promise<void>,
	): Promise<void> {
		await Promise.all(
			momentsOf(tls).map(async (moment) => {
				const { server, url } = await start(tls);
				server.breakAt(moment, how);
				await run(deno.open(url), server, moment);
			}),
		);
	}

	const call = (pool: DenoPool, moment: Moment) =>
		moment === 'commit' ? pool.transaction() : pool.statement();

	it('its call ends, and the next one succeeds', () =>
		atEachMoment(async (pool, server, moment) => {
			const ending = await call(pool, moment);
			expect(codesOf(moment, how), `${moment}: ${ending}`).toContain(ending);
			server.heal();
			expect(await pool.statement(), moment).toBe('answered');
			expect(await pool.transaction(), moment).toBe('answered');
			expect(await pool.end(), moment).toBe('answered');
		}));

	it('its pool can end in the meantime', () =>
		atEachMoment(async (pool, _, moment) => {
			const running = call(pool, moment);
			expect(await pool.end(), moment).toBe('answered');
			// The end of the pool ends the call, not the call's own deadline.
			expect(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE']).toContain(await running);
		}));
});

describe.concurrent.each([false, true])('an open connection, TLS: %s', (tls) => {
	it('that is closed while idle costs no call', async () => {
		const { server, url } = await start(tls);
		const pool = deno.open(url);
		expect(await pool.statement()).toBe('answered');
		await server.breakOpen('closed');
		expect(await pool.statement()).toBe('answered');
		expect(await pool.end()).toBe('answered');
	});

	it('that is reset while idle costs one call at most', async () => {
		const { server, url } = await start(tls);
		const pool = deno.open(url);
		expect(await pool.statement()).toBe('answered');
		await server.breakOpen('reset');
		// The client may not have noticed yet.
		await pool.statement();
		expect(await pool.statement()).toBe('answered');
		expect(await pool.end()).toBe('answered');
	});

	it('that becomes silent together with all others costs one call', async () => {
		const { server, url } = await start(tls);
		const pool = deno.open(url, 4);
		const four = () => Promise.all([1, 2, 3, 4].map(() => pool.statement()));
		await four();
		expect(server.taken).toBe(4);
		await server.breakOpen('silent');
		expect(await pool.statement()).toBe('DEADLINE');
		expect(await pool.statement()).toBe('answered');
		expect(await four()).toEqual(['answered', 'answered', 'answered', 'answered']);
		expect(await pool.end()).toBe('answered');
	});

	it.each(breaks)('that is %s when it closes ends', async (how) => {
		const { server, url } = await start(tls);
		const pool = deno.open(url);
		expect(await pool.statement()).toBe('answered');
		server.breakAt('goodbye', how);
		expect(await pool.end()).toBe('answered');
	});
});
