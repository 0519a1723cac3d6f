import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Ask } from '../context.ts';
import { Failure } from '../failure.ts';
import { openApp } from './app.ts';
import type { App } from './app.ts';
import { findApps, findProjectFolder, shorten } from './find-apps.ts';

type Options = {
	cwd: string;
	/** Of `--app`. */
	given: string | undefined;
	ask: Ask | undefined;
	/** Narrows the apps of a workspace. */
	only?: (app: App) => boolean;
};

/** The app that is meant; nothing when no folder holds one that is known. */
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
	const choices = apps.map(({ root }) => ({ value: root, label: shorten(root, cwd) }));
	if (ask) return openApp(await ask.choose('Which app?', choices));
	throw new Failure('usage', `Say which app: there are ${apps.length}.`, {
		hint: `Add --app with one of: ${choices.map(({ label }) => label).join(', ')}.`,
		details: { field: 'app', apps: choices.map(({ label }) => label) },
		next: choices.map(({ label }) => ['feedback', 'init', '--app', label, '--dry-run']),
	});
}
