import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createDocsClient, type DocsClientOptions } from './docs-client.ts';

const docsUrl = 'https://docs.example.com/base';
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetchMock));
afterEach(() => {
	vi.unstubAllGlobals();
	fetchMock.mockReset();
});

function respond(body: string, init?: ResponseInit): void {
	fetchMock.mockImplementation(() => Promise.resolve(new Response(body, init)));
}

function open(options: Partial<DocsClientOptions> = {}) {
	return createDocsClient({ docsUrl, ...options });
}

const result = {
	title: 'Prompts',
	heading: 'Limits',
	url: `${docsUrl}/prompts/#limits`,
	markdown_url: `${docsUrl}/prompts/index.md`,
	package: '@feedback/sdk',
	version: '0.4',
	passage: 'A prompt appears once…',
};

describe('search', () => {
	it('sends the query and returns the parsed reply', async () => {
		respond(JSON.stringify({ query: 'a b', results: [result], took_ms: 1 }));
		expect(await open().search({ query: 'a b', limit: 3 })).toEqual({
			query: 'a b',
			results: [result],
		});
		expect(fetchMock.mock.calls[0]![0]).toBe(`${docsUrl}/search?q=a+b&limit=3`);
	});

	it.each(['{"results":[{}]}', 'no JSON', '<!doctype html><p>App</p>'])(
		'rejects a reply from another service: %s',
		async (body) => {
			respond(body);
			await expect(open().search({ query: 'a', limit: 1 })).rejects.toMatchObject({
				code: 'unreachable',
				message: `${docsUrl} does not respond like the documentation does.`,
			});
		},
	);
});

describe('readPage', () => {
	it.each([
		['prompts/overview', '/prompts/overview/index.md'],
		['/prompts/overview/#limits', '/prompts/overview/index.md'],
		[`${docsUrl}/prompts/overview/?x=1`, '/prompts/overview/index.md'],
		['llms.txt', '/llms.txt'],
		[docsUrl, '/index.md'],
		['', '/index.md'],
	])('requests the Markdown of %j', async (page, path) => {
		respond('# Page', { headers: { 'x-markdown-tokens': '42' } });
		expect(await open({ userAgent: 'test/1' }).readPage(page)).toEqual({
			url: `${docsUrl}${path}`,
			markdown: '# Page',
			tokens: 42,
		});
		const [url, init] = fetchMock.mock.calls[0]!;
		expect(url).toBe(`${docsUrl}${path}`);
		expect(init?.headers).toEqual({ accept: 'text/markdown', 'user-agent': 'test/1' });
	});

	it.each([
		'../../secret',
		'prompts/../../secret',
		'a b',
		'http://169.254.169.254/',
		`${docsUrl}.evil.example/`,
		'file:///etc/passwd',
	])('sends no request for %s', async (page) => {
		await expect(open().readPage(page)).rejects.toMatchObject({ code: 'invalid_page' });
		expect(fetchMock).not.toHaveBeenCalled();
	});

	it('returns the number of tokens of a page only if the site reports it', async () => {
		respond('# Page');
		expect(await open().readPage('llms.txt')).toMatchObject({ tokens: null });
	});

	it.each([
		[404, 'not_found'],
		[500, 'unavailable'],
	])('turns status %i into %s', async (status, code) => {
		respond('No', { status });
		await expect(open().readPage('a')).rejects.toMatchObject({ code });
	});

	it('refuses HTML, which a single-page app returns for every path', async () => {
		respond('<!doctype html><p>App</p>');
		await expect(open().readPage('a')).rejects.toMatchObject({ code: 'unreachable' });
	});

	it('stops reading a page that is too large', async () => {
		respond('x'.repeat(100));
		await expect(open({ maxBytes: 99 }).readPage('a')).rejects.toMatchObject({ code: 'too_large' });
		expect(await open({ maxBytes: 100 }).readPage('a')).toMatchObject({
			markdown: 'x'.repeat(100),
		});
	});
});

describe('a request', () => {
	it('without a response is unreachable', async () => {
		fetchMock.mockRejectedValue(new TypeError('fetch failed'));
		await expect(open().readPage('a')).rejects.toMatchObject({
			code: 'unreachable',
			message: `The documentation at ${docsUrl} cannot be reached.`,
		});
	});

	it('that is aborted rejects with the reason of the signal', async () => {
		const reason = new Error('Stopped.');
		fetchMock.mockRejectedValue(new TypeError('fetch failed'));
		const aborted = { signal: AbortSignal.abort(reason) };
		await expect(open().readPage('a', aborted)).rejects.toBe(reason);
	});
});
