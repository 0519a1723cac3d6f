import { join } from 'node:path';

import { rollup, type OutputOptions } from '@rollup/wasm-node';
import { build as esbuild } from 'esbuild';
import { build } from 'vite';

/** Bundles a module into `sdk.mjs` in a folder. */
export type Fold = (input: string, folder: string) => Promise<unknown>;

/** Bundlers that run a lazily imported module together with the module that imports it. */
export const folds: Record<string, Fold> = {
	/** As nitro calls rollup when a server must be one file: for workers, and in development. */
	'rollup with inlineDynamicImports': (input, folder) =>
		runRollup(input, { file: join(folder, 'sdk.mjs'), inlineDynamicImports: true }),
	/** The chunks that nitro requests in other cases: one for each package. */
	'rollup with a chunk for each package': (input, folder) =>
		runRollup(input, {
			dir: folder,
			entryFileNames: 'sdk.mjs',
			chunkFileNames: '[name].mjs',
			manualChunks: (id) => (id === input ? undefined : 'package'),
		}),
	rolldown: (input, folder) =>
		build({
			configFile: false,
			logLevel: 'error',
			build: {
				ssr: input,
				outDir: folder,
				emptyOutDir: false,
				rolldownOptions: { output: { entryFileNames: 'sdk.mjs', codeSplitting: false } },
			},
		}),
	esbuild: (input, folder) =>
		esbuild({
			entryPoints: [input],
			outfile: join(folder, 'sdk.mjs'),
			bundle: true,
			format: 'esm',
		}),
};

async function runRollup(input: string, output: OutputOptions): Promise<void> {
	// By default, rollup would drop unused code, which might be the part that fails.
	const bundle = await rollup({ input, treeshake: false });
	await bundle.write({ format: 'esm', ...output });
	await bundle.close();
}
