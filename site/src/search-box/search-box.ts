// The page's search box: requests results from the service's own search while people type. If the site is served as
// plain files, loads and uses Pagefind instead.
import { askPagefind } from './pagefind.ts';
import { askService, describeAnswer, NoSearchRoute, toItem, type Answer } from './search-hits.ts';

const pauseWhileTyping = 120;

class DocsSearch extends HTMLElement {
	#asking: AbortController | undefined;
	#hasRoute = true;
	/** The query whose results are shown, until its end is reported. */
	#shown: string | undefined;

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
			const target = event.target as Element;
			if (target.closest('a')) this.#end(true);
			if (target === dialog || target.closest('a')) dialog.close();
		});
		dialog.addEventListener('close', () => this.#end(false));
		window.addEventListener('pagehide', () => this.#end(false));
		dialog.addEventListener('keydown', (event) => {
			moveFocus(event, dialog);
			if (event.key !== 'Escape') return;
			// Otherwise, the first Escape would only clear the search field.
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
	}

	async #search(query: string) {
		this.#asking?.abort();
		const asking = new AbortController();
		this.#asking = asking;
		this.#shown = undefined;
		if (query === '') return this.#show('', []);
		await new Promise((resolve) => setTimeout(resolve, pauseWhileTyping));
		if (asking.signal.aborted) return;
		const answer = await this.#ask(query, asking.signal).catch(() => undefined);
		if (asking.signal.aborted) return;
		if (!answer) return this.#show('The search cannot be reached. Try again.', []);
		this.#shown = query;
		this.#show(
			describeAnswer(query, answer),
			answer.hits.map((hit) => toItem(hit, query, answer)),
		);
	}

	async #ask(query: string, signal: AbortSignal): Promise<Answer> {
		if (!this.#hasRoute) return askPagefind(query);
		try {
			return await askService(query, signal);
		} catch (error) {
			if (!(error instanceof NoSearchRoute)) throw error;
			this.#hasRoute = false;
			return askPagefind(query);
		}
	}

	/** Reports how a search ended; the service counts only its words. */
	#end(clicked: boolean) {
		if (this.#shown === undefined || !this.#hasRoute) return;
		navigator.sendBeacon('/search/end', JSON.stringify({ q: this.#shown, clicked }));
		this.#shown = undefined;
	}

	#show(words: string, items: HTMLLIElement[]) {
		this.querySelector('[role=status]')!.textContent = words;
		this.querySelector('ol')!.replaceChildren(...items);
	}
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
