import { builtinModules } from 'node:module';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

import { bundleOptions } from '../../package/bundle-functions.ts';
import { root } from '../../layout/tree.ts';
import { builds } from '../../parts/builds.ts';
import { listFunctions } from '../uploads.ts';

// Deno finds Node's modules only with the prefix `node:`, which some packages omit.
const prefixBuiltins: Plugin = {
	name: 'prefix-builtins',
	setup({ onResolve }) {
		onResolve({ filter: new RegExp(`^(${builtinModules.join('|')})$`) }, ({ path }) => ({
			path: path.startsWith('node:') ? path : `node:${path}`,
			external: true,
		}));
	},
};

/**
 * Writes each function into its own folder, as the runtime of a self-hosted Supabase expects it: an `index.ts` that is
 * bundled with all its imports, so that the runtime downloads nothing. Does not touch other functions in the folder.
 */
export async function writeFunctions(folder: string): Promise<void> {
	for (const name of listFunctions(root)) {
		const target = join(folder, name);
		rmSync(target, { recursive: true, force: true });
		mkdirSync(target, { recursive: true });
		await build({
			...bundleOptions,
			entryPoints: [join(root, 'supabase/functions', name, 'index.ts')],
			outfile: join(target, 'index.ts'),
			plugins: [prefixBuiltins],
		});
	}
	const from = join(root, builds.sdk.output);
	const names = readdirSync(from).filter((name) => /^feedback.*\.js$/.test(name));
	if (names.length === 0) throw new Error(`${from} holds no feedback.js.`);
	for (const name of names) cpSync(join(from, name), join(folder, 'sdk/script', name));
}
