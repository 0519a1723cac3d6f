import {
	docsSearchEndSchema,
	limits,
	parseJson,
	type DocsSearchResponse,
} from '@feedback/contract';

import type { Search } from '../search/mod.ts';
import { typingHeader } from '../search-box/typing-header.ts';
import { failure } from './failure.ts';
import type { CountSearch } from './searches/stored-counts.ts';

type SearchOptions = {
	base: string;
	search: () => Promise<Search>;
	/** Counts how searches end; without it, nothing is counted. */
	countSearch?: CountSearch | undefined;
};

const endLimits = { bytes: 4_096, depth: 2, values: 3, keys: 2 };

/** Responds to `GET /search?q=&limit=`. */
export async function answerSearch(
	request: Request,
	{ base, search, countSearch }: SearchOptions,
): Promise<Response> {
	const parameters = new URL(request.url).searchParams;
	const query = parameters.get('q') ?? '';
	if (query.trim() === '') {
		return failure(request, {
			code: 'invalid_request',
			field: 'q',
			message: `q: ${parameters.has('q') ? 'is empty' : 'is missing'}`,
			hint: `Put the question into q, for example ${base}/search?q=how+long+are+events+kept`,
		});
	}
	const limit = parameters.get('limit') ?? String(limits.search.default);
	if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > limits.search.max) {
		return failure(request, {
			code: 'invalid_request',
			field: 'limit',
			message: `limit: must be an integer from 1 to ${limits.search.max}`,
			hint: `Leave limit out for ${limits.search.default} results.`,
		});
	}
	const find = await search();
	// The cost of a search grows with its words.
	const words = query.slice(0, limits.search.query);
	const { results, corrections } = find(words, Number(limit), base);
	// While a person types, half of a word finds nothing; the page then reports how the search ended.
	if (results.length === 0 && !request.headers.has(typingHeader)) countSearch?.(query, 'no_result');
	const answer: DocsSearchResponse = { query, results };
	const corrected = new URLSearchParams(corrections).toString();
	return new Response(`${JSON.stringify(answer)}\n`, {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'cache-control': 'public, max-age=300',
			'x-robots-tag': 'noindex',
			// The words that were searched instead of unknown words: in a header, because the fields of the response
			// body are fixed.
			...(corrected && { 'x-corrected-words': corrected }),
		},
	});
}

/** Counts the search that a page reports with `POST /search/end` when its reader leaves it. */
export async function endSearch(
	request: Request,
	{ base, search, countSearch }: SearchOptions,
): Promise<Response> {
	const end = countSearch && (await readEnd(request));
	if (end) {
		const found = (await search())(end.q.slice(0, limits.search.query), 1, base).results.length > 0;
		countSearch(end.q, end.clicked ? 'clicked' : found ? 'no_click' : 'no_result');
	}
	return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}

/** What the page reports; undefined for anything else. */
async function readEnd(request: Request) {
	try {
		const text = await request.text();
		return docsSearchEndSchema.parse(parseJson(text, endLimits));
	} catch {
		return undefined;
	}
}
