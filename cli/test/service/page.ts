/** The first page of a list, as the service sends it. */
export const page = <Item>(items: Item[], limit: number) => ({
	items: items.slice(0, limit),
	next: items.length > limit ? 'more' : null,
});
