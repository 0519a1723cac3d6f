import {
	type App,
	findFile,
	hasFolder,
	isAtLeast,
	rangeOf,
	readSource,
	usesTypeScript,
	versionOf,
	withEndings,
} from '../app.ts';
import type { Framework } from '../framework.ts';
import { writeImport, writeInit } from '../init-call.ts';
import type { InitOptions } from '../init-call.ts';
import { styleOf } from '../new-module.ts';
import { plainStyle } from '../source-text.ts';
import type { TextStyle } from '../source-text.ts';
import { Unplanned } from '../unplanned.ts';

const packages = ['nuxt', 'nuxt-nightly'];
const packageOf = (app: App) => packages.find((name) => rangeOf(app, name) !== undefined);
const configs = withEndings('nuxt.config');

/** Nuxt: a plugin that only browsers load, before the app is mounted. */
export const nuxt: Framework = {
	id: 'nuxt',
	name: 'Nuxt',
	guide: 'install/nuxt',
	packageOf,
	matches: (app) => packageOf(app) !== undefined,
	plan(app, options) {
		const moved = findFile(app, configs);
		if (moved && /\bsrcDir\b|\bdir\s*:/.test(readSource(app, moved))) {
			throw new Unplanned(
				`${moved} configures where the sources are, so plugins may be elsewhere.`,
			);
		}
		const path = `${pluginsFolder(app)}/feedback.client`;
		const existing = findFile(app, withEndings(path));
		if (existing) throw new Unplanned(`${existing} exists and does not start the SDK.`);
		const text = writePlugin(options, styleOf(app, configs));
		return { files: [{ path: `${path}.${usesTypeScript(app) ? 'ts' : 'js'}`, text }] };
	},
	byHand: (app, options) => ({
		place: `Create ${pluginsFolder(app)}/feedback.client.ts`,
		code: writePlugin(options, plainStyle).trimEnd(),
	}),
	places: {
		identify:
			'where your app learns who is signed in, in a watch on the user that runs in the browser',
		reset: 'in the function that signs out',
	},
};

function writePlugin(options: InitOptions, style: TextStyle): string {
	const { eol, indent, semicolon } = style;
	const init = writeInit(options, style).replaceAll(/^(?=.)/gm, indent);
	const end = semicolon ? '});' : '})';
	return [writeImport(style), '', 'export default defineNuxtPlugin(() => {', init, end, ''].join(
		eol,
	);
}

function pluginsFolder(app: App): string {
	const version = versionOf(app, packageOf(app) ?? '');
	const isFlat = ['pages', 'layouts', 'components'].some((path) => hasFolder(app, path));
	const isOld = version !== undefined && !isAtLeast(version, 4, 0);
	return hasFolder(app, 'app') || !(isOld || isFlat) ? 'app/plugins' : 'plugins';
}
