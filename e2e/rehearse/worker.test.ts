import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { DocsSearchResponse } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

// Declares the values that the set-up provides.
import type {} from '../../site/test/build-once.ts';
import { acceptCases } from '../../site/test/accept-cases.ts';
import { resolveTool } from '../tools/own-packages.ts';

const site = fileURLToPath(new URL('../../site', import.meta.url));
const page = '/sdk/methods/';
let folder: string;
let child: ChildProcess;
let base: string;

/** The Worker as built by wrangler, on workerd, over the site as built by the tests. */
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'feedback-worker-'));
	const config = JSON.parse(
		(await readFile(join(site, 'wrangler.jsonc'), 'utf8'))
			.replace(/^\s*\/\/.*$/gm, '')
			.replace(/,(\s*[}\]])/g, '$1'),
	) as { assets: { directory: string }; main: string };
	config.assets.directory = inject('builtSite');
	config.main = join(site, 'src/server/worker.ts');
	const file = join(folder, 'wrangler.json');
	await writeFile(file, JSON.stringify(config));
	const wrangler = join(dirname(await resolveTool('wrangler/package.json')), 'bin/wrangler.js');
	const args = [
		'dev',
		'--config',
		file,
		'--ip',
		'127.0.0.1',
		'--port',
		'0',
		'--show-interactive-dev-session=false',
	];
	child = spawn(process.execPath, [wrangler, ...args], {
		cwd: folder,
		env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1', WRANGLER_LOG_PATH: folder },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	base = await readAddress(child);
}, 90_000);

afterAll(async () => {
	// Stop the whole process group: wrangler leaves workerd running when only wrangler is stopped.
	if (child.pid) process.kill(-child.pid, 'SIGTERM');
	await new Promise((resolve) => child.once('close', resolve));
	await rm(folder, { recursive: true, force: true });
});

function readAddress(from: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let output = '';
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			const found = /Ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(output);
			if (found) resolve(found[1]!);
		};
		from.stdout!.on('data', read);
		from.stderr!.on('data', read);
		from.once('close', () => reject(new Error(`The Worker did not start.\n${output}`)));
	});
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
	fetch(base + path, { headers, method, redirect: 'manual' });

describe('on workerd', () => {
	it.each(acceptCases)('Accept: %s → Markdown %s', async (accept, markdown) => {
		const found = await get(page, accept === undefined ? {} : { accept });
		expect(found.status).toBe(200);
		expect(found.headers.get('content-type')).toBe(
			`text/${markdown ? 'markdown' : 'html'}; charset=utf-8`,
		);
		expect(found.headers.get('vary')).toContain('Accept');
	});

	it('the Markdown form is the built file, with entity tag and token count', async () => {
		const file = await readFile(join(inject('builtSite'), page, 'index.md'), 'utf8');
		for (const found of [
			await get(`${page}index.md`),
			await get(page, { accept: 'text/markdown' }),
		]) {
			expect(await found.text()).toBe(file);
			const tokens = Math.ceil(new TextEncoder().encode(file).length / 4);
			expect(found.headers.get('x-markdown-tokens')).toBe(String(tokens));
			const etag = found.headers.get('etag')!;
			expect((await get(`${page}index.md`, { 'if-none-match': etag })).status).toBe(304);
		}
	});

	it('search, index files, redirects and errors work as on Node', async () => {
		const answer = (await (await get('/search?q=retention')).json()) as DocsSearchResponse;
		expect(answer.results).toHaveLength(5);
		expect((await get('/search')).status).toBe(400);
		expect((await get('/llms.txt')).status).toBe(200);
		expect((await get('/llms-full.txt')).status).toBe(200);
		expect((await get('/sdk/methods')).headers.get('location')).toBe(page);
		expect((await get(page, {}, 'POST')).status).toBe(405);
		expect((await get('/nowhere/')).status).toBe(404);
		expect((await get('/_server/manifest.json')).status).toBe(404);
		const missing = await get('/nowhere/', { accept: 'text/markdown' });
		expect([missing.status, missing.headers.get('content-type')]).toEqual([
			404,
			'text/markdown; charset=utf-8',
		]);
		expect((await get(page, {}, 'HEAD')).headers.get('etag')).toBeTruthy();
	});

	it('scripts and styles are served without the Worker', async () => {
		const html = await (await get(page)).text();
		const script = /\/_astro\/[^"']+\.css/.exec(html)![0];
		expect((await get(script)).status).toBe(200);
		expect((await get('/pagefind/pagefind.js')).status).toBe(200);
	});
});
