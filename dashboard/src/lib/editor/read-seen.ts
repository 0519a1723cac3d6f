import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

/** A trait or a property as it was seen: visitors chose its words. */
export type SeenKey = Pick<
	RouteOutput<'listTraits'>['items'][number],
	'key' | 'types' | 'values'
> & { /** How many had it. */ count: number };
export type SeenEvent = RouteOutput<'listEventNames'>['items'][number];
export type SeenPrompt = { survey_id: string; name: string };

/** The event names of a site, the most frequent first. */
export async function readEventNames(client: Client, site: string): Promise<SeenEvent[]> {
	const names: SeenEvent[] = [];
	let cursor: string | undefined;
	do {
		const page = await client.listEventNames({ site, limit: 200, ...(cursor && { cursor }) });
		names.push(...page.items);
		cursor = page.next ?? undefined;
	} while (cursor);
	return names
		.filter(({ state }) => state !== 'ignored')
		.sort((one, other) => other.events - one.events);
}

/** The prompts of a site, for conditions on what somebody did with one. */
export async function readSurveys(client: Client, site: string): Promise<SeenPrompt[]> {
	const prompts: SeenPrompt[] = [];
	let cursor: string | undefined;
	do {
		const page = await client.listPrompts({ site, limit: 200, ...(cursor && { cursor }) });
		prompts.push(...page.items.map(({ survey_id, name }) => ({ survey_id, name })));
		cursor = page.next ?? undefined;
	} while (cursor);
	return prompts;
}

export async function readTraits(client: Client, site: string): Promise<SeenKey[]> {
	const { items } = await client.listTraits({ site });
	return items.map(({ visitors, ...trait }) => ({ ...trait, count: visitors }));
}

export async function readProperties(
	client: Client,
	site: string,
	name: string,
): Promise<SeenKey[]> {
	const { properties } = await client.getEventName({ site, name });
	return properties.map(({ events, ...property }) => ({ ...property, count: events }));
}
