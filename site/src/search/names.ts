import type { Section } from './section.ts';
import type { PageFacts } from './serialized-index.ts';

type Named = Pick<Section, 'path' | 'heading'> & { shown: string };

/**
 * Reads the names of sections: of commands, HTTP operations and pages. Ranking does not work for names: their words
 * occur in many sections, and some mean nothing separately, as in `feedback why` and "how it works".
 *
 * @returns the section that a query names
 *
 * @example
 * readNames(sections, pages)('npx feedback init')?.path; // '/agents/commands/set-up/#feedback-init'
 */
export function readNames<Found extends Named>(
	sections: readonly Found[],
	pages: PageFacts,
): (query: string) => Found | undefined {
	const commands = sections.filter(({ path }) => path.startsWith('/agents/commands/'));
	const operations = sections
		.filter(({ path }) => path.startsWith('/api/'))
		.flatMap((section) => {
			const route = readRoute(section.shown);
			return route ? [{ route, section }] : [];
		})
		// If two routes have the same ending, the longer one is more specific.
		.toSorted((a, b) => b.route.length - a.route.length);
	const tops = readPageNames(pages);
	return (query) => {
		const asked = query.trim().replace(/\s+/g, ' ');
		const command = asked.replace(/^(?:\$ )?(?:npx )?/, '').replace(/ [-<].*$/, '');
		const found = commands.find(({ heading }) => heading === command.toLowerCase());
		if (found) return found;
		const call = readRoute(asked);
		if (call) return operations.find(({ route }) => isCallOf(call, route))?.section;
		const top = tops.get(plain(asked));
		return top === undefined ? undefined : sections.find(({ path }) => path === top);
	};
}

/** The method and the segments of a route. */
function readRoute(text: string): string[] | undefined {
	const pattern = /^(GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/[^/\s]+)?(\/[^\s?]*)/i;
	const [, method, path] = pattern.exec(text) ?? [];
	return method && path ? [method.toUpperCase(), ...path.split('/').filter(Boolean)] : undefined;
}

/** Whether a call has the method of a route and ends with its segments, in which `{site}` is any value. */
function isCallOf([called, ...address]: string[], [method, ...segments]: string[]): boolean {
	const ending = address.slice(-segments.length);
	return (
		called === method &&
		ending.length === segments.length &&
		segments.every((segment, index) => segment.startsWith('{') || segment === ending[index])
	);
}

/** Folders of lists: the ends of their addresses are the names of other pages too. */
const lists = new Set(['api', 'commands']);

/** Sections at the top of pages, by the page's title and the end of its address, where no other page has it. */
function readPageNames(pages: PageFacts): ReadonlyMap<string, string> {
	const tops = new Map<string, Set<string>>();
	const add = (name: string, page: string) =>
		tops.set(plain(name), (tops.get(plain(name)) ?? new Set()).add(`${page}#_top`));
	const folders = new Set(Object.keys(pages).map((page) => page.split('/')[1]!));
	for (const [page, { title }] of Object.entries(pages)) {
		add(title, page);
		const [folder = '', last = ''] = page.split('/').slice(-3);
		if (last === 'overview') add(folder, page);
		else if (!lists.has(folder) && !folders.has(last)) add(last, page);
	}
	const unique = [...tops].filter(([, found]) => found.size === 1);
	return new Map(unique.map(([name, found]) => [name, [...found][0]!]));
}

function plain(name: string): string {
	return name
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}
