import type { Preview } from '@feedback/sdk/preview';

/** The prompt that the example app of `npm start` shows after an export. */
const prompt = {
	survey_id: 'export-experience',
	name: 'How did the export go?',
	questions: [
		{
			id: 'ease',
			type: 'rating',
			title: 'How easy was it to export your report?',
			style: 'stars',
			low_label: 'Very hard',
			high_label: 'Very easy',
			branches: [{ when: { op: 'at_least', value: 4 }, go: 'more' }],
		},
		{
			id: 'trouble',
			type: 'single_choice',
			title: 'What got in the way?',
			options: [
				{ value: 'slow', label: 'It took too long' },
				{ value: 'format', label: 'My format was missing' },
			],
			other_label: 'Something else',
		},
		{ id: 'more', type: 'long_text', title: 'What could we do better?' },
	],
	thank_you: { title: 'Thank you!', text: 'We read every answer.' },
	appearance: { font: 'inherit' },
};

/** Milliseconds for which a visitor sees the app before the prompt appears. */
const pause = 700;

/**
 * Shows the prompt as soon as it is in view, and whenever its button is pressed. The renderer is loaded
 * only then.
 */
class LivePrompt extends HTMLElement {
	#preview: Preview | undefined;

	connectedCallback() {
		const stage = this.querySelector('.live-stage')!;
		const button = this.querySelector('button')!;
		const ask = async () => {
			seen.disconnect();
			const { renderPrompt } = await import('@feedback/sdk/preview');
			if (this.#preview) return this.#preview.restart();
			this.#preview = renderPrompt(stage, prompt, look());
		};
		const seen = new IntersectionObserver(
			(entries) => {
				if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
				seen.disconnect();
				setTimeout(() => this.#preview ?? void ask(), pause);
			},
			{ threshold: 0.6 },
		);
		button.disabled = false;
		button.addEventListener('click', () => void ask());
		seen.observe(stage);
		// The theme of the page, which its own menu changes.
		new MutationObserver(() => this.#preview?.update(prompt, look())).observe(
			document.documentElement,
			{ attributeFilter: ['data-theme'] },
		);
	}
}

function look() {
	const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
	return { theme, device: innerWidth < 560 ? 'phone' : 'desktop', language: 'en' } as const;
}

customElements.define('docs-live-prompt', LivePrompt);
