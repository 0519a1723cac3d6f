import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Ask } from '../context.ts';
import { Failure } from '../failure.ts';
import { openApp } from './app.ts';
import type { App } from './app.ts';
import { describeFramework } from './code-plan.ts';
import { findApps, findProjectFolder, shorten } from './find-apps.ts';
import { findFramework } from './frameworks.ts';

type Options = {
	cwd: string;
	/** The value of `--app`. */
	given: string | undefined;
	ask: Ask | undefined;
	/** Narrows the apps of a workspace. */
	only?: (app: App) => boolean;
};

function describeApp(app: App): string {
	const framework = findFramework(app);
	if (!framework) return 'unknown';
	const { name, version } = describeFramework(app, framework);
	return version ? `${name} ${version}` : name;
}

/** Chooses the app; undefined when no folder contains a known one. */
export async function chooseApp(options: Options): Promise<App | undefined> {
	const { cwd, given, ask, only = () => true } = options;
	if (given !== undefined) {
		const root = resolve(cwd, given);
		if (existsSync(root)) return openApp(root);
		throw new Failure('usage', `There is no folder ${root}.`, { details: { field: 'app' } });
	}
	const folder = findProjectFolder(cwd);
	const apps = findApps(folder).filter(only);
	if (apps.length <= 1) return apps[0];
	const found = apps.map((app) => ({
		root: app.root,
		path: shorten(app.root, cwd),
		madeWith: describeApp(app),
	}));
	if (ask) {
		const choices = found.map(({ root, path, madeWith }) => ({
			value: root,
			label: `${path} (${madeWith})`,
		}));
		return openApp(await ask.choose('Which app?', choices));
	}
	const listed = found.map(({ path, madeWith }) => `${path} (${madeWith})`).join(', ');
	throw new Failure('usage', `Choose an app: there are ${apps.length}: ${listed}.`, {
		hint: 'Add --app with the path of one of them.',
		details: { field: 'app', apps: found.map(({ path }) => path) },
		next: found.map(({ path }) => ['feedback', 'init', '--app', path, '--dry-run']),
	});
}
