/** Reports that a page was read to its end; the published prompts decide whether to ask. */
class AskPage extends HTMLElement {
	connectedCallback() {
		const seen = new IntersectionObserver((entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			seen.disconnect();
			void this.#ask();
		});
		seen.observe(this);
	}

	async #ask() {
		const { Feedback } = await import('@feedback/sdk');
		Feedback.init({ siteId: this.dataset['site']!, apiUrl: this.dataset['api']! });
		await Feedback.event('docs.page_read', { page: location.pathname });
	}
}

customElements.define('docs-ask', AskPage);
