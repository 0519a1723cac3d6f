import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { AlreadyRunning, lockData, refuseSecond } from './lock.ts';

let data: string;
const gateways: Gateway[] = [];

beforeEach(() => {
	data = mkdtempSync(join(tmpdir(), 'feedback-lock-'));
});

afterEach(async () => {
	for (const gateway of gateways.splice(0)) await gateway.stop();
	rmSync(data, { recursive: true });
});

async function open(token: string): Promise<string> {
	const gateway = await startGateway({ listen: 0, token });
	gateways.push(gateway);
	return gateway.url;
}

test('a second stack on the folder receives the address of the first one', async () => {
	const first = await open('first');
	const lock = await lockData(data, first, 'first');
	const second = await open('second');
	await expect(lockData(data, second, 'second')).rejects.toBeInstanceOf(AlreadyRunning);
	await expect(refuseSecond(data)).rejects.toThrow(`at ${first}`);
	lock.release();
	await expect(refuseSecond(data)).resolves.toBeUndefined();
});

test('a lock is stale when its gateway does not respond, even if its process ID is in use', async () => {
	const stale = { token: 'gone', pid: process.pid, gateway: 'http://127.0.0.1:9' };
	writeFileSync(join(data, 'running.json'), JSON.stringify(stale));
	await lockData(data, await open('new'), 'new');
	expect(JSON.parse(readFileSync(join(data, 'running.json'), 'utf8'))).toMatchObject({
		token: 'new',
	});
});

test('a lock is stale when another program responds at its address', async () => {
	const other = await open('other');
	const stale = { token: 'gone', pid: 1, gateway: other };
	writeFileSync(join(data, 'running.json'), JSON.stringify(stale));
	await expect(lockData(data, await open('new'), 'new')).resolves.toMatchObject({ token: 'new' });
});

test('a half-written lock is stale', async () => {
	writeFileSync(join(data, 'running.json'), '{"token":');
	await expect(lockData(data, await open('new'), 'new')).resolves.toMatchObject({ token: 'new' });
});

test('of many concurrent starts on a stale lock exactly one succeeds', async () => {
	writeFileSync(join(data, 'running.json'), JSON.stringify({ token: 'gone', pid: 1, gateway: '' }));
	const tokens = Array.from({ length: 12 }, (_, i) => `start-${i}`);
	const urls = await Promise.all(tokens.map(open));
	const tries = await Promise.allSettled(tokens.map((token, i) => lockData(data, urls[i]!, token)));
	expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect(readdirSync(data)).toEqual(['running.json']);
});

test('a release keeps the lock of another process', async () => {
	const lock = await lockData(data, await open('first'), 'first');
	const taken = JSON.stringify({ token: 'second', pid: 1, gateway: '' });
	writeFileSync(join(data, 'running.json'), taken);
	lock.release();
	expect(readFileSync(join(data, 'running.json'), 'utf8')).toBe(taken);
});
