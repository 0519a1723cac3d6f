import type { Context } from '../operation/operation.ts';
import { inCells, listCells } from '../operation/in-cells.ts';
import { writeMark } from './position.ts';

/** One page of a list with the newest first. */
type Page<Item> = { items: Item[]; next: string | null };

/**
 * Reads one page of a list over the databases in which the person has workspaces. IDs begin with the time, so each
 * database continues after the same ID. A database that does not answer fails the list: a shorter one would look complete.
 */
export async function listOverCells<Item extends { id: string }>(
	context: Context,
	limit: number,
	read: (context: Context) => Promise<Page<Item>>,
): Promise<Page<Item> | (() => Promise<Page<Item>>)> {
	const here = read(context);
	if (!context.service.hasCells) return here;
	const [page, cells] = await Promise.all([here, listCells(context.tx)]);
	if (cells.length === 0) return page;
	// Once the transaction at home has ended: one that waits for a cell would keep a connection to home from it.
	return async () => {
		const pages = await inCells(context, cells, (tx) => read({ ...context, tx }));
		return merge([page, ...pages], limit);
	};
}

function merge<Item extends { id: string }>(
	pages: readonly Page<Item>[],
	limit: number,
): Page<Item> {
	// A workspace that has just moved may be in two.
	const all = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item])));
	const newest = [...all.values()].sort((one, other) => (one.id < other.id ? 1 : -1));
	const items = newest.slice(0, limit);
	const isMore = newest.length > limit || pages.some(({ next }) => next !== null);
	const last = items.at(-1);
	return { items, next: isMore && last ? writeMark(last.id) : null };
}
