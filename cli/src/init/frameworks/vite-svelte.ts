import { rangeOf } from '../app.ts';
import type { Framework } from '../framework.ts';
import { isViteApp, planViteEntry } from '../vite-entry.ts';

/** Svelte with Vite: the module that `index.html` loads, before it mounts the app. */
export const viteSvelte: Framework = {
	id: 'vite-svelte',
	name: 'Svelte with Vite',
	guide: 'install/vite-svelte',
	package: 'vite',
	matches: (app) => isViteApp(app) && rangeOf(app, 'svelte') !== undefined,
	plan: planViteEntry,
	places: {
		identify: 'where your app learns who is signed in, within $effect',
		reset: 'in the function that signs out',
	},
};
