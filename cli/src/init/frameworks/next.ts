import {
	findFile,
	hasFolder,
	isAtLeast,
	rangeOf,
	usesTypeScript,
	versionOf,
	withEndings,
} from '../app.ts';
import type { App } from '../app.ts';
import type { Framework } from '../framework.ts';
import { startIn, styleOf } from '../new-module.ts';
import { Unplanned } from '../unplanned.ts';
import { inClientComponents } from '../places.ts';

/** Next.js from 15.3: the client instrumentation file, which runs before the app becomes interactive. */
export const next: Framework = {
	id: 'next',
	name: 'Next.js',
	guide: 'install/nextjs',
	package: 'next',
	matches: (app) => rangeOf(app, 'next') !== undefined && !isOlder(app),
	plan(app, options) {
		refuseUnknownVersion(app);
		// Next.js searches `src` first, and uses one file.
		const inSource = withEndings('src/instrumentation-client');
		const inRoot = withEndings('instrumentation-client');
		const folder = ['src/app', 'src/pages'].some((path) => hasFolder(app, path)) ? 'src/' : '';
		const fresh = `${folder}instrumentation-client.${usesTypeScript(app) ? 'ts' : 'js'}`;
		const style = styleOf(app, [
			...withEndings(`${folder}app/layout`),
			...withEndings(`${folder}pages/_app`),
			...withEndings('next.config'),
		]);
		const both = findFile(app, inSource) !== undefined && findFile(app, inRoot) !== undefined;
		return {
			files: [startIn(app, [...inSource, ...inRoot], fresh, options, style)],
			notes: both
				? ['There are two client instrumentation files; Next.js uses the one in src.']
				: [],
		};
	},
	places: inClientComponents,
};

// An unknown version does not count as older; the plan mentions it.
function isOlder(app: App): boolean {
	const version = versionOf(app, 'next');
	return version !== undefined && !isAtLeast(version, 15, 3);
}

function refuseUnknownVersion(app: App): void {
	const isNewest = /^(latest|canary|rc|beta|\*|)$/.test(rangeOf(app, 'next') ?? '');
	if (versionOf(app, 'next') !== undefined || isNewest) return;
	throw new Unplanned('The version of Next.js is unknown. Install the dependencies first.');
}
