import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../layout/tree.ts';
import { runFunctions } from './functions.ts';
import { outgoingHosts } from './outgoing-hosts.ts';

// Deno must not read in /dev, where the temporary folder of the tests may be.
mkdirSync(join(root, 'server/build'), { recursive: true });
const folder = mkdtempSync(join(root, 'server/build/outgoing-'));
const probe = `
	import { openNetwork } from '${join(root, 'supabase/functions/_shared/outgoing/network.ts')}';
	export async function handle(request) {
		if (request.method === 'PUT') {
			const [address, url] = await request.json();
			return Response.json(await openNetwork().isPermitted(address, new URL(url)));
		}
		const hosts = await request.json();
		const states = hosts.map(async (host) => (await Deno.permissions.query({ name: 'net', host })).state);
		return Response.json(await Promise.all(states));
	}`;

beforeAll(() => {
	mkdirSync(join(folder, 'functions/probe'), { recursive: true });
	for (const name of ['index.ts', 'handler.ts'])
		writeFileSync(join(folder, 'functions/probe', name), probe);
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

/** Returns which of these hosts and ports functions may connect to. */
async function allowed(hosts: readonly string[], outgoing: boolean): Promise<string[]> {
	const run = await runFunctions({
		environment: { TZ: 'UTC' },
		outgoing,
		hosts: ['db.internal'],
		folder: join(folder, 'functions'),
		cache: join(folder, 'deno'),
	});
	try {
		expect(run.failures).toEqual({});
		const body = JSON.stringify(hosts);
		const answer = await fetch(`http://127.0.0.1:${run.port}/probe`, { method: 'POST', body });
		const states = (await answer.json()) as string[];
		return hosts.filter((_, index) => states[index] === 'granted');
	} finally {
		await run.stop();
	}
}

const open = ['1.1.1.1:443', '11.0.0.0:443', '172.15.255.255:443', '223.255.255.255:443'];
const own = ['127.0.0.1:5432', 'db.internal:5432'];
const closed = [
	'1.1.1.1:80',
	'1.1.1.1:5432',
	'example.com:443',
	'10.0.0.1:443',
	'100.64.0.1:443',
	'169.254.169.254:443',
	'169.254.169.254:80',
	'172.16.0.1:443',
	'172.31.255.255:443',
	'192.168.1.1:443',
	'198.51.100.1:443',
	'0.0.0.0:443',
	'224.0.0.1:443',
	'255.255.255.255:443',
	'[::1]:443',
	'[fd00::1]:443',
	'[fe80::1]:443',
	'[::ffff:10.0.0.1]:443',
	'[2606:4700::1]:443',
];

test('functions may call public addresses by HTTPS, and no private ones', async () => {
	expect(await allowed([...open, ...own, ...closed], true)).toEqual([...open, ...own]);
});

test('functions may query the name servers of the machine', async () => {
	const servers = outgoingHosts().filter((host) => !host.includes('/'));
	expect(servers.length).toBeGreaterThan(0);
	expect(await allowed(servers, true)).toEqual(servers);
});

test('functions may call no public address if that is switched off', async () => {
	expect(await allowed([...open, ...own, ...closed], false)).toEqual(own);
});

test('a URL is permitted only if its port is', async () => {
	const run = await runFunctions({
		environment: { TZ: 'UTC' },
		outgoing: true,
		folder: join(folder, 'functions'),
		cache: join(folder, 'deno'),
	});
	const isPermitted = async (address: string, url: string) => {
		const body = JSON.stringify([address, url]);
		const answer = await fetch(`http://127.0.0.1:${run.port}/probe`, { method: 'PUT', body });
		return (await answer.json()) as boolean;
	};
	try {
		expect(run.failures).toEqual({});
		expect(await isPermitted('1.1.1.1', 'https://example.com/hook')).toBe(true);
		expect(await isPermitted('1.1.1.1', 'https://example.com:8443/hook')).toBe(false);
		expect(await isPermitted('2606:4700::1', 'https://example.com/hook')).toBe(false);
		expect(await isPermitted('127.0.0.1', 'http://localhost/hook')).toBe(true);
	} finally {
		await run.stop();
	}
});
