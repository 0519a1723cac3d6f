import { rangeOf } from '../app.ts';
import type { Framework } from '../framework.ts';
import { isViteApp, planViteEntry } from '../vite-entry.ts';
import { inReact } from '../places.ts';

/** React with Vite: the module that `index.html` loads, before it mounts the app. */
export const viteReact: Framework = {
	id: 'vite-react',
	name: 'React with Vite',
	guide: 'install/vite-react',
	package: 'vite',
	matches: (app) => isViteApp(app) && rangeOf(app, 'react') !== undefined,
	plan: planViteEntry,
	places: inReact,
};
