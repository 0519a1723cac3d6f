import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openSdk, type TestSdk } from '../tests/sdk.ts';

const kinds = [
	...['ui', 'more', 'later', 'launcher', 'context', 'personal', 'picture', 'screenshot'],
	...['debug', 'preview'],
];

let folder: string;
let sdk: TestSdk;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'feedback-script-'));
	await writeFile(join(folder, 'feedback.js'), 'var Feedback = 1;');
	for (const kind of kinds) {
		await writeFile(join(folder, `feedback-${kind}-a1B2c3D4.js`), 'export const kind = 1;');
	}
	await writeFile(join(folder, 'secret.txt'), 'secret');
	sdk = openSdk('postgres://nobody@127.0.0.1:1/none', { scripts: folder });
});

afterAll(async () => {
	await sdk.end();
	await rm(folder, { recursive: true });
});

const get = (path: string, init?: RequestInit) =>
	sdk.handle(new Request(`http://127.0.0.1/functions/v1/sdk${path}`, init));

it('the entry is served to every page and revalidated soon', async () => {
	const answer = await get('/feedback.js');
	expect(await answer.text()).toBe('var Feedback = 1;');
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'access-control-allow-origin': '*',
		'cross-origin-resource-policy': 'cross-origin',
		'cache-control': 'public, max-age=300',
	});
});

it.each(kinds)('%s has a hash in its name and is cached permanently', async (kind) => {
	const answer = await get(`/feedback-${kind}-a1B2c3D4.js`);
	expect(answer.status).toBe(200);
	expect(answer.headers.get('cache-control')).toContain('immutable');
});

it('every file of the build is served', async () => {
	const build = join(import.meta.dirname, '../../../sdk/dist');
	const built = openSdk('postgres://nobody@127.0.0.1:1/none', { scripts: build });
	const names = (await readdir(build)).filter((name) => /^feedback.*\.js$/.test(name));
	expect(names.length).toBe(kinds.length + 1);
	for (const name of names) {
		const request = new Request(`http://127.0.0.1/functions/v1/sdk/${name}`);
		expect((await built.handle(request)).status).toBe(200);
	}
	await built.end();
});

it('a file with a hash in its name is read from disk once', async () => {
	const path = '/feedback-ui-oNcE0000.js';
	await writeFile(join(folder, path), 'export const once = 1;');
	await get(path);
	await rm(join(folder, path));
	expect(await (await get(path)).text()).toBe('export const once = 1;');
});

it.each([
	['gzip, deflate, br', 'gzip'],
	['deflate, gzip;q=0.5', 'gzip'],
	['gzip;q=0', null],
	['br', null],
])('for clients that accept %s it is sent as %s', async (accepted, encoding) => {
	const answer = await get('/feedback.js', { headers: { 'accept-encoding': accepted } });
	expect(answer.headers.get('content-encoding')).toBe(encoding);
	expect(answer.headers.get('vary')).toBe('accept-encoding');
	const bytes = Buffer.from(await answer.arrayBuffer());
	expect(String(encoding ? gunzipSync(bytes) : bytes)).toMatch(/^var Feedback = \d;$/);
});

it('an unchanged file is not sent again', async () => {
	const etag = (await get('/feedback.js')).headers.get('etag')!;
	const again = await get('/feedback.js', { headers: { 'if-none-match': etag } });
	expect([again.status, await again.text()]).toEqual([304, '']);
	await writeFile(join(folder, 'feedback.js'), 'var Feedback = 2;');
	const changed = await get('/feedback.js', { headers: { 'if-none-match': etag } });
	expect(await changed.text()).toBe('var Feedback = 2;');
});

it('HEAD has no body, other methods are refused', async () => {
	const head = await get('/feedback.js', { method: 'HEAD' });
	expect([head.status, await head.text()]).toEqual([200, '']);
	expect((await get('/feedback.js', { method: 'POST' })).status).toBe(405);
	expect((await get('/feedback.js', { method: 'OPTIONS' })).status).toBe(204);
});

it.each(['/secret.txt', '/feedback.js.map', '/../secret.txt', '/feedback-ui-%2e%2e%2fsecret.js'])(
	'%s is not a file of the build',
	async (path) => {
		expect((await get(path)).status).toBe(404);
	},
);

it.each(kinds)('%s of an earlier build is redirected to the current one', async (kind) => {
	const answer = await get(`/feedback-${kind}-00000000.js`);
	expect(answer.status).toBe(307);
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		location: `feedback-${kind}-a1B2c3D4.js`,
		'access-control-allow-origin': '*',
		'cache-control': 'no-store',
	});
});

it('a missing file returns 404 with a possible cause', async () => {
	await rm(join(folder, 'feedback-ui-a1B2c3D4.js'));
	const answer = await get('/feedback-ui-00000000.js');
	expect(answer.status).toBe(404);
	expect(await answer.json()).toMatchObject({
		error: { code: 'not_found', hint: expect.stringContaining('build') },
	});
});
