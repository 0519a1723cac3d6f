// Compares the files that `supabase functions deploy` would upload, by its own rules, with those that a
// function imports.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import { type ImportMap, findKeyIssues, mappedPath, readImportMap } from './import-map.ts';
import { readImports } from './read-imports.ts';

const functionsFolder = 'supabase/functions';

/** Why the functions under `root` would be incomplete when deployed, one sentence for each reason. */
export function findUploadIssues(root: string): string[] {
	return listFunctions(root).flatMap((name) => {
		const folder = posix.join(functionsFolder, name);
		let map: ImportMap;
		try {
			map = readImportMap(root, folder);
		} catch (error) {
			return [(error as Error).message];
		}
		const entry = posix.join(folder, 'index.ts');
		const { needed, issues } = listNeeded(root, entry, map);
		const uploaded = listUploaded(root, entry, map);
		const left = [...needed].filter((path) => !uploaded.has(path));
		return [
			...findKeyIssues(map),
			...issues,
			...left.map(
				(path) => `${path} is imported by the ${name} function but would not be uploaded.`,
			),
		];
	});
}

/** Names of the functions: folders with an `index.ts`. */
export function listFunctions(root: string): string[] {
	return readdirSync(join(root, functionsFolder), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map((entry) => entry.name)
		.filter((name) => existsSync(join(root, functionsFolder, name, 'index.ts')));
}

// The whole import graph as a compiler resolves it, including types.
function listNeeded(
	root: string,
	entry: string,
	map: ImportMap,
): { needed: Set<string>; issues: string[] } {
	const needed = new Set<string>();
	const issues: string[] = [];
	const queue = [entry];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (needed.has(file)) continue;
		needed.add(file);
		if (!/\.tsx?$/.test(file)) continue;
		for (const { specifier } of readImports(readFileSync(join(root, file), 'utf8'), file)) {
			const target = resolve(file, specifier, map);
			if (target === 'package') continue;
			const issue = issueOf(root, file, specifier, target);
			if (issue) issues.push(issue);
			else if (target) queue.push(target);
		}
	}
	return { needed, issues };
}

function resolve(file: string, specifier: string, map: ImportMap): string | undefined {
	if (/^(node|npm|jsr|https?):/.test(specifier)) return 'package';
	if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
	const target = map.imports[specifier];
	if (target === undefined) return undefined;
	return mappedPath(map, target) ?? 'package';
}

function issueOf(
	root: string,
	file: string,
	specifier: string,
	target: string | undefined,
): string | undefined {
	if (target === undefined)
		return `${file} imports ${specifier}, which the import map does not have.`;
	if (target.startsWith('..'))
		return `${file} imports ${specifier}, which lies outside the repository.`;
	if (!/\.(tsx?|json)$/.test(specifier) && specifier.startsWith('.')) {
		return `${file} imports ${specifier} without its .ts, so that it would not be uploaded.`;
	}
	if (!existsSync(join(root, target))) return `${file} imports ${specifier}, which does not exist.`;
	return undefined;
}

// The deploy tool does not parse; it looks for statements that start with one of these words.
const statement = String.raw`(?:import|export)\s+(?:\{[^{}]+\}|.*?)\s*(?:from)?\s*['"](.*?)['"]`;
const call = String.raw`import\(\s*['"](.*?)['"]\)`;

/** The files that the deploy tool finds from a function's entry. */
export function listUploaded(root: string, entry: string, map: ImportMap): Set<string> {
	const uploaded = new Set<string>();
	const queue = [entry];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (uploaded.has(file) || !existsSync(join(root, file))) continue;
		uploaded.add(file);
		const text = readFileSync(join(root, file), 'utf8');
		for (const match of text.matchAll(new RegExp(`${statement}|${call}`, 'gi'))) {
			const path = followed(file, (match[1] || match[2] || '').trim(), map);
			if (path) queue.push(path);
		}
	}
	return uploaded;
}

function followed(file: string, specifier: string, map: ImportMap): string | undefined {
	const key = Object.keys(map.imports).find((candidate) => specifier.startsWith(candidate));
	const path = key === undefined ? undefined : mappedPath(map, map.imports[key] ?? '');
	const target = path === undefined ? specifier : path + specifier.slice(key?.length);
	// Not followed: addresses, packages, and anything without an extension.
	if (posix.extname(target) === '') return undefined;
	if (path !== undefined) return posix.normalize(target);
	if (key !== undefined || !/^\.{1,2}\//.test(target)) return undefined;
	return posix.join(posix.dirname(file), target);
}
