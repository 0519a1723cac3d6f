import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { findFile, rangeOf, readSource } from '../app.ts';
import type { App } from '../app.ts';
import { addScripts, loadsSdk } from '../edit-html.ts';
import type { Framework } from '../framework.ts';

/** Pages without a bundler: two script tags in the head of `index.html`. */
export const html: Framework = {
	id: 'html',
	name: 'HTML without a bundler',
	guide: 'install/script-tag',
	matches: (app) => findFile(app, ['index.html']) !== undefined && !hasBundler(app),
	plan(app, options) {
		const path = 'index.html';
		const text = addScripts(readSource(app, path), path, options);
		const others = readdirSync(app.root, { withFileTypes: true })
			.filter((entry) => entry.isFile() && entry.name.endsWith('.html') && entry.name !== path)
			.map(({ name }) => name)
			.filter((name) => !loadsSdk(readFileSync(join(app.root, name), 'latin1')))
			.toSorted();
		return {
			files: [{ path, text }],
			byScript: true,
			notes:
				others.length > 0
					? [
							`Only index.html was checked. Other pages need the same two tags: ${others.join(', ')}.`,
						]
					: [],
		};
	},
	byHand(_, options) {
		const page = addScripts('<head>\n</head>\n', 'index.html', options);
		return {
			place: 'Put this into the <head> of each page, before its other scripts',
			code: page.replace(/<\/?head>\n/g, '').trimEnd(),
			byScript: true,
		};
	},
	places: {
		identify: 'in a script of a page that knows the signed-in user',
		reset: 'in the script that signs out',
	},
};

// With each of these, the page is transformed or generated from other files.
const bundlers = [
	'@angular/core',
	'@electron-forge/plugin-vite',
	'@electron-forge/plugin-webpack',
	'@parcel/core',
	'@rspack/core',
	'@rsbuild/core',
	'astro',
	'ember-source',
	'esbuild',
	'gatsby',
	'next',
	'nuxt',
	'parcel',
	'react-scripts',
	'rollup',
	'rolldown',
	'vite',
	'webpack',
];

/** Whether the files of a page are bundled. */
export function hasBundler(app: App): boolean {
	return bundlers.some((name) => rangeOf(app, name) !== undefined);
}
