import { findFile, rangeOf, readSource, usesTypeScript, withEndings } from '../app.ts';
import type { App } from '../app.ts';
import type { Framework } from '../framework.ts';
import { startIn, styleOf } from '../new-module.ts';
import { Unplanned } from '../unplanned.ts';

/** SvelteKit: the client hooks, which run in the browser before the app starts. */
export const svelteKit: Framework = {
	id: 'sveltekit',
	name: 'SvelteKit',
	guide: 'install/sveltekit',
	package: '@sveltejs/kit',
	matches: (app) => rangeOf(app, '@sveltejs/kit') !== undefined,
	plan(app, options) {
		refuseMovedHooks(app);
		const existing = withEndings('src/hooks.client');
		const fresh = `src/hooks.client.${usesTypeScript(app) ? 'ts' : 'js'}`;
		const style = styleOf(app, configs);
		return { files: [startIn(app, existing, fresh, options, style)] };
	},
	places: {
		identify: 'in src/routes/+layout.svelte, within $effect, where data holds the signed-in user',
		reset: 'where you sign out in the browser',
	},
};

const configs = [...withEndings('svelte.config'), ...withEndings('vite.config')];

function refuseMovedHooks(app: App): void {
	const moved = configs
		.filter((path) => findFile(app, [path]))
		.find((path) => /\bhooks\s*:/.test(readSource(app, path)));
	if (moved)
		throw new Unplanned(
			`${moved} configures where hooks are, so the client hooks may be elsewhere.`,
		);
}
