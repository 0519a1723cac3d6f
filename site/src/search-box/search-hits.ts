import type { DocsSearchResponse } from '@feedback/contract';

import { markWords, wordsOf } from './mark-words.ts';
import { typingHeader } from './typing-header.ts';

/** One line of a list of results in the page. */
export type Hit = { url: string; title: string; page: string; excerpt: string };

export type Answer = {
	hits: Hit[];
	/** Words that were searched instead of the typed ones. */
	corrections: Record<string, string>;
};

/** Thrown if the site is served as plain files, without `/search`. */
export class NoSearchRoute extends Error {
	override name = 'NoSearchRoute';
}

/**
 * Queries the search of the site's service.
 *
 * @throws NoSearchRoute if the host has no search
 */
export async function askService(query: string, signal?: AbortSignal): Promise<Answer> {
	const response = await fetch(`/search?${new URLSearchParams({ q: query, limit: '8' })}`, {
		headers: { [typingHeader]: '1' },
		signal: signal ?? null,
	});
	if (!response.headers.get('content-type')?.startsWith('application/json')) {
		throw new NoSearchRoute(`/search answered ${response.status}`);
	}
	if (!response.ok) return { hits: [], corrections: {} };
	const { results } = (await response.json()) as DocsSearchResponse;
	const hits = results.map(({ url, heading, title, passage }) => ({
		url: new URL(url).pathname + new URL(url).hash,
		title: heading,
		page: title,
		excerpt: passage,
	}));
	const corrected = new URLSearchParams(response.headers.get('x-corrected-words') ?? '');
	return { hits, corrections: Object.fromEntries(corrected) };
}

/** Describes the results above the list; empty when they clearly match the question. */
export function describeAnswer(query: string, { hits, corrections }: Answer): string {
	if (hits.length === 0) return `Nothing was found for “${query}”.`;
	const pairs = Object.entries(corrections);
	if (pairs.length === 0) return '';
	const instead = pairs.map(([typed, taken]) => `“${taken}” instead of “${typed}”`);
	return `Searched for ${instead.join(' and ')}.`;
}

/** A result as a list item, with the searched words marked; its content is set only as text. */
export function toItem(hit: Hit, query: string, { corrections }: Answer): HTMLLIElement {
	const item = document.createElement('li');
	const link = document.createElement('a');
	link.href = hit.url;
	const searched = [...wordsOf(query), ...Object.values(corrections)];
	for (const [tag, text] of [
		['strong', hit.title],
		['span', hit.title === hit.page ? '' : hit.page],
		['p', hit.excerpt],
	] as const) {
		if (!text) continue;
		const part = document.createElement(tag);
		part.append(...markWords(text, searched).map(toNode));
		link.append(part);
	}
	item.append(link);
	return item;
}

function toNode({ text, isMarked }: { text: string; isMarked: boolean }): Node {
	if (!isMarked) return document.createTextNode(text);
	const mark = document.createElement('mark');
	mark.textContent = text;
	return mark;
}
