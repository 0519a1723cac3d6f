import { findFile, rangeOf, readSource, withEndings } from '../app.ts';
import type { App } from '../app.ts';
import { addScripts } from '../edit-html.ts';
import { addInit } from '../edit-module.ts';
import type { Changes, Framework } from '../framework.ts';
import type { InitOptions } from '../init-call.ts';
import { writeSnippet } from '../unedited.ts';
import { Unplanned } from '../unplanned.ts';
import { planViteEntry } from '../vite-entry.ts';
import { hasBundler } from './html.ts';

const pages = ['src/renderer/index.html', 'index.html', 'src/index.html', 'app/index.html'];
/** Entries of Electron Forge's webpack template, which no page names. */
const entries = [...withEndings('src/renderer'), ...withEndings('src/renderer/index')];

/** Electron: what its window loads, the renderer. */
export const electron: Framework = {
	id: 'electron',
	name: 'Electron',
	guide: 'install/electron',
	package: 'electron',
	matches: (app) => rangeOf(app, 'electron') !== undefined,
	plan: (app, options) => ({
		...planRenderer(app, options),
		notes: [
			'A page that a window loads from a file has no origin: do not list allowed origins for its site.',
		],
	}),
	byHand: (_, options) => ({
		place: 'Put this into the module that the page of your window loads, not into the main process',
		code: writeSnippet(options),
	}),
	places: {
		identify: 'in the renderer, where your app learns who is signed in',
		reset: 'in the renderer, in the function that signs out',
	},
};

function planRenderer(app: App, options: InitOptions): Changes {
	const page = findFile(app, pages);
	if (!hasBundler(app)) {
		if (!page) throw new Unplanned(`The page of the window was not found (${pages.join(', ')}).`);
		const text = addScripts(readSource(app, page), page, options);
		return { files: [{ path: page, text }], byScript: true };
	}
	if (rangeOf(app, 'vite') !== undefined && page) return planViteEntry(app, options, page);
	const path = findFile(app, entries);
	if (!path) throw new Unplanned(`None of ${entries.join(', ')} exists.`);
	return { files: [{ path, text: addInit(readSource(app, path), path, options) }] };
}
