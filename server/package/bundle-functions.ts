import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';

import { build, type BuildOptions, type Plugin } from 'esbuild';

import { layout } from '#layout';
import { root } from '../layout/tree.ts';
import { ingestNames } from '../functions/ingest-names.ts';

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

/** Zod has its messages in fifty languages, all of which a bundle would contain. Ours are English. */
const englishOnly: Plugin = {
	name: 'messages of Zod in English',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
			contents: "export { default as en } from './en.js';",
		}));
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
	plugins: [fullNames, englishOnly],
	legalComments: 'none',
	logLevel: 'warning',
} satisfies BuildOptions;

/**
 * Bundles the edge functions and their host for Deno, with everything that they import. The functions of each process
 * share modules, and only with each other: a module that both processes shared would be loaded whole by both.
 */
export async function bundleFunctions(folder: string): Promise<void> {
	const names = listFunctions();
	const others = names.filter((name) => !ingestNames.includes(name));
	await bundle(folder, others, { 'functions-host': layout.functionsHost });
	await bundle(folder, ingestNames);
}

async function bundle(
	folder: string,
	names: readonly string[],
	more: Record<string, string> = {},
): Promise<void> {
	await build({
		...bundleOptions,
		entryPoints: {
			...more,
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
