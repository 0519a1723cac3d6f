/** A page of a list, as the service sends it. The cursor is the number of the items before it. */
export function page<Item>(items: Item[], limit: number, cursor = '0') {
	const start = Number(cursor);
	const end = start + limit;
	return { items: items.slice(start, end), next: items.length > end ? String(end) : null };
}
