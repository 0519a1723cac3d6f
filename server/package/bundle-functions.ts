import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { build, type BuildOptions, type Plugin } from 'esbuild';

import { layout } from '#layout';
import { root } from '../layout/tree.ts';

// Packages in CommonJS load Node's modules by `require`. A package may import `createRequire` itself.
const requireBanner =
	"import { createRequire as makeRequire } from 'node:module';const require = makeRequire(import.meta.url);";

/** Deno finds Node's modules by their full names only, such as `node:module`. */
const fullNames: Plugin = {
	name: 'full names of Node’s modules',
	setup({ onResolve }) {
		onResolve({ filter: /^[a-z]/ }, ({ path, kind }) =>
			kind === 'import-statement' && !path.startsWith('node:') && isBuiltin(path)
				? { path: `node:${path}`, external: true }
				: undefined,
		);
	},
};

/** Options for bundling code for Deno, with everything that it imports. */
export const bundleOptions = {
	absWorkingDir: root,
	bundle: true,
	format: 'esm',
	platform: 'node',
	target: 'esnext',
	external: ['pg-native'],
	banner: { js: requireBanner },
	plugins: [fullNames],
	legalComments: 'none',
	logLevel: 'warning',
} satisfies BuildOptions;

/** Bundles the edge functions and their host for Deno, with everything that they import. Common modules are shared. */
export async function bundleFunctions(folder: string): Promise<void> {
	const names = listFunctions();
	await build({
		...bundleOptions,
		entryPoints: {
			'functions-host': layout.functionsHost,
			...Object.fromEntries(
				names.map((name) => [`${name}/handler`, join(layout.functions, name, 'handler.ts')]),
			),
		},
		outdir: folder,
		splitting: true,
		chunkNames: 'chunks/[name]-[hash]',
	});
}

function listFunctions(): string[] {
	return readdirSync(layout.functions, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.filter(({ name }) => readdirSync(join(layout.functions, name)).includes('index.ts'))
		.map(({ name }) => name);
}
