import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';

import { openApp } from './app.ts';
import type { App } from './app.ts';
import { findBoundary, isContained } from './contained.ts';
import { findFramework, isApp } from './frameworks.ts';
import { isSkipped } from './list-files.ts';

/** Files of which an app has one in its folder. */
const marks = [
	'package.json',
	'index.html',
	'config/application.rb',
	'artisan',
	'manage.py',
	'mix.exs',
	'style.css',
];

/** The project's folder for `cwd`: the nearest one with the files of an app, within the repository. */
export function findProjectFolder(cwd: string): string {
	for (let folder = cwd; ; folder = dirname(folder)) {
		// A style sheet alone is part of any app, except of a theme.
		const mark = marks.find((name) => existsSync(join(folder, name)));
		if (mark !== undefined && (mark !== 'style.css' || findFramework(openApp(folder))))
			return folder;
		if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return cwd;
	}
}

/** The root of the repository, or of the npm workspace, or the folder itself. */
export function findTop(root: string): string {
	let top = root;
	for (let folder = root; ; folder = dirname(folder)) {
		if (existsSync(join(folder, '.git'))) return folder;
		if (listPatterns(openApp(folder)).length > 0) top = folder;
		if (folder === dirname(folder)) return top;
	}
}

/** The apps of a folder and its workspace, including those that the wizard does not edit. */
export function findApps(folder: string): App[] {
	const own = openApp(folder);
	const packages = listPackages(own);
	// A single package with a bundler is an app; in a workspace it may be a library.
	if (packages.length === 0 && findFramework(own)) return [own];
	// A repository may also have apps that belong to no workspace, such as one in another language.
	const isWorkspace = packages.length > 0;
	const others = listInner(folder, maxDepthOfApps).filter(
		(path) => !packages.includes(path) && (!isWorkspace || !existsSync(join(path, 'package.json'))),
	);
	return [own, ...[...packages, ...others].toSorted().map(openApp)].filter(isApp);
}

const maxDepthOfApps = 3;

/** The folders below a folder with the files of an app; not those within such a folder. */
function listInner(folder: string, depth: number): string[] {
	if (depth === 0) return [];
	return listFolders(folder)
		.filter((name) => !isSkipped(name))
		.map((name) => join(folder, name))
		.flatMap((path) => (isInnerApp(path) ? [path] : listInner(path, depth - 1)));
}

// A folder with only pages may be documentation, or part of a test.
function isInnerApp(path: string): boolean {
	if (!marks.some((name) => name !== 'index.html' && existsSync(join(path, name)))) return false;
	const framework = findFramework(openApp(path));
	return framework !== undefined && framework.id !== 'html';
}

function listPackages(app: App): string[] {
	const patterns = listPatterns(app);
	const included = patterns
		.filter((pattern) => !pattern.startsWith('!'))
		.flatMap((pattern) => [...expand(app.root, toSegments(pattern))]);
	const excluded = patterns
		.filter((pattern) => pattern.startsWith('!'))
		.flatMap((pattern) => [...expand(app.root, toSegments(pattern.slice(1)))]);
	return [...new Set(included)]
		.filter((path) => path !== app.root && !excluded.includes(path))
		.filter((path) => existsSync(join(path, 'package.json')))
		.toSorted();
}

function listPatterns({ root, manifest }: App): string[] {
	const { workspaces } = manifest ?? {};
	if (workspaces) return Array.isArray(workspaces) ? workspaces : workspaces.packages;
	const path = join(root, 'pnpm-workspace.yaml');
	if (!existsSync(path) || !isContained(findBoundary(root), path)) return [];
	try {
		const { packages } = parse(readFileSync(path, 'utf8')) as { packages?: unknown };
		return Array.isArray(packages) ? packages.filter((item) => typeof item === 'string') : [];
	} catch {
		return [];
	}
}

function toSegments(pattern: string): string[] {
	return pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
}

const maxDepth = 6;

function* expand(folder: string, segments: string[], depth = 0): Generator<string> {
	const [segment, ...rest] = segments;
	if (segment === undefined) {
		yield folder;
		return;
	}
	if (segment === '**') {
		yield* expand(folder, rest, depth);
		if (depth >= maxDepth) return;
		for (const inner of listFolders(folder))
			yield* expand(join(folder, inner), segments, depth + 1);
		return;
	}
	const pattern = new RegExp(
		`^${segment.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')}$`,
	);
	for (const inner of listFolders(folder)) {
		if (pattern.test(inner)) yield* expand(join(folder, inner), rest, depth + 1);
	}
}

function listFolders(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.filter((name) => name !== 'node_modules' && !name.startsWith('.'));
}

/** A path relative to a folder, with forward slashes; "." for the folder itself. */
export function shorten(path: string, within: string): string {
	return relative(within, path).split(sep).join('/') || '.';
}

/** The flag that names an app, for a command that runs in another folder. */
export function flagOf({ root }: App, cwd: string): string[] {
	return root === cwd ? [] : ['--app', shorten(root, cwd)];
}
