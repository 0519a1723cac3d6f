import type { Framework } from '../framework.ts';
import { isViteApp, planViteEntry } from '../vite-entry.ts';

/** Any other app with Vite and an `index.html`: the module that the page loads. */
export const vite: Framework = {
	id: 'vite',
	name: 'Vite',
	guide: 'install/package',
	package: 'vite',
	matches: isViteApp,
	plan: planViteEntry,
	places: {
		identify: 'where your app learns who is signed in',
		reset: 'in the function that signs out',
	},
};
