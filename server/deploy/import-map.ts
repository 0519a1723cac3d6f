import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The shared import map of the functions. */
export type ImportMap = {
	/** Path of the map, from the root. */
	path: string;
	imports: Record<string, string>;
};

/** Reads the map that a function's `deno.json` names. Throws an explanation when there is none. */
export function readImportMap(root: string, folder: string): ImportMap {
	const config = posix.join(folder, 'deno.json');
	if (!existsSync(join(root, config))) throw new Error(`${config} is missing.`);
	const { importMap, imports } = JSON.parse(readFileSync(join(root, config), 'utf8')) as {
		importMap?: string;
		imports?: unknown;
	};
	if (!importMap || imports) {
		throw new Error(`${config} must name the shared import map and have no imports of its own.`);
	}
	const path = posix.join(folder, importMap);
	if (!existsSync(join(root, path))) throw new Error(`${config} names ${path}, which is missing.`);
	return {
		path,
		...(JSON.parse(readFileSync(join(root, path), 'utf8')) as { imports: Record<string, string> }),
	};
}

/** The path that a key maps to, from the root; `undefined` when it maps to a package or a URL. */
export function mappedPath(map: ImportMap, target: string): string | undefined {
	if (!target.startsWith('./') && !target.startsWith('../')) return undefined;
	return posix.join(posix.dirname(map.path), target);
}

/**
 * Finds keys that the deploy tool may confuse. It replaces bare prefixes in random order, so `a` also matches `a/b`.
 * This is harmless if both give the same result, as with a module within a package.
 */
export function findKeyIssues(map: ImportMap): string[] {
	const keys = Object.keys(map.imports);
	return keys.flatMap((key) => [
		...(key.endsWith('/') ? [`${map.path}: the key ${key} must be exact, without a slash.`] : []),
		...keys
			.filter((other) => other !== key && other.startsWith(key))
			.filter((other) => map.imports[other] !== map.imports[key] + other.slice(key.length))
			.map((other) => `${map.path}: the key ${key} also catches ${other} when it is deployed.`),
	]);
}
