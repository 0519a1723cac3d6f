import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import { product, tarballPath } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { readSettings } from './settings/settings.ts';
import { lookForUpgrade } from './upgrade-notice.ts';

let answer: RequestListener;
let asked = 0;
let home: string;
let url: string;
const server = createServer((request, response) => {
	asked += 1;
	answer(request, response);
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => {
	asked = 0;
	home = mkdtempSync(join(tmpdir(), 'feedback-upgrade-'));
	answer = (_, response) => void response.end('{"latest":"99.1.0"}');
	return () => rmSync(home, { recursive: true });
});

/** Runs a command on a terminal; resolves to its notice. */
async function runCommand(environment: Record<string, string> = {}): Promise<string | undefined> {
	const env = {
		HOME: home,
		XDG_CONFIG_HOME: home,
		FEEDBACK_API_URL: url,
		FEEDBACK_DOCS_URL: url,
		...environment,
	};
	const ended = new AbortController();
	const settings = readSettings({}, { env, cwd: home });
	const stderr = Object.assign(new Writable(), { isTTY: true });
	const readNotice = lookForUpgrade(settings, { env, stderr, json: false, signal: ended.signal });
	const notice = await readNotice();
	ended.abort();
	return notice;
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

it('names the newer version and where it is, and asks once a day', async () => {
	const tarball = `${url}/npm/${tarballPath(product.cliPackage, '99.1.0')}`;
	expect(await runCommand()).toContain(`npm install --global ${tarball}`);
	expect(await runCommand()).toContain('99.1.0');
	expect(asked).toBe(1);
});

it('leaves no timer behind that would delay the exit', async () => {
	await runCommand();
	const before = timers();
	await runCommand();
	expect(timers()).toBeLessThanOrEqual(before);
});

it.each<[string, RequestListener]>([
	['fails', (_, response) => void response.writeHead(500).end('{}')],
	['says nothing of use', (_, response) => void response.end('{"latest":"newest"}')],
	['does not answer in time', () => undefined],
])('asks again only after a day when the registry %s', async (_, reply) => {
	answer = reply;
	expect(await runCommand()).toBeUndefined();
	expect(await runCommand()).toBeUndefined();
	expect(asked).toBe(1);
	const file = readSettings({}, { env: { XDG_CONFIG_HOME: home }, cwd: home }).folder;
	const path = join(file, 'upgrade.json');
	const stored = JSON.parse(readFileSync(path, 'utf8')) as object;
	writeFileSync(path, JSON.stringify({ ...stored, checked_at: '2026-01-01T00:00:00Z' }));
	answer = (_request, response) => void response.end('{"latest":"99.1.0"}');
	expect(await runCommand()).toContain('99.1.0');
});

it.each(['CI', 'FEEDBACK_NO_UPGRADE_NOTICE'])('does not ask with %s', async (variable) => {
	expect(await runCommand({ [variable]: '1' })).toBeUndefined();
	expect(asked).toBe(0);
});
