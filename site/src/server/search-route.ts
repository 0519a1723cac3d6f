import { limits, type DocsSearchResponse } from '@feedback/contract';

import type { Search } from '../search/mod.ts';
import { failure } from './failure.ts';

/** Responds to `GET /search?q=&limit=`. */
export async function answerSearch(
	request: Request,
	{ base, search }: { base: string; search: () => Promise<Search> },
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
