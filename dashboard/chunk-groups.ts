import type { Rolldown } from 'vite';

type Graph = { getModuleInfo(id: string): Rolldown.ModuleInfo | null };

/** The module that index.html loads by itself, before all others. */
export const earlyModule = '/src/lib/session/prefetch.ts';

// Each takes what its modules import along, unless one before it has it.
const names = ['payload', 'preload', 'early', 'start', 'signed-in', 'common'] as const;
/** So many pages share a module, that it is worth bringing along for all of them. */
const enough = 4;
/** Characters, before they are minified, that cost less to bring along than a file of their own to ask for. */
const small = 700;

/**
 * Few chunks that many pages share. Left alone, the bundler makes one for each set of pages that share
 * something: some seventy small files a page, one asking for the next.
 */
export const chunkGroups = names.map((name, at) => ({
	name: (id: string, graph: Graph) => (nameChunk(id, graph) === name ? name : null),
	debugName: name,
	priority: names.length - at,
}));

function nameChunk(id: string, graph: Graph): (typeof names)[number] | null {
	// SvelteKit's first script fills in the payload before the other modules begin, which read it: it must not
	// import them, so neither may what it imports stand among them.
	if (toPosix(id).endsWith('/runtime/client/payload.js')) return 'payload';
	if (id.includes('vite/preload-helper')) return 'preload';
	if (toPosix(id).endsWith(earlyModule)) return 'early';
	if (isOwnChunk(toPosix(id)) || reachesSchemas(id, graph)) return null;
	const users = usersOf(id, graph);
	if (users.has('every page') || users.has('sign-in/')) return 'start';
	if (users.has('(signed-in)/')) return 'signed-in';
	if (users.size >= enough) return 'common';
	return users.size > 1 && measure(id, graph) < small ? 'common' : null;
}

/** Characters of the module with everything that it brings along and that is not shared anyway. */
function measure(id: string, graph: Graph): number {
	const queue = new Set([id]);
	let length = 0;
	for (const at of queue) {
		const { code, importedIds } = graph.getModuleInfo(at) ?? {};
		length += code?.length ?? 0;
		for (const imported of importedIds ?? [])
			if (usersOf(imported, graph).size < enough) queue.add(imported);
	}
	return length;
}

// SvelteKit looks these up by their names, and fetches pages one by one.
function isOwnChunk(path: string): boolean {
	return /app-manifest|\/client-optimized\/|\/runtime\/client\/(client-)?entry\.js|\/src\/routes\//.test(
		path,
	);
}

/** The folders of routes that need the module at once, not by a later import. */
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
	const [, folder] = /\/src\/routes\/(.*)\+(?:layout|error|page)\.(?:svelte|ts)$/.exec(path) ?? [];
	return folder === '' ? 'every page' : folder;
}

/** Whether it would bring the contract's schemas along, which are half as large as everything else. */
function reachesSchemas(id: string, graph: Graph): boolean {
	const queue = new Set([id]);
	for (const at of queue) {
		const path = toPosix(at);
		if (/\/contract\/src\/|\/node_modules\/zod\//.test(path)) return true;
		// What it takes from the contract has none: see plain-routes.ts.
		if (/\/client\/src\//.test(path)) continue;
		for (const imported of graph.getModuleInfo(at)?.importedIds ?? []) queue.add(imported);
	}
	return false;
}

function toPosix(id: string): string {
	return id.replaceAll('\\', '/');
}
