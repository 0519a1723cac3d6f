import { join } from 'node:path';

import { build } from 'esbuild';
import { expect, test } from 'vitest';

import { root } from '../layout/tree.ts';

// Anyone can ask for these. They belong in threads, whose scripts no module imports.
const apart = [
	'server/identity/identity.ts',
	'server/identity/password.ts',
	'server/parts/static-files.ts',
	'release/registry/create-registry.ts',
	'site/src/server/node.ts',
];

test('the process that visitors’ events pass through loads nothing else that anyone can ask for', async () => {
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: [join(import.meta.dirname, 'start-server.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		conditions: ['packaged'],
		metafile: true,
		plugins: [
			{
				name: 'other packages stay outside',
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
	const loaded = Object.keys(metafile.inputs);
	expect(loaded).toContain('server/gateway/forward.ts');
	expect(apart.filter((path) => loaded.includes(path))).toEqual([]);
	const packages = Object.values(metafile.inputs).flatMap(({ imports }) =>
		imports.filter(({ external }) => external).map(({ path }) => path),
	);
	expect(packages.filter((path) => /^(better-auth|hono\/compress|minisearch)/.test(path))).toEqual(
		[],
	);
});
