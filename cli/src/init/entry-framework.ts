import { findFile, rangeOf, readSource, usesTypeScript, versionOf } from './app.ts';
import type { App } from './app.ts';
import { addInit } from './edit-module.ts';
import type { Framework } from './framework.ts';
import type { InitOptions } from './init-call.ts';
import { writeSnippet } from './unedited.ts';
import { Unplanned } from './unplanned.ts';

type EntryFramework = {
	id: string;
	name: string;
	/** Any of these packages identifies the framework; the first one present determines the version. */
	packages: readonly [string, ...string[]];
	guide?: string;
	/** The module that the browser loads first: the first of these paths that exists. */
	entries: readonly string[];
	/** What the framework uses when there is no such module: its path, without its ending, and its text. */
	fresh?: { path: string; text: string };
	/** The statement before which the SDK has to start, as an instruction. */
	before: string;
	places: Framework['places'];
};

/** A framework whose apps have one module that the browser loads first. */
export function entryFramework({
	id,
	name,
	packages,
	guide = 'install/package',
	entries,
	fresh,
	before,
	places,
}: EntryFramework): Framework {
	const packageOf = (app: App) =>
		packages.find((candidate) => rangeOf(app, candidate) !== undefined);
	const freshPath = (app: App) => fresh && `${fresh.path}.${usesTypeScript(app) ? 'tsx' : 'jsx'}`;
	return {
		id,
		name,
		guide,
		packageOf,
		matches: (app) => packageOf(app) !== undefined,
		plan(app, options) {
			const entry = findFile(app, entries);
			if (entry) {
				return { files: [{ path: entry, text: addInit(readSource(app, entry), entry, options) }] };
			}
			const path = freshPath(app);
			if (path) return { files: [{ path, text: addInit(fresh!.text, path, options) }] };
			const madeWith = [name, versionOf(app, packageOf(app) ?? '')].filter(Boolean).join(' ');
			throw new Unplanned(`This app uses ${madeWith}, and none of ${entries.join(', ')} exists.`);
		},
		byHand: (app, options: InitOptions) => ({
			place: `Put this into ${findFile(app, entries) ?? freshPath(app) ?? entries[0]!}, before ${before}`,
			code: writeSnippet(options),
		}),
		places,
	};
}
