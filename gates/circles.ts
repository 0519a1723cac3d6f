import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { readImports } from '../server/deploy/read-imports.ts';

/**
 * Circles of files that import each other's values, each as a list of paths from the root. Types may refer to
 * each other freely: they are gone at run time.
 */
export function findCircles(root: string, files: readonly string[]): string[][] {
	const graph = new Map(files.map((file) => [file, valueImports(root, file)]));
	const done = new Set<string>();
	const circles: string[][] = [];
	const walk = (file: string, trail: string[]): void => {
		const seenAt = trail.indexOf(file);
		if (seenAt >= 0) {
			circles.push(trail.slice(seenAt));
			return;
		}
		if (done.has(file)) return;
		for (const next of graph.get(file) ?? []) walk(next, [...trail, file]);
		done.add(file);
	};
	for (const file of files) walk(file, []);
	return circles;
}

function valueImports(root: string, file: string): string[] {
	return readImports(readFileSync(join(root, file), 'utf8'), file)
		.filter((edge) => !edge.typeOnly && edge.specifier.startsWith('.'))
		.map((edge) => posix.join(posix.dirname(file), edge.specifier))
		.filter((path) => path.endsWith('.ts') && existsSync(join(root, path)));
}
