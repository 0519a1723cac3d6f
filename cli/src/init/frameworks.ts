import type { App } from './app.ts';
import type { Framework } from './framework.ts';
import { html } from './frameworks/html.ts';
import { next } from './frameworks/next.ts';
import { nextApp } from './frameworks/next-app.ts';
import { nextPages } from './frameworks/next-pages.ts';
import { svelteKit } from './frameworks/sveltekit.ts';
import { viteReact } from './frameworks/vite-react.ts';
import { viteSvelte } from './frameworks/vite-svelte.ts';
import { viteVue } from './frameworks/vite-vue.ts';
import { vite } from './frameworks/vite.ts';

/** Every framework that the wizard knows; the first that matches is the one. */
export const frameworks: readonly Framework[] = [
	next,
	nextApp,
	nextPages,
	svelteKit,
	viteReact,
	viteVue,
	viteSvelte,
	vite,
	html,
];

/** What the app is made with; nothing when it is not recognised. */
export function findFramework(app: App): Framework | undefined {
	return frameworks.find((framework) => framework.matches(app));
}
