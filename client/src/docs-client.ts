import { docsSearchResponseSchema, type DocsSearchResponse } from '@feedback/contract';

import { DocsError } from './docs-error.ts';
import { readBytes, TooLarge } from './read-bytes.ts';

export type DocsClientOptions = {
	/** Address of the documentation site, without a trailing slash. */
	docsUrl: string;
	/** Value of the `User-Agent` header. */
	userAgent?: string;
	/** Milliseconds until a request counts as `unreachable`. */
	timeoutMs?: number;
	/** Pages with more bytes are `too_large`. */
	maxBytes?: number;
};

export type DocsPage = {
	/** Address of the page's Markdown. */
	url: string;
	markdown: string;
	/** Approximate size in tokens; null if the site does not report it. */
	tokens: number | null;
};

type DocsCallOptions = { signal?: AbortSignal };

export type DocsClient = {
	search(
		input: { query: string; limit: number },
		options?: DocsCallOptions,
	): Promise<DocsSearchResponse>;
	/** Reads a page by its path or address; `llms.txt` and `llms-full.txt` are pages too. */
	readPage(page: string, options?: DocsCallOptions): Promise<DocsPage>;
};

/**
 * A client of the documentation site. Its methods reject with a `DocsError`, or with the signal's reason when
 * that is aborted.
 *
 * @example
 * const docs = createDocsClient({ docsUrl: 'https://docs.example.com' });
 * const { results } = await docs.search({ query: 'how often does a prompt appear', limit: 5 });
 * const { markdown } = await docs.readPage(results[0].url);
 */
export function createDocsClient(options: DocsClientOptions): DocsClient {
	const { docsUrl } = options;
	return {
		async search({ query, limit }, { signal } = {}) {
			const search = new URLSearchParams({ q: query, limit: String(limit) });
			const { text } = await fetchText(options, `/search?${search}`, 'application/json', signal);
			const parsed = docsSearchResponseSchema.safeParse(parseJson(text));
			if (!parsed.success) throw notDocs(docsUrl, parsed.error);
			return parsed.data;
		},
		async readPage(page, { signal } = {}) {
			const path = toMarkdownPath(page, docsUrl);
			const { text, headers } = await fetchText(options, path, 'text/markdown', signal);
			const tokens = Number(headers.get('x-markdown-tokens') ?? Number.NaN);
			return {
				url: `${docsUrl}${path}`,
				markdown: text,
				tokens: Number.isInteger(tokens) ? tokens : null,
			};
		},
	};
}

async function fetchText(
	{ docsUrl, userAgent, timeoutMs = 15_000, maxBytes = Infinity }: DocsClientOptions,
	path: string,
	accept: string,
	signal: AbortSignal | undefined,
): Promise<{ text: string; headers: Headers }> {
	const timeout = AbortSignal.timeout(timeoutMs);
	let response: Response;
	let text: string;
	try {
		response = await fetch(`${docsUrl}${path}`, {
			headers: { accept, ...(userAgent !== undefined && { 'user-agent': userAgent }) },
			signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
		});
		text = new TextDecoder().decode(await readBytes(response, maxBytes));
	} catch (cause) {
		signal?.throwIfAborted();
		if (cause instanceof TooLarge) throw new DocsError('too_large', 'The page is too large.');
		throw new DocsError('unreachable', `The documentation at ${docsUrl} cannot be reached.`, {
			cause,
		});
	}
	if (response.status === 404) {
		const { pathname } = new URL(`${docsUrl}${path}`);
		throw new DocsError('not_found', `The documentation has no page ${pathname}.`);
	}
	if (!response.ok) {
		const message = `The documentation answered with status ${response.status}.`;
		throw new DocsError('unavailable', message);
	}
	// A single-page app returns its HTML for every path.
	if (/^\s*<(!doctype|html)/i.test(text)) throw notDocs(docsUrl);
	return { text, headers: response.headers };
}

/** `prompts/overview` and `{docsUrl}/prompts/overview/#limits` become `/prompts/overview/index.md`. */
function toMarkdownPath(page: string, docsUrl: string): string {
	const isAddress = /^[a-z]+:/i.test(page);
	if (isAddress && page !== docsUrl && !page.startsWith(`${docsUrl}/`)) {
		throw new DocsError(
			'invalid_page',
			`${page} is not a page of the documentation at ${docsUrl}.`,
		);
	}
	const path = (isAddress ? page.slice(docsUrl.length) : page)
		.replace(/[?#].*$/, '')
		.replace(/^\/+|\/+$/g, '');
	if (!/^[\w./-]*$/.test(path) || path.split('/').includes('..')) {
		const message = 'The path of a page contains only letters, digits, hyphens and slashes.';
		throw new DocsError('invalid_page', message);
	}
	if (/\.(md|txt)$/.test(path)) return `/${path}`;
	return path ? `/${path}/index.md` : '/index.md';
}

function notDocs(docsUrl: string, cause?: unknown): DocsError {
	return new DocsError('unreachable', `${docsUrl} does not respond like the documentation does.`, {
		cause,
	});
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
