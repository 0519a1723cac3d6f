import { rangeOf } from '../app.ts';
import type { Framework } from '../framework.ts';
import { isViteApp, planViteEntry } from '../vite-entry.ts';
import { inVue } from '../places.ts';

/** Vue with Vite: the module that `index.html` loads, before it mounts the app. */
export const viteVue: Framework = {
	id: 'vite-vue',
	name: 'Vue with Vite',
	guide: 'install/vite-vue',
	package: 'vite',
	matches: (app) => isViteApp(app) && rangeOf(app, 'vue') !== undefined,
	plan: planViteEntry,
	places: inVue,
};
