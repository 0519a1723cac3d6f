import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { readJsonFile } from '../settings/json-file.ts';
import { findBoundary, isContained, refuseOutside } from './contained.ts';
import { decodeText } from './source-text.ts';
import { Unplanned } from './unplanned.ts';

const rangesSchema = z.record(z.string(), z.string()).optional().catch(undefined);
const manifestSchema = z.looseObject({
	name: z.string().optional().catch(undefined),
	version: z.string().optional().catch(undefined),
	dependencies: rangesSchema,
	devDependencies: rangesSchema,
	workspaces: z
		.union([z.array(z.string()), z.looseObject({ packages: z.array(z.string()) })])
		.optional()
		.catch(undefined),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A folder with a web app. */
export type App = { root: string; manifest: Manifest | undefined };

export function openApp(root: string): App {
	const path = join(root, 'package.json');
	refuseOutside(findBoundary(root), path);
	return { root, manifest: readJsonFile(path, manifestSchema) };
}

/** The version range of a dependency; undefined when the app does not depend on it. */
export function rangeOf({ manifest }: App, name: string): string | undefined {
	return manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name];
}

/** The installed version of a package, or the lowest of its range; undefined when neither is known. */
export function versionOf(app: App, name: string): string | undefined {
	const range = rangeOf(app, name);
	if (range === undefined) return undefined;
	for (let folder = app.root; ; folder = dirname(folder)) {
		const path = join(folder, 'node_modules', name, 'package.json');
		if (existsSync(path)) {
			// A linked package may be anywhere.
			if (!isContained(findBoundary(app.root), path)) break;
			return readJsonFile(path, manifestSchema)?.version;
		}
		if (folder === dirname(folder)) break;
	}
	return /\d+\.\d+(?:\.\d+)?|\d+/.exec(range)?.[0];
}

/** Whether a version is at least `major.minor`. */
export function isAtLeast(version: string, major: number, minor: number): boolean {
	const [ownMajor = 0, ownMinor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
	return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** The first of the paths that is a file of the app. */
export function findFile({ root }: App, paths: readonly string[]): string | undefined {
	return paths.find(
		(path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true,
	);
}

export function hasFolder({ root }: App, path: string): boolean {
	return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The text of a file of the app, without its byte order mark. */
export function readSource({ root }: App, path: string): string {
	const full = join(root, path);
	refuseOutside(findBoundary(root), full);
	const source = decodeText(readFileSync(full));
	if (!source) throw new Unplanned(`${path} is not UTF-8.`);
	return source.text;
}

/** Whether new files of the app are TypeScript. */
export function usesTypeScript(app: App): boolean {
	return findFile(app, ['tsconfig.json']) !== undefined;
}

/** The path with each extension of a module. */
export function withEndings(path: string): string[] {
	return ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs'].map((ending) => `${path}.${ending}`);
}
