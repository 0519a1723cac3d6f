import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	docsSearchCountsSchema,
	docsSearchResponseSchema,
	type DocsSearchResponse,
} from '@feedback/contract';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

import { listen } from '../src/server/node.ts';
import { startSite } from './running-site.ts';

let base: string;
beforeAll(async () => {
	base = await startSite();
});

async function search(query: string): Promise<[Response, DocsSearchResponse]> {
	const response = await fetch(`${base}/search?${query}`);
	return [response, (await response.json()) as DocsSearchResponse];
}

describe('GET /search', () => {
	it('returns exactly the documented fields', async () => {
		const [response, answer] = await search('q=How%20long%20are%20events%20kept%3F');
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
		expect(docsSearchResponseSchema.parse(answer)).toEqual(answer);
		expect(Object.keys(answer)).toEqual(['query', 'results']);
		expect(answer.query).toBe('How long are events kept?');
		for (const result of answer.results) {
			expect(Object.keys(result)).toEqual([
				'title',
				'heading',
				'url',
				'markdown_url',
				'package',
				'version',
				'passage',
			]);
			expect(result.url.startsWith(`${base}/`)).toBe(true);
			expect(result.url).toContain('#');
			expect(result.markdown_url).toBe(`${result.url.split('#')[0]}index.md`);
			expect(result.version).toBe('0.4');
			expect(result.passage.length).toBeGreaterThan(0);
			expect(result.passage.length).toBeLessThan(260);
		}
		expect(answer.results[0]!.passage).toContain('30 days');
	});

	it('returns 5 results, or the requested number up to 20', async () => {
		expect((await search('q=event'))[1].results).toHaveLength(5);
		expect((await search('q=event&limit=1'))[1].results).toHaveLength(1);
		expect((await search('q=event&limit=20'))[1].results).toHaveLength(20);
	});

	it('returns the best match first, and the same order with fewer results', async () => {
		const [, few] = await search('q=event+proof&limit=3');
		const [, many] = await search('q=event+proof&limit=20');
		expect(few.results.map(({ url }) => url)).toEqual(
			many.results.slice(0, 3).map(({ url }) => url),
		);
	});

	it('finds nothing for a word without meaning, with 200', async () => {
		const [response, answer] = await search('q=qqqqzzzzqqqqzzzz');
		expect([response.status, answer.results]).toEqual([200, []]);
	});

	it.each([
		['', 'q'],
		['q=', 'q'],
		['q=%20%09', 'q'],
		['limit=3', 'q'],
		['q=a&limit=0', 'limit'],
		['q=a&limit=21', 'limit'],
		['q=a&limit=-1', 'limit'],
		['q=a&limit=2.5', 'limit'],
		['q=a&limit=1e1', 'limit'],
		['q=a&limit=five', 'limit'],
		['q=a&limit=', 'limit'],
		['q=a&limit=%D9%A3', 'limit'],
		['q=a&limit=99999999999999999999', 'limit'],
	])('?%s is 400 and names %s', async (query, field) => {
		const response = await fetch(`${base}/search?${query}`);
		expect(response.status).toBe(400);
		expect(await response.json()).toEqual({
			error: {
				code: 'invalid_request',
				field,
				message: expect.stringMatching(new RegExp(`^${field}: `)) as string,
				hint: expect.any(String) as string,
				request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
			},
		});
	});

	it('explains an error in Markdown to a reader of Markdown', async () => {
		const response = await fetch(`${base}/search`, { headers: { accept: 'text/markdown' } });
		expect(response.status).toBe(400);
		expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
		expect(await response.text()).toContain('`invalid_request`');
	});

	it.each([
		"' or 1=1 --",
		'<script>alert(1)</script>',
		'\u0000\u0001\uFFFF',
		'\uD800',
		'constructor __proto__ toString hasOwnProperty',
		'(((((((((((((((((((((((((((((',
		'*:* AND field:"x" ~2 ^9',
		'日本語 العربية 🎉🎉🎉',
		'a'.repeat(6_000),
		'wrd '.repeat(1_500),
		Array.from({ length: 900 }, (_, index) => `w${index.toString(36)}x`).join(' '),
	])('accepts %.30j', async (query) => {
		const [response, answer] = await search(new URLSearchParams({ q: query }).toString());
		expect(response.status).toBe(200);
		expect(answer.query).toBe(query.toWellFormed());
		expect(answer.results.length).toBeLessThanOrEqual(5);
	});

	it('accepts a query with an invalid encoding', async () => {
		const [response] = await search('q=%E0%A4%A');
		expect(response.status).toBe(200);
	});
});

describe('searches without success', () => {
	it('are counted by their words, from readers and programs, and never from half-typed words', async () => {
		const file = join(mkdtempSync(join(tmpdir(), 'feedback-searches-')), 'docs-searches.json');
		const counting = await listen({ folder: inject('builtSite'), port: 0, searches: file });
		onTestFinished(() => counting.stop());
		const ask = (query: string, headers = {}) =>
			fetch(`${counting.url}/search?${new URLSearchParams({ q: query })}`, { headers });
		const end = (body: unknown) =>
			fetch(`${counting.url}/search/end`, { method: 'POST', body: JSON.stringify(body) });
		await ask('qqqqzz', { 'x-typing': '1' });
		await ask('Qqqqzzzz?');
		await ask('ada@example.com');
		expect((await end({ q: 'event', clicked: true })).status).toBe(204);
		await end({ q: 'event proof', clicked: false });
		await end({ q: 'qqqqzzzz', clicked: false });
		expect((await end({ q: 'event', clicked: 1 })).status).toBe(204);
		expect((await end('x'.repeat(5_000))).status).toBe(413);
		await expect
			.poll(() => readCounts(file), { timeout: 10_000 })
			.toEqual([
				{ words: 'event', no_result: 0, no_click: 0, clicked: 1 },
				{ words: 'event proof', no_result: 0, no_click: 1, clicked: 0 },
				{ words: 'qqqqzzzz', no_result: 2, no_click: 0, clicked: 0 },
			]);
	});

	it('are not counted without a file for the counts', async () => {
		const body = JSON.stringify({ q: 'event', clicked: true });
		expect((await fetch(`${base}/search/end`, { method: 'POST', body })).status).toBe(204);
	});
});

function readCounts(file: string) {
	const { searches } = docsSearchCountsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	return searches
		.map(({ day: _, ...counts }) => counts)
		.toSorted((a, b) => a.words.localeCompare(b.words));
}
