/**
 * Merges new items into known ones: the latest version of each, newest first, at most `most`.
 *
 * @example
 * mergeItems([{ id: 'a', at: '1' }], [{ id: 'b', at: '2' }], (item) => item.at, 10); // b, a
 */
export function mergeItems<Item extends { id: string }>(
	known: Item[],
	read: Item[],
	at: (item: Item) => string,
	most: number,
): Item[] {
	const byId = new Map([...known, ...read].map((item) => [item.id, item]));
	const moments = new Map([...byId].map(([id, item]) => [id, Date.parse(at(item))]));
	return [...byId.values()]
		.sort((a, b) => moments.get(b.id)! - moments.get(a.id)! || (a.id < b.id ? 1 : -1))
		.slice(0, most);
}

/**
 * The new items that are not older than the oldest known one: an older item would hide the gap between them.
 *
 * @example
 * dropOlderItems([{ id: 'b', at: '2' }], [{ id: 'a', at: '1' }], (item) => item.at); // none
 */
export function dropOlderItems<Item>(
	known: Item[],
	read: Item[],
	at: (item: Item) => string,
): Item[] {
	const oldest = Math.min(...known.map((item) => Date.parse(at(item))));
	return read.filter((item) => Date.parse(at(item)) >= oldest);
}
