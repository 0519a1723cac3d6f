import type { App } from './app.ts';
import type { Framework } from './framework.ts';
import { astro } from './frameworks/astro.ts';
import { django } from './frameworks/django.ts';
import { electron } from './frameworks/electron.ts';
import { expo } from './frameworks/expo.ts';
import { gatsby } from './frameworks/gatsby.ts';
import { html } from './frameworks/html.ts';
import { nuxt } from './frameworks/nuxt.ts';
import { next } from './frameworks/next.ts';
import { laravel } from './frameworks/laravel.ts';
import { nextApp } from './frameworks/next-app.ts';
import { nextPages } from './frameworks/next-pages.ts';
import { phoenix } from './frameworks/phoenix.ts';
import { qwik } from './frameworks/qwik.ts';
import { rails } from './frameworks/rails.ts';
import { svelteKit } from './frameworks/sveltekit.ts';
import { viteReact } from './frameworks/vite-react.ts';
import { viteSvelte } from './frameworks/vite-svelte.ts';
import { viteVue } from './frameworks/vite-vue.ts';
import { vite } from './frameworks/vite.ts';
import {
	angular,
	createReactApp,
	reactRouter,
	remix,
	solidStart,
	tanstackStart,
	vueCli,
} from './frameworks/with-entry.ts';
import { wordpress } from './frameworks/wordpress.ts';
import { uneditedBundlers, uneditedFrameworks } from './unedited.ts';

const withServer = [next, nextApp, nextPages, svelteKit];
const withEntry = [
	nuxt,
	angular,
	reactRouter,
	remix,
	tanstackStart,
	solidStart,
	createReactApp,
	vueCli,
	gatsby,
	expo,
];
const withTemplates = [astro, qwik, rails, laravel, django, phoenix, wordpress];
// An Electron app may use Vite for its renderer only.
const withVite = [electron, viteReact, viteVue, viteSvelte, vite];

/** Every framework whose apps the wizard edits. */
export const frameworks: readonly Framework[] = [
	...withServer,
	...withEntry,
	...withVite,
	...withTemplates,
	html,
];

const order = [
	...withServer,
	...withEntry,
	...withVite,
	...withTemplates,
	...uneditedFrameworks,
	html,
	...uneditedBundlers,
];

/** Detects the app's framework, whether the wizard can edit it or not; undefined when there is no match. */
export function findFramework(app: App): Framework | undefined {
	return order.find((framework) => framework.matches(app));
}

/** An app of a workspace, rather than a library that is built with a bundler. */
export function isApp(app: App): boolean {
	const framework = findFramework(app);
	return framework !== undefined && !uneditedBundlers.includes(framework);
}
