// The search box of the page. Nothing is loaded before it is opened; then Pagefind answers while one types,
// and the service's own search answers whole questions that Pagefind finds nothing for.

import { askService, toItem, type Hit } from './search-hits.ts';

type SubResult = { url: string; title: string; excerpt: string };
type PagefindPage = { url: string; meta: { title: string }; sub_results: SubResult[] };
type Pagefind = {
	init: () => Promise<void>;
	debouncedSearch: (
		query: string,
		options: object,
		wait: number,
	) => Promise<{ results: { data: () => Promise<PagefindPage> }[] } | null>;
};

const pagesShown = 6;
const sectionsShown = 3;

class DocsSearch extends HTMLElement {
	#pagefind: Promise<Pagefind> | undefined;

	connectedCallback() {
		const open = this.querySelector<HTMLButtonElement>('.docs-search-open')!;
		const dialog = this.querySelector('dialog')!;
		const input = this.querySelector('input')!;
		if (/Mac|iP(hone|ad|od)/.test(navigator.platform))
			open.querySelector('kbd')!.textContent = '⌘ K';
		open.disabled = false;
		open.addEventListener('click', () => this.#open(dialog));
		document.addEventListener('keydown', (event) => {
			if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
			event.preventDefault();
			if (dialog.open) dialog.close();
			else this.#open(dialog);
		});
		dialog.addEventListener('click', (event) => {
			if (event.target === dialog || (event.target as Element).closest('a')) dialog.close();
		});
		dialog.addEventListener('keydown', (event) => {
			moveFocus(event, dialog);
			if (event.key !== 'Escape') return;
			// A search field would only empty itself at the first Escape.
			event.preventDefault();
			dialog.close();
		});
		input.addEventListener('input', () => void this.#search(input.value.trim()));
		dialog.querySelector('form')!.addEventListener('submit', (event) => {
			const first = dialog.querySelector<HTMLAnchorElement>('ol a');
			if (document.activeElement !== input || !first) return;
			event.preventDefault();
			first.click();
		});
	}

	#open(dialog: HTMLDialogElement) {
		dialog.showModal();
		this.#pagefind ??= loadPagefind();
	}

	async #search(query: string) {
		if (query === '') return this.#show('', []);
		const hits = (await this.#ask(query)) ?? undefined;
		if (!hits || this.querySelector('input')!.value.trim() !== query) return;
		const words = hits.length === 0 ? `Nothing was found for “${query}”.` : '';
		this.#show(words, hits);
	}

	async #ask(query: string): Promise<Hit[] | null> {
		try {
			const pagefind = await this.#pagefind!;
			const found = await pagefind.debouncedSearch(query, {}, 120);
			if (!found) return null;
			const pages = await Promise.all(
				found.results.slice(0, pagesShown).map((result) => result.data()),
			);
			const hits = pages.flatMap(toHits);
			return hits.length > 0 ? hits : await askService(query);
		} catch {
			return askService(query).catch(() => []);
		}
	}

	#show(words: string, hits: Hit[]) {
		this.querySelector('[role=status]')!.textContent = words;
		this.querySelector('ol')!.replaceChildren(...hits.map(toItem));
	}
}

async function loadPagefind(): Promise<Pagefind> {
	const address = '/pagefind/pagefind.js';
	const pagefind = (await import(/* @vite-ignore */ address)) as Pagefind;
	await pagefind.init();
	return pagefind;
}

function toHits(page: PagefindPage): Hit[] {
	return page.sub_results.slice(0, sectionsShown).map(({ url, title, excerpt }) => ({
		url,
		title,
		page: page.meta.title,
		excerpt: decode(excerpt.replace(/<\/?mark>/g, '')),
	}));
}

/** Pagefind's excerpts are escaped HTML; as text they need plain characters. */
function decode(html: string): string {
	return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}

function moveFocus(event: KeyboardEvent, dialog: HTMLDialogElement): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step === undefined) return;
	const stops = [...dialog.querySelectorAll<HTMLElement>('input, ol a')];
	const at = stops.indexOf(document.activeElement as HTMLElement);
	const next = stops[at + step];
	if (!next) return;
	event.preventDefault();
	next.focus();
}

customElements.define('docs-search', DocsSearch);
