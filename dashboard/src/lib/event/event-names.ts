import { readPages, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type EventName = RouteOutput<'listEventNames'>['items'][number];
export type EventNameState = EventName['state'];
export type EventNames = { items: EventName[]; unlisted: number };

/** Every listed name of a site. */
export async function readEventNames(
	client: Client,
	site: string,
	signal: AbortSignal,
): Promise<EventNames> {
	const items: EventName[] = [];
	let unlisted = 0;
	const pages = readPages((cursor) =>
		client.listEventNames({ site, limit: 200, cursor }, { signal }),
	);
	for await (const page of pages) {
		items.push(...page.items);
		unlisted = page.unlisted;
	}
	return { items, unlisted };
}

export const nameOrders = { events: 'Most events', seen: 'Seen last', name: 'Name' } as const;
export type NameOrder = keyof typeof nameOrders;

const comparisons: Record<NameOrder, (a: EventName, b: EventName) => number> = {
	events: (a, b) => b.events - a.events,
	seen: (a, b) => (b.last_seen_at ?? '').localeCompare(a.last_seen_at ?? ''),
	name: () => 0,
};

type Wish = { search: string; order: NameOrder; ignored: boolean };

/**
 * The names that contain the search text, in the chosen order, then by name.
 *
 * @example
 * filterNames(names, { search: 'export', order: 'events', ignored: false });
 */
export function filterNames(names: EventName[], { search, order, ignored }: Wish): EventName[] {
	const words = search.trim().toLowerCase();
	return names
		.filter(({ name, state }) => {
			const wanted = (state === 'ignored') === ignored;
			return wanted && name.toLowerCase().includes(words);
		})
		.sort((a, b) => comparisons[order](a, b) || (a.name < b.name ? -1 : 1));
}
