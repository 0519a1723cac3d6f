import type { DocsSearchResponse } from '@feedback/contract';

/** One line of a list of results in the page. */
export type Hit = { url: string; title: string; page: string; excerpt: string };

/** Asks the service's own search, which understands whole questions. */
export async function askService(query: string): Promise<Hit[]> {
	const response = await fetch(`/search?${new URLSearchParams({ q: query, limit: '8' })}`);
	if (!response.ok) return [];
	const { results } = (await response.json()) as DocsSearchResponse;
	return results.map(({ url, heading, title, passage }) => ({
		url: new URL(url).pathname + new URL(url).hash,
		title: heading,
		page: title,
		excerpt: passage,
	}));
}

/** A result as a list item; all of it is set as text. */
export function toItem({ url, title, page, excerpt }: Hit): HTMLLIElement {
	const item = document.createElement('li');
	const link = document.createElement('a');
	link.href = url;
	for (const [tag, text] of [
		['strong', title],
		['span', title === page ? '' : page],
		['p', excerpt],
	] as const) {
		const part = document.createElement(tag);
		part.textContent = text;
		if (text) link.append(part);
	}
	item.append(link);
	return item;
}
