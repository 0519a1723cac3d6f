import { ModuleUsers, isOwnChunk, toPosix } from './module-users.ts';
import type { Graph } from './module-users.ts';

/** The module that index.html loads before all others. */
export const prefetchModule = '/src/lib/session/prefetch.ts';

/** Modules that at least this many pages share are loaded with every page. */
const minPages = 5;
/**
 * Below this number of unminified characters, by the number of pages with the module, a separate file costs more than
 * including the module everywhere.
 */
const maxInlineLength = [0, 0, 300, 700, 1_000];

// In order of priority: each group includes the imports of its modules, unless an earlier group has them.
const names = [
	'payload',
	'preload',
	'prefetch',
	'start',
	'public',
	'signed-in',
	'common',
	'settings',
	'figures',
	...Array.from({ length: minPages - 1 }, (_, at) => `of ${minPages - 1 - at} pages`),
];

/**
 * Groups shared modules into few chunks. By default, the bundler creates a chunk for each set of pages and of lazy
 * parts that share something: some seventy small files per page, loaded one after another.
 */
export const chunkGroups = names.map((group, at) => ({
	name: (id: string, graph: Graph) => {
		const found = findGroup(id, graph);
		return found?.group === group ? found.name : null;
	},
	debugName: group,
	priority: names.length - at,
}));

const known = new WeakMap<Graph, ModuleUsers>();

function findGroup(id: string, graph: Graph): { group: string; name: string } | undefined {
	const path = toPosix(id);
	// SvelteKit's first script sets the payload before the other modules run and read it. It must not import them, so
	// its own imports need a separate chunk.
	if (path.endsWith('/runtime/client/payload.js')) return groupOf('payload');
	if (path.includes('vite/preload-helper')) return groupOf('preload');
	if (path.endsWith(prefetchModule)) return groupOf('prefetch');
	const users = known.get(graph) ?? new ModuleUsers(graph);
	known.set(graph, users);
	if (isOwnChunk(path) || users.reachesSchemas(id)) return undefined;
	const { pages, parts, all } = users.of(id);
	if (pages.has('every page') || pages.has('sign-in/')) return groupOf('start');
	// Readers of shared results are not signed in: they load little of what the other pages share.
	if (pages.has('shared/') && (pages.has('(signed-in)/') || pages.size >= minPages))
		return groupOf('public');
	if (pages.has('(signed-in)/')) return groupOf('signed-in');
	if (pages.size >= minPages) return groupOf([...pages].every(isSettings) ? 'settings' : 'common');
	// A part that is only loaded later has a chunk, and so has what only such parts need.
	if (pages.size === 0 || pages.size + parts.size === 1 || parts.has(id)) return undefined;
	if (users.measure(id, minPages) < maxInlineLength[Math.min(all.size, 4)]!)
		return groupOf(pages.has('shared/') ? 'public' : 'common');
	if (pages.size > 1 && pages.has('shared/')) return groupOf('figures');
	// One chunk for these pages, and another for what parts of other pages use, too.
	const isOfPart = pages.size === 1 && all.size > 1;
	return {
		group: `of ${pages.size} pages`,
		name: `${isOfPart ? 'parts of ' : ''}${[...pages].toSorted().join()}`,
	};
}

const isSettings = (page: string) => page.startsWith('(signed-in)/sites/[site]/settings/');
const groupOf = (group: string) => ({ group, name: group });
