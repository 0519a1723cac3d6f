/** What every list of the API answers. */
type Page = { items: unknown[]; next: string | null };
type Read<Answer extends Page> = (cursor: string | undefined) => Promise<Answer>;

/**
 * The pages of a list, one after another to the last. Throws as the call does.
 *
 * @example
 * for await (const { items } of readPages((cursor) => client.listPrompts({ site, cursor }))) add(items);
 */
export async function* readPages<Answer extends Page>(read: Read<Answer>): AsyncGenerator<Answer> {
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		yield page;
		cursor = page.next ?? undefined;
	} while (cursor);
}

/**
 * All that a list holds, on however many pages.
 *
 * @example
 * const tokens = await readAll((cursor) => client.listCiTokens({ workspace, cursor }));
 */
export async function readAll<Answer extends Page>(
	read: Read<Answer>,
): Promise<Answer['items'][number][]> {
	const items: Answer['items'] = [];
	for await (const page of readPages(read)) items.push(...page.items);
	return items;
}
