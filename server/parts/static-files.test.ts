import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startFilesThread } from '../files/start-files-thread.ts';
import { startGateway } from '../gateway/gateway.ts';
import { allowInPages } from '../deploy/build-dashboard.ts';
import { answerStatic, serveStaticSite } from './static-files.ts';

const longScript = 'export {};\n'.repeat(1_000);
let folder: string;
let site: { url: string; stop(): Promise<void> };

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-static-'));
	mkdirSync(join(folder, 'build/assets'), { recursive: true });
	writeFileSync(join(folder, 'secret.json'), '"secret"');
	mkdirSync(join(folder, 'build-beside'));
	writeFileSync(join(folder, 'build-beside/secret.json'), '"secret"');
	writeFileSync(join(folder, 'build/index.html'), '<title>App</title>');
	writeFileSync(join(folder, 'build/assets/app.js'), 'export {};');
	writeFileSync(join(folder, 'build/assets/long.js'), longScript);
	writeFileSync(join(folder, 'build/assets/copied.js'), longScript);
	writeFileSync(join(folder, 'build/assets/copied.js.br'), brotliCompressSync('// the copy'));
	site = await serveStaticSite({
		folder: join(folder, 'build'),
		port: 0,
		config: { apiUrl: 'http://127.0.0.1:1/functions/v1' },
		immutable: '/assets/',
		fallback: 'index.html',
	});
});

afterAll(async () => {
	await site.stop();
	rmSync(folder, { recursive: true });
});

// `fetch` would normalize the path.
function get(path: string): Promise<{ status: number; body: string }> {
	return new Promise((resolve, reject) => {
		const sent = request(site.url, { path }, async (response) => {
			let body = '';
			for await (const chunk of response) body += String(chunk);
			resolve({ status: response.statusCode ?? 0, body });
		});
		sent.once('error', reject).end();
	});
}

test("files, the app's pages and the configuration are served with their own cache headers", async () => {
	const asset = await fetch(`${site.url}/assets/app.js`);
	expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
	expect(asset.headers.get('cache-control')).toContain('immutable');
	const page = await fetch(`${site.url}/sites/abc/overview`);
	expect(await page.text()).toBe('<title>App</title>');
	expect(page.headers.get('cache-control')).toBe('no-cache');
	const config = await fetch(`${site.url}/config.json`);
	expect(config.headers.get('cache-control')).toBe('no-store');
	expect(await config.json()).toEqual({ apiUrl: 'http://127.0.0.1:1/functions/v1' });
});

test('text is compressed for clients that accept it', async () => {
	const long = await fetch(`${site.url}/assets/long.js`);
	expect(long.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
	expect(long.headers.get('vary')).toBe('Accept-Encoding');
	expect(await long.text()).toBe(longScript);
	const plain = await fetch(`${site.url}/assets/long.js`, {
		headers: { 'accept-encoding': 'identity' },
	});
	expect(plain.headers.get('content-encoding')).toBeNull();
	expect(plain.headers.get('content-length')).toBe(String(longScript.length));
});

test('a compressed copy is sent to clients that accept it', async () => {
	const fetchAs = (encoding: string) =>
		fetch(`${site.url}/assets/copied.js`, { headers: { 'accept-encoding': encoding } });
	const brotli = await fetchAs('gzip, br');
	expect(brotli.headers.get('content-encoding')).toBe('br');
	expect(brotli.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
	expect(brotli.headers.get('vary')).toBe('Accept-Encoding');
	expect(await brotli.text()).toBe('// the copy');
	expect(await (await fetchAs('identity')).text()).toBe(longScript);
	expect(await (await fetchAs('gzip')).text()).toBe(longScript);
});

test('no page may be framed', async () => {
	const { headers } = await fetch(site.url);
	expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a request for a missing script does not return a page', async () => {
	expect((await fetch(`${site.url}/assets/gone.js`)).status).toBe(404);
});

test.each([
	'/../secret.json',
	'/%2e%2e/secret.json',
	'/..%2fsecret.json',
	'/../build-beside/secret.json',
	'/assets/../../secret.json',
	'/%2e%2e%2fbuild-beside%2fsecret.json',
])('nothing outside the folder is served: %s', async (path) => {
	const { status, body } = await get(path);
	expect(body).not.toContain('"secret"');
	expect(status).toBe(404);
});

test.each(['/%', '/%00', '/a%00.html', '/%ff', '//secret.json', '*'])(
	'an invalid path is refused: %s',
	async (path) => {
		expect((await get(path)).status).toBe(400);
	},
);

test('only GET and HEAD are allowed', async () => {
	expect((await fetch(site.url, { method: 'POST' })).status).toBe(405);
	const head = await fetch(site.url, { method: 'HEAD' });
	expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['/', '/index.html', '/prompts/new'])(
	'the policy of %s names the other parts, and no other host',
	async (path) => {
		const build = mkdtempSync(join(tmpdir(), 'feedback-policy-'));
		const page = `<meta http-equiv="content-security-policy" content="connect-src 'self' https:; img-src 'self'">`;
		writeFileSync(join(build, 'index.html'), page);
		writeFileSync(join(build, 'index.html.br'), brotliCompressSync(page));
		const urls = ['https://api.example.com/functions/v1', 'https://api.example.com/auth'];
		const answer = answerStatic({
			folder: build,
			config: {},
			immutable: '/assets/',
			fallback: 'index.html',
			connects: urls,
		});
		const served = `<meta http-equiv="content-security-policy" content="connect-src 'self' https://api.example.com; img-src 'self'">`;
		const get = (accept: string) =>
			answer(new Request(`http://127.0.0.1${path}`, { headers: { 'accept-encoding': accept } }));
		expect(await (await get('identity')).text()).toBe(served);
		const packed = await get('gzip, br');
		expect(packed.headers.get('content-encoding')).toBe('br');
		expect(String(brotliDecompressSync(await packed.bytes()))).toBe(served);
		// The folder may also be published by another server.
		allowInPages(build, ['https://other.example.com']);
		const published = served.replace('api.', 'other.');
		expect(readFileSync(join(build, 'index.html'), 'utf8')).toBe(published);
		expect(String(brotliDecompressSync(readFileSync(join(build, 'index.html.br'))))).toBe(
			published,
		);
		rmSync(build, { recursive: true });
	},
);

test('the gateway serves the files at the root, beside its own routes, with the same headers', async () => {
	const dashboard = {
		folder: join(folder, 'build'),
		config: { apiUrl: 'https://feedback.example.com/functions/v1' },
		immutable: '/assets/',
		fallback: 'index.html',
	};
	const files = await startFilesThread({ packages: [], dashboard }, { log: console.error });
	const upstreams = { dashboardPort: files.port };
	const gateway = await startGateway({ listen: 0, token: 'test', upstreams });
	try {
		for (const path of ['/', '/prompts/new']) {
			const page = await fetch(gateway.url + path);
			expect(await page.text()).toBe('<title>App</title>');
			expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
		}
		const asset = await fetch(`${gateway.url}/assets/long.js`);
		expect(await asset.text()).toBe(longScript);
		expect(asset.headers.get('cache-control')).toContain('immutable');
		expect(await (await fetch(`${gateway.url}/config.json`)).json()).toEqual({
			apiUrl: 'https://feedback.example.com/functions/v1',
		});
		expect((await fetch(`${gateway.url}/functions/v1/sdk/events`)).status).toBe(503);
		expect((await fetch(`${gateway.url}/assets/missing.js`)).status).toBe(404);
	} finally {
		await gateway.stop();
		await files.stop();
	}
});
