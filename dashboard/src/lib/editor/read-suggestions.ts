import { readAll, type Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

/** A trait or a property as reported, which may contain any text. */
export type KnownKey = Pick<
	RouteOutput<'listTraits'>['items'][number],
	'key' | 'types' | 'values'
> & { /** How many visitors or events had it. */ count: number };
export type KnownEvent = RouteOutput<'listEventNames'>['items'][number];
export type KnownAudience = RouteOutput<'listAudiences'>['items'][number];
export type KnownPrompt = { survey_id: string; name: string };

/** The event names of a site, most frequent first. */
export async function readEventNames(client: Client, site: string): Promise<KnownEvent[]> {
	const names = await readAll((cursor) => client.listEventNames({ site, limit: 200, cursor }));
	return names
		.filter(({ state }) => state !== 'ignored')
		.sort((one, other) => other.events - one.events);
}

/** The prompts of a site, for conditions about past prompts. */
export async function readSurveys(client: Client, site: string): Promise<KnownPrompt[]> {
	const prompts = await readAll((cursor) => client.listPrompts({ site, limit: 200, cursor }));
	return prompts.map(({ survey_id, name }) => ({ survey_id, name }));
}

export async function readTraits(client: Client, site: string): Promise<KnownKey[]> {
	const { items } = await client.listTraits({ site });
	return items.map(({ visitors, ...trait }) => ({ ...trait, count: visitors }));
}

export async function readProperties(
	client: Client,
	site: string,
	name: string,
): Promise<KnownKey[]> {
	const { properties } = await client.getEventName({ site, name });
	return properties.map(({ events, ...property }) => ({ ...property, count: events }));
}

/** The saved audiences of a site that a prompt can name, by key. */
export async function readAudiences(client: Client, site: string): Promise<KnownAudience[]> {
	return readAll((cursor) => client.listAudiences({ site, limit: 200, cursor }));
}
