import type { Answer } from './search-hits.ts';

type SubResult = { url: string; title: string; excerpt: string };
type PagefindPage = { url: string; meta: { title: string }; sub_results: SubResult[] };
type Pagefind = {
	init: () => Promise<void>;
	search: (query: string) => Promise<{ results: { data: () => Promise<PagefindPage> }[] }>;
};

const pagesShown = 6;
const sectionsShown = 3;

let loaded: Promise<Pagefind> | undefined;

/** Searches in the browser, for hosts that serve plain files only. */
export async function askPagefind(query: string): Promise<Answer> {
	loaded ??= load();
	const { results } = await (await loaded).search(query);
	const pages = await Promise.all(results.slice(0, pagesShown).map((result) => result.data()));
	const hits = pages.flatMap((page) =>
		page.sub_results
			.slice(0, sectionsShown)
			.map(({ url, title, excerpt }) => ({
				url,
				title,
				page: page.meta.title,
				excerpt: toText(excerpt),
			})),
	);
	return { hits, corrections: {} };
}

async function load(): Promise<Pagefind> {
	const address = '/pagefind/pagefind.js';
	const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind;
	await pagefind.init();
	return pagefind;
}

/** Pagefind's excerpts are HTML. */
function toText(html: string): string {
	return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
