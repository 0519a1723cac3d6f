import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { cacheFolder, root } from '../server/layout/tree.ts';

/** Folders whose code runs on Node.js. One program checks all of them, and reads the files that they share once. */
export const nodeFolders = [
	'cli',
	'contract/generate',
	'e2e',
	'gates',
	'mcp',
	'server',
	'supabase',
	'testing',
];

// Strict: with another option, a folder would need a separate program.
const schema = z.strictObject({
	extends: z.string(),
	compilerOptions: z.strictObject({
		lib: z.array(z.string()).default([]),
		types: z.tuple([z.literal('node')]),
		rootDir: z.string().optional(),
	}),
	include: z.array(z.string()),
	exclude: z.array(z.string()).default([]),
});

/** Writes the configuration of that program, combined from those of the folders, and returns its path. */
export function writeNodeProject(): string {
	const configs = nodeFolders.map((folder) => {
		const path = join(root, folder, 'tsconfig.json');
		return { folder: join(root, folder), ...schema.parse(JSON.parse(readFileSync(path, 'utf8'))) };
	});
	const list = (key: 'include' | 'exclude') =>
		configs.flatMap((config) => config[key].map((path) => join(config.folder, path)));
	const project = {
		extends: join(root, 'tsconfig.base.json'),
		compilerOptions: {
			lib: [...new Set(configs.flatMap(({ compilerOptions }) => compilerOptions.lib))],
			types: ['node'],
			rootDir: root,
		},
		include: list('include'),
		exclude: [...list('exclude'), join(root, '**/node_modules')],
	};
	mkdirSync(cacheFolder, { recursive: true });
	const path = join(cacheFolder, 'tsconfig.node.json');
	writeFileSync(path, JSON.stringify(project, undefined, '\t'));
	return path;
}
