import { readAll, type Client } from '@feedback/client';
import { takesAnswer, type RouteOutput } from '@feedback/contract';

import type { KnownQuestion } from './condition/known-question.ts';

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

/** The questions whose answers a condition can compare, with those of variants, by survey ID. */
export async function readQuestions(
	client: Client,
	site: string,
): Promise<Map<string, KnownQuestion[]>> {
	const prompts = await readAll((cursor) =>
		client.listPrompts({ site, limit: 200, content: true, cursor }),
	);
	return new Map(
		prompts.map(({ survey_id, name, content }) => {
			const variants = content?.experiment?.variants ?? [];
			const asked = [content, ...variants].flatMap((each) => each?.questions ?? []);
			const byId = new Map(asked.filter(takesAnswer).map((question) => [question.id, question]));
			return [survey_id, [...byId.values()].map((question) => ({ question, prompt: name }))];
		}),
	);
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
