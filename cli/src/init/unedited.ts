import { rangeOf, versionOf } from './app.ts';
import type { App } from './app.ts';
import type { ByHand, Framework } from './framework.ts';
import { writeImport, writeInit } from './init-call.ts';
import type { InitOptions } from './init-call.ts';
import { plainStyle } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

// Frameworks that the wizard recognises but does not edit: it shows the code and where to put it.

type Unedited = {
	id: string;
	name: string;
	/** Any of these packages identifies the framework; the first one present determines the version. */
	packages: readonly [string, ...string[]];
	guide?: string;
	byHand?(app: App, options: InitOptions): ByHand;
};

const everywhere = {
	identify: 'where your app learns who is signed in, in code that runs in the browser',
	reset: 'in the function that signs out',
};

function unedited({ id, name, packages, guide, byHand }: Unedited): Framework {
	const packageOf = (app: App) =>
		packages.find((candidate) => rangeOf(app, candidate) !== undefined);
	return {
		id,
		name,
		guide: guide ?? 'install/package',
		packageOf,
		matches: (app) => packageOf(app) !== undefined,
		plan: (app) => {
			const version = versionOf(app, packageOf(app) ?? '');
			const madeWith = [name, version].filter(Boolean).join(' ');
			throw new Unplanned(`This app uses ${madeWith}, which the wizard does not edit.`);
		},
		...(byHand && { byHand }),
		places: everywhere,
	};
}

/** The import and the call, as in a module. */
export function writeSnippet(options: InitOptions): string {
	return [writeImport(plainStyle), '', writeInit(options, plainStyle)].join('\n');
}

/** In order of detection. */
export const uneditedFrameworks: readonly Framework[] = [
	unedited({
		id: 'tanstack-start-solid',
		name: 'TanStack Start',
		packages: ['@tanstack/solid-start', '@tanstack/start'],
		byHand: (_, options) => ({
			place: 'Put this into the client entry, src/client.tsx, before the app is hydrated',
			code: writeSnippet(options),
		}),
	}),
	unedited({ id: 'ember', name: 'Ember', packages: ['ember-source'] }),
	unedited({ id: 'docusaurus', name: 'Docusaurus', packages: ['@docusaurus/core'] }),
	unedited({ id: 'vitepress', name: 'VitePress', packages: ['vitepress'] }),
	unedited({ id: 'eleventy', name: 'Eleventy', packages: ['@11ty/eleventy'] }),
];

/** Bundlers; a package that is built with one of them may be an app or a library. */
export const uneditedBundlers: readonly Framework[] = [
	unedited({ id: 'rsbuild', name: 'Rsbuild', packages: ['@rsbuild/core', '@rspack/core'] }),
	unedited({ id: 'parcel', name: 'Parcel', packages: ['parcel', '@parcel/core'] }),
	unedited({ id: 'webpack', name: 'webpack', packages: ['webpack'] }),
	unedited({ id: 'vite-without-page', name: 'Vite', packages: ['vite'] }),
	unedited({ id: 'rollup', name: 'Rollup', packages: ['rollup', 'rolldown'] }),
	unedited({ id: 'esbuild', name: 'esbuild', packages: ['esbuild'] }),
];
