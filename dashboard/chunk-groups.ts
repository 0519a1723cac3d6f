import type { Rolldown } from 'vite';

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** The module that index.html loads before all others. */
export const prefetchModule = '/src/lib/session/prefetch.ts';

// In order of priority: each group includes the imports of its modules, unless an earlier group has them.
const names = [
	'payload',
	'preload',
	'prefetch',
	'start',
	'signed-in',
	'common',
	'settings',
] as const;
/** Modules that at least this many pages share are loaded with every page. */
const minPages = 4;
/** Below this number of unminified characters, a separate file costs more than including the module everywhere. */
const maxInlineLength = 700;

/**
 * Groups shared modules into few chunks. By default, the bundler creates a chunk for each set of pages that share
 * something: some seventy small files per page, loaded one after another.
 */
export const chunkGroups = names.map((name, at) => ({
	name: (id: string, graph: Graph) => (nameChunk(id, graph) === name ? name : null),
	debugName: name,
	priority: names.length - at,
}));

function nameChunk(id: string, graph: Graph): (typeof names)[number] | null {
	// SvelteKit's first script sets the payload before the other modules run and read it. It must not import them, so
	// its own imports need a separate chunk.
	if (toPosix(id).endsWith('/runtime/client/payload.js')) return 'payload';
	if (id.includes('vite/preload-helper')) return 'preload';
	if (toPosix(id).endsWith(prefetchModule)) return 'prefetch';
	if (isOwnChunk(toPosix(id)) || reachesSchemas(id, graph)) return null;
	const users = usersOf(id, graph);
	if (users.has('every page') || users.has('sign-in/')) return 'start';
	if (users.has('(signed-in)/')) return 'signed-in';
	if (users.size >= minPages) return [...users].every(isSettings) ? 'settings' : 'common';
	return users.size > 1 && measure(id, graph) < maxInlineLength ? 'common' : null;
}

/** Whether only the settings of a site use something, so that no other page needs to load it. */
const isSettings = (user: string): boolean => user.includes('/settings/');

/** Total characters of a module and of its imports that are not shared yet. */
function measure(id: string, graph: Graph): number {
	const queue = new Set([id]);
	let length = 0;
	for (const at of queue) {
		const { code, importedIds } = graph.getModuleInfo(at) ?? {};
		length += code?.length ?? 0;
		for (const imported of importedIds ?? [])
			if (usersOf(imported, graph).size < minPages) queue.add(imported);
	}
	return length;
}

// SvelteKit finds these modules by name, and loads each page separately.
function isOwnChunk(path: string): boolean {
	return /app-manifest|\/client-optimized\/|\/runtime\/client\/(client-)?entry\.js|\/src\/routes\//.test(
		path,
	);
}

/** The routes that statically import a module. */
function usersOf(id: string, graph: Graph): Set<string> {
	const users = new Set<string>();
	const queue = new Set([id]);
	for (const at of queue) {
		const user = userAt(toPosix(at));
		if (user !== undefined) users.add(user);
		else for (const importer of graph.getModuleInfo(at)?.importers ?? []) queue.add(importer);
	}
	return users;
}

function userAt(path: string): string | undefined {
	if (/\/runtime\/client\/(client-)?entry\.js$|\/client-optimized\/app\.js$/.test(path))
		return 'every page';
	// Error pages are loaded beside the other pages, which do not wait for them.
	const [, folder] = /\/src\/routes\/(.*)\+(?:layout|page)\.(?:svelte|ts)$/.exec(path) ?? [];
	return folder === '' ? 'every page' : folder;
}

/** Whether a module imports the contract's schemas, which are half as large as everything else. */
function reachesSchemas(id: string, graph: Graph): boolean {
	const queue = new Set([id]);
	for (const at of queue) {
		const path = toPosix(at);
		if (/\/contract\/src\/|\/node_modules\/zod\//.test(path)) return true;
		// Its imports from the contract contain no schemas: see plain-routes.ts.
		if (/\/client\/src\//.test(path)) continue;
		for (const imported of graph.getModuleInfo(at)?.importedIds ?? []) queue.add(imported);
	}
	return false;
}

function toPosix(id: string): string {
	return id.replaceAll('\\', '/');
}
