import { inject, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Manifest } from '../src/server/manifest.ts';
import { redirects } from '../src/redirects.ts';
import { acceptCases } from './accept-cases.ts';
import { startSite } from './running-site.ts';
import { askedHost } from './test-docs.ts';

const page = '/sdk/methods/';
const markdown = { accept: 'text/markdown' };
let base: string;
let globals: unknown[];
let manifest: Manifest;

beforeAll(async () => {
	globals = [Request, Response];
	base = await startSite();
	const text = await readFile(join(inject('builtSite'), '_server/manifest.json'), 'utf8');
	manifest = JSON.parse(text) as Manifest;
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
	fetch(base + path, { method, headers, redirect: 'manual' });

it('the server leaves the globals of its process as they are', () => {
	expect([Request, Response]).toEqual(globals);
});

describe('a page as Markdown', () => {
	it('has the same bytes at index.md and by Accept', async () => {
		for (const path of Object.keys(manifest.pages)) {
			const [file, negotiated] = await Promise.all([get(`${path}index.md`), get(path, markdown)]);
			expect(file.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
			expect(negotiated.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
			expect(await negotiated.text()).toBe(await file.text());
		}
	});

	it('opens with exactly the six fields, then its title', async () => {
		for (const path of Object.keys(manifest.pages)) {
			const text = await (await get(`${path}index.md`)).text();
			const [, front, rest] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? [];
			const fields = Object.fromEntries(
				front!.split('\n').map((line) => /^(\w+): (.+)$/.exec(line)!.slice(1, 3)),
			);
			expect(Object.keys(fields)).toEqual([
				'title',
				'description',
				'package',
				'version',
				'url',
				'updated',
			]);
			expect(fields['url']).toBe(base + path);
			expect(fields['version']).toBe('"0.4"');
			expect(fields['updated']).toMatch(/^"\d{4}-\d{2}-\d{2}"$/);
			expect(rest).toMatch(`# ${JSON.parse(fields['title']!)}\n`);
		}
	});

	it('sends its number of tokens, on GET, HEAD and 304', async () => {
		const found = await get(`${page}index.md`);
		const bytes = (await found.arrayBuffer()).byteLength;
		const tokens = String(Math.ceil(bytes / 4));
		expect(found.headers.get('x-markdown-tokens')).toBe(tokens);
		const etag = found.headers.get('etag')!;
		const head = await get(`${page}index.md`, {}, 'HEAD');
		const fresh = await get(page, { ...markdown, 'if-none-match': etag });
		expect(fresh.status).toBe(304);
		expect(head.headers.get('x-markdown-tokens')).toBe(tokens);
		expect(fresh.headers.get('x-markdown-tokens')).toBe(tokens);
	});

	it('has at most 11,500 tokens: agents read whole pages', () => {
		const long = Object.entries(manifest.pages).filter(
			([, { markdown: twin }]) => twin.tokens > 11_500,
		);
		expect(long.map(([path]) => path)).toEqual([]);
	});

	it('names its page as canonical, and its own URL', async () => {
		const found = await get(page, markdown);
		expect(found.headers.get('link')).toContain(`<${base}${page}>; rel="canonical"`);
		expect(found.headers.get('content-location')).toBe(`${page}index.md`);
		expect(found.headers.get('vary')).toContain('Accept');
		expect(found.headers.get('access-control-allow-origin')).toBe('*');
	});
});

describe('the form of a page', () => {
	it.each(acceptCases)('Accept: %s → Markdown %s', async (accept, wanted) => {
		// fetch sends a wildcard when no header is given, which means the same.
		const found = await get(page, accept === undefined ? {} : { accept });
		const type = wanted ? 'text/markdown' : 'text/html';
		expect(found.status).toBe(200);
		expect(found.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
		expect(found.headers.get('vary')).toContain('Accept');
	});

	it('as HTML links to its Markdown', async () => {
		const found = await get(page);
		const html = await found.text();
		const twin = `${base}${page}index.md`;
		expect(found.headers.get('link')).toContain(`<${twin}>; rel="alternate"; type="text/markdown"`);
		expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${twin}"`);
		expect(html).toContain(`<link rel="canonical" href="${base}${page}"`);
	});
});

describe('caching', () => {
	it('gives each form of a page its own tag', async () => {
		const html = (await get(page)).headers.get('etag')!;
		const text = (await get(page, markdown)).headers.get('etag')!;
		expect(html).not.toBe(text);
		expect((await get(page, { 'if-none-match': html })).status).toBe(304);
		expect((await get(page, { 'if-none-match': text })).status).toBe(200);
		expect((await get(page, { ...markdown, 'if-none-match': html })).status).toBe(200);
	});

	it('responds with 304, the same tag and Vary, and no body', async () => {
		const { headers } = await get(page);
		const fresh = await get(page, { 'if-none-match': `"other", ${headers.get('etag')}` });
		expect(fresh.status).toBe(304);
		expect(fresh.headers.get('etag')).toBe(headers.get('etag'));
		expect(fresh.headers.get('vary')).toBe(headers.get('vary'));
		expect(await fresh.text()).toBe('');
	});

	// A returning browser once crashed the server: a 304 has no body to compress.
	it('survives a conditional request that accepts compressed responses', async () => {
		const etag = (await get(page, { 'accept-encoding': 'br' })).headers.get('etag')!;
		const fresh = await get(page, { 'if-none-match': etag, 'accept-encoding': 'gzip, br' });
		expect(fresh.status).toBe(304);
		expect((await get(page)).status).toBe(200);
	});

	it('responds to HEAD as to GET', async () => {
		const paths = [page, `${page}index.md`, '/llms.txt', '/search?q=event', '/nowhere/', '/search'];
		for (const path of paths) {
			const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
			expect(head.status).toBe(whole.status);
			expect(await head.text()).toBe('');
			for (const name of ['content-type', 'etag', 'vary', 'content-length', 'link']) {
				if (path === '/search' && name === 'content-length') continue;
				expect(head.headers.get(name), `${name} of ${path}`).toBe(whole.headers.get(name));
			}
		}
	});
});

describe('the index files', () => {
	it('llms.txt lists every page with its address and one line', async () => {
		const text = await (await get('/llms.txt')).text();
		const listed = [...text.matchAll(/^- \[.+\]\((.+)\): .{20,}$/gm)].map(([, address]) => address);
		expect(listed.toSorted()).toEqual(
			Object.keys(manifest.pages)
				.map((path) => `${base}${path}index.md`)
				.toSorted(),
		);
		expect(text.length).toBeLessThan(50_000);
	});

	it('llms.txt links agents to the page on signing in, as Markdown', async () => {
		expect(await (await get('/llms.txt')).text()).toContain(`${base}/auth.md`);
		const answer = await get('/auth.md');
		expect([answer.status, answer.headers.get('content-type')]).toEqual([
			200,
			'text/markdown; charset=utf-8',
		]);
		expect(await answer.text()).toBe(await (await get('/agents/auth/index.md')).text());
	});

	it('llms-full.txt contains the text of every page', async () => {
		const full = await (await get('/llms-full.txt')).text();
		for (const path of Object.keys(manifest.pages)) {
			const twin = await (await get(`${path}index.md`)).text();
			const content = twin.slice(twin.indexOf('\n> Index of all pages'));
			expect(full).toContain(content.slice(content.indexOf('\n\n') + 2).trim());
		}
	});
});

describe('other addresses of a page', () => {
	it('redirect to it with the query', async () => {
		const found = await get('/sdk/methods?from=here');
		expect(found.status).toBe(308);
		expect(found.headers.get('location')).toBe('/sdk/methods/?from=here');
		expect(found.headers.get('vary')).toContain('Accept');
	});

	const moved: [from: string, to: string][] = [
		['/sdk/methods', '/sdk/methods/index.md'],
		['/sdk/methods.md', '/sdk/methods/index.md'],
		['/sdk/methods/index.html', '/sdk/methods/index.md'],
	];
	for (const [from, to] of Object.entries(redirects)) {
		moved.push([from, `${to}index.md`], [`${from}index.md`, `${to}index.md`]);
	}
	it.each(moved)('%s redirects a reader of Markdown to Markdown', async (from, to) => {
		const found = await get(from, markdown);
		expect([found.status, found.headers.get('location')]).toEqual([308, to]);
	});

	it.each(['//evil.example/', '/\\evil.example', '/%2f%2fevil.example'])(
		'%s leads nowhere else',
		async (path) => {
			const found = await get(path);
			expect(found.status).toBe(404);
			expect(found.headers.get('location')).toBeNull();
		},
	);
});

describe('errors', () => {
	it('another method is 405 and lists the allowed ones', async () => {
		for (const path of [page, '/search?q=a', '/llms.txt', '/nowhere/']) {
			for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
				const found = await get(path, {}, method);
				expect(found.status).toBe(405);
				expect(found.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
				expect(await found.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
			}
		}
	});

	it('an unknown page is 404 in the requested form', async () => {
		const html = await get('/events/profs/', { accept: 'text/html' });
		expect([html.status, html.headers.get('content-type')]).toEqual([
			404,
			'text/html; charset=utf-8',
		]);
		expect(await html.text()).toContain('docs-not-found');

		const json = await get('/events/profs/', { accept: 'application/json' });
		expect(json.status).toBe(404);
		expect(await json.json()).toMatchObject({
			error: { code: 'not_found', hint: expect.stringContaining('/llms.txt') as string },
		});

		for (const found of [
			await get('/events/profs/', markdown),
			await get('/events/profs/index.md'),
			await get('/events/profs.md'),
		]) {
			expect([found.status, found.headers.get('content-type')]).toEqual([
				404,
				'text/markdown; charset=utf-8',
			]);
			const text = await found.text();
			expect(text).toMatch(/^# Page not found\n/);
			expect(text).toContain(`${base}/llms.txt`);
			expect(text).toContain(`${base}/events/proofs/index.md`);
		}
	});

	it.each([
		'/_server/manifest.json',
		'/_server/search.json',
		'/../package.json',
		'/..%2f..%2fpackage.json',
		'/%2e%2e/%2e%2e/package.json',
		'/sdk/methods/..%5c..%5c',
		'/404.html',
		'/constructor/',
		'/__proto__/',
		'/%00/',
		'/%',
		'/%E0%A4%A/',
		`/${'a'.repeat(8_000)}/`,
	])('%.40s does not exist', async (path) => {
		for (const headers of [{}, markdown]) {
			expect((await get(path, headers)).status).toBe(404);
		}
	});
});

describe('the security of a page', () => {
	it('is a policy with the hash of every inline script', async () => {
		for (const path of ['/', '/sdk/methods/', '/nowhere/at/all/']) {
			const page = await fetch(base + path, { headers: { accept: 'text/html' } });
			const policy = page.headers.get('content-security-policy') ?? '';
			const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
			expect(scripts).not.toContain('unsafe-inline');
			expect(scripts.match(/'sha256-/g)?.length).toBeGreaterThan(2);
			expect(policy).toContain(`connect-src 'self' http://${askedHost};`);
		}
	});
});
