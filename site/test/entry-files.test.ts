import { describe, expect, it } from 'vitest';

import { readExamples } from './content-files.ts';

const examples = await readExamples();

/** A file of an example without the lines that it adds, in the style of the scaffolders. */
function readWithoutSdk(page: string, title: string): string {
	const { code } = examples.find(
		(example) => example.place.startsWith(`${page}.mdx`) && example.title === title,
	)!;
	return normalize(code.replace(/^.*\bFeedback\b.*\n/gm, ''));
}

const normalize = (code: string) => code.replace(/[;\s]+/g, ' ').trim();

// As `npm create vite` writes them.
const entries = {
	'install/vite-react': [
		'src/main.tsx',
		`import { StrictMode } from 'react'
		import { createRoot } from 'react-dom/client'
		import './index.css'
		import App from './App.tsx'
		createRoot(document.getElementById('root')!).render(
			<StrictMode>
				<App />
			</StrictMode>,
		)`,
	],
	'install/vite-vue': [
		'src/main.ts',
		`import { createApp } from 'vue'
		import './style.css'
		import App from './App.vue'
		createApp(App).mount('#app')`,
	],
	'install/vite-svelte': [
		'src/main.ts',
		`import { mount } from 'svelte'
		import './app.css'
		import App from './App.svelte'
		const app = mount(App, {
			target: document.getElementById('app')!,
		})
		export default app`,
	],
} as const;

describe('the entry file of a guide', () => {
	it.each(Object.entries(entries))(
		'in %s is what a new app has, with two lines more',
		(page, [title, scaffold]) => {
			expect(readWithoutSdk(page, title)).toBe(normalize(scaffold));
		},
	);
});
