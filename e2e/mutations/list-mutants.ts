import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import { guards, type Guards } from './guards.ts';
import type { Mutant } from './mutant.ts';
import { mutateRoutes } from './route-mutants.ts';
import { mutateSql } from './sql-mutants.ts';
import { mutateTypescript } from './typescript-mutants.ts';

const mutators = { sql: mutateSql, typescript: mutateTypescript, routes: mutateRoutes };

/** A mutant, and what the guards around it are called. */
export type ListedMutant = Mutant & { group: string; source: string } & Pick<Guards, 'mutate'>;

/** The mutants of all guards, each once. */
export function listMutants(): ListedMutant[] {
	const seen = new Set<string>();
	return Object.entries(guards).flatMap(([group, { files, mutate }]) =>
		expand(files).flatMap((file) => {
			if (seen.has(file)) return [];
			seen.add(file);
			const source = readFileSync(join(root, file), 'utf8');
			return mutators[mutate](file, source).map((mutant) => ({ ...mutant, group, mutate, source }));
		}),
	);
}

/** The files of the tree that globs match, sorted. */
export function expand(globs: readonly string[]): string[] {
	return [...new Set(globs.flatMap((glob) => globSync(glob, { cwd: root })))]
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
}

/** So many of them, spread evenly; all if there are not more. Twice as many include the same ones. */
export function sample<One>(of: readonly One[], size: number): One[] {
	const length = Math.min(size, of.length);
	return Array.from({ length }, (_, at) => of[Math.floor((at * of.length) / length)]!);
}
