/** One page of an API list. */
type Page = { items: unknown[]; next: string | null };
type Read<ListPage extends Page> = (cursor: string | undefined) => Promise<ListPage>;

/**
 * Reads all pages of a list, one after the other.
 *
 * @example
 * for await (const { items } of readPages((cursor) => client.listPrompts({ site, cursor }))) add(items);
 */
export async function* readPages<ListPage extends Page>(
	read: Read<ListPage>,
): AsyncGenerator<ListPage> {
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		yield page;
		cursor = page.next ?? undefined;
	} while (cursor);
}

/**
 * Reads all items of a list.
 *
 * @example
 * const tokens = await readAll((cursor) => client.listCiTokens({ workspace, cursor }));
 */
export async function readAll<ListPage extends Page>(
	read: Read<ListPage>,
): Promise<ListPage['items'][number][]> {
	const items: ListPage['items'] = [];
	for await (const page of readPages(read)) items.push(...page.items);
	return items;
}

/**
 * Reads pages from a cursor on until one has items, or is the last: the page of a filter that few responses meet may be
 * empty although others follow.
 *
 * @example
 * const { items, next } = await readFilled((cursor) => client.listResponses({ site, search, cursor }));
 */
export async function readFilled<ListPage extends Page>(
	read: Read<ListPage>,
	cursor?: string,
): Promise<ListPage> {
	const first = await read(cursor);
	let { items, next } = first;
	while (items.length === 0 && next !== null) ({ items, next } = await read(next));
	return { ...first, items, next };
}
