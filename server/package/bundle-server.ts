import { builtinModules } from 'node:module';

import { type Metafile, build } from 'esbuild';

import { root } from '../layout/tree.ts';

const builtin = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));

/**
 * Bundles the command with this tree's own modules. npm packages stay external.
 *
 * @returns names of the npm packages that the bundle imports
 */
export async function bundleServer(folder: string): Promise<string[]> {
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: {
			'feedback-server': 'server/command/main.ts',
			'docs-thread': 'server/docs/docs-thread.ts',
			'files-thread': 'server/files/files-thread.ts',
			'identity-thread': 'server/identity/identity-thread.ts',
		},
		outdir: folder,
		bundle: true,
		splitting: true,
		// Beside the entry: a module finds the package's folders from its own.
		chunkNames: '[name]-[hash]',
		format: 'esm',
		platform: 'node',
		target: 'node24',
		conditions: ['packaged'],
		legalComments: 'none',
		metafile: true,
		plugins: [
			{
				name: 'npm packages stay outside',
				setup({ onResolve }) {
					onResolve({ filter: /^[^.#/]/ }, ({ path, kind }) =>
						kind === 'entry-point' || path.startsWith('@feedback/')
							? undefined
							: { path, external: true },
					);
				},
			},
		],
	});
	return listPackages(metafile);
}

function listPackages({ outputs }: Metafile): string[] {
	const imported = Object.values(outputs).flatMap(({ imports }) =>
		imports.filter(({ external }) => external).map(({ path }) => path),
	);
	const names = imported.filter((path) => !builtin.has(path)).map(packageOf);
	return [...new Set(names)].sort();
}

function packageOf(path: string): string {
	return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}
