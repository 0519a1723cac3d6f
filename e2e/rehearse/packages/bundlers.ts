// Ways to build an app that imports the SDK by its name. Each writes `main.js` to a folder.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Builds the app's `main.js` in `app` into the folder `out`, whose files are served below `/sdk/`. */
export type Bundler = (app: string, out: string) => Promise<unknown>;

export type Tools = {
	/** Path of an installed program. */
	bin(name: string): string;
	/** Imports an installed package, whose types may be missing. */
	load<Module>(name: string): Promise<Module>;
};

/** The tools that are installed in a folder. */
export function findTools(folder: string): Tools {
	const { resolve } = createRequire(join(folder, 'package.json'));
	return {
		bin: (name) => join(folder, 'node_modules/.bin', name),
		load: async (name) => (await import(pathToFileURL(resolve(name)).href)) as never,
	};
}

type Build = (options: object) => Promise<{ write?(output: object): Promise<unknown> }>;
type Compile = (options: object, done: (error: Error | null, stats: Stats) => void) => void;
type Stats = { hasErrors(): boolean; toString(): string };

/** The bundlers by name; `tools` is a folder in which they are installed. */
export function listBundlers({ bin, load }: Tools): Record<string, Bundler> {
	const esbuild = (more: object): Bundler => {
		return async (app, out) => {
			const { build } = await load<{ build: Build }>('esbuild');
			await build({
				entryPoints: [join(app, 'main.js')],
				outdir: out,
				bundle: true,
				format: 'esm',
				logLevel: 'error',
				...more,
			});
		};
	};
	return {
		'esbuild with splitting': esbuild({ splitting: true }),
		'esbuild without splitting': esbuild({}),
		'esbuild as a classic script': esbuild({ format: 'iife' }),
		async rollup(app, out) {
			const { rollup } = await load<{ rollup: Build }>('rollup');
			const plugin = await load<{ nodeResolve(): unknown }>('@rollup/plugin-node-resolve');
			const bundle = await rollup({ input: join(app, 'main.js'), plugins: [plugin.nodeResolve()] });
			await bundle.write!({ dir: out, format: 'es' });
		},
		async vite(app, out) {
			const { build } = await load<{ build: Build }>('vite');
			await build({
				root: app,
				base: '/sdk/',
				configFile: false,
				logLevel: 'error',
				build: {
					outDir: out,
					emptyOutDir: false,
					modulePreload: false,
					rolldownOptions: { input: join(app, 'main.js'), output: { entryFileNames: 'main.js' } },
				},
			});
		},
		async 'webpack 5'(app, out) {
			const { default: webpack } = await load<{ default: Compile }>('webpack');
			await new Promise<void>((resolve, reject) => {
				webpack(
					{
						mode: 'production',
						context: app,
						entry: './main.js',
						output: { path: out, filename: 'main.js', publicPath: '/sdk/' },
					},
					(error, stats) => {
						if (error) reject(error);
						else if (stats.hasErrors()) reject(new Error(stats.toString()));
						else resolve();
					},
				);
			});
		},
		// Without the setting for `exports`, it reads `module` and folders.
		async parcel(app, out) {
			const args = ['build', 'main.js', '--dist-dir', out, '--public-url', '/sdk/'];
			execFileSync(bin('parcel'), [...args, '--no-source-maps', '--no-cache'], {
				cwd: app,
				stdio: 'pipe',
			});
		},
	};
}
