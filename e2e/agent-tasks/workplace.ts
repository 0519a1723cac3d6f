import type { RouteOutput } from '@feedback/contract';

import { giveResponses } from '../../dashboard/test/add-past-responses.ts';
import { openPerson, type Person } from '../../mcp/test/open-person.ts';
import { visitSite } from '../../mcp/test/visit-site.ts';
import { connectAgent, type Agent } from './connect-agent.ts';
import type { Start, StartPrompt } from './start.ts';

/** Addresses of a running service. */
export type Service = {
	apiUrl: string;
	authUrl: string;
	/** The database as the superuser, for responses of the past. */
	adminUrl: string;
	docsUrl: string;
	dashboardUrl: string;
};

/** A person's workspace in which an agent does one task. */
export type Workplace = {
	person: Person;
	agent: Agent;
	/** UUIDs of the prompts of the start state, by survey ID. */
	prompts: Readonly<Record<string, string>>;
	/** UUIDs of the sites, by name. */
	sites: Readonly<Record<string, string>>;
	/** Reads a prompt of the site `Reports` by its survey ID. */
	readPrompt(surveyId: string): Promise<RouteOutput<'getPrompt'>>;
};

/** Creates a new person with this state, and connects an agent. */
export async function openWorkplace(service: Service, start: Start = {}): Promise<Workplace> {
	const person = await openPerson(service);
	const { client, workspace, site } = person;
	const sites: Record<string, string> = { Reports: site.id };
	for (const name of start.sites ?? []) {
		sites[name] = (await client.createSite({ workspace, name })).id;
	}
	const prompts: Record<string, string> = {};
	for (const prompt of start.prompts ?? []) {
		prompts[prompt.content.survey_id] = await addPrompt(person, prompt);
	}
	for (const visit of start.visits ?? []) {
		await visitSite(service.apiUrl, { site: site.site_id, ...visit });
	}
	for (const { survey, ...given } of start.past ?? []) {
		await giveResponses({ ...service, siteId: site.site_id }, survey, [given]);
	}
	const agent = await connectAgent(service, person, Object.values(sites));
	if (start.standing) await allow(person, agent, prompts, [...start.standing]);
	for (const prompt of start.prompts ?? []) await saveRevisions(person, prompt);
	for (const surveyId of start.deleted ?? []) await deleteDraft(person, prompts[surveyId]!);
	return {
		person,
		agent,
		prompts,
		sites,
		readPrompt: (surveyId) => client.getPrompt({ site: site.id, prompt: surveyId }),
	};
}

async function addPrompt(
	{ client, site }: Person,
	{ content, published = false }: StartPrompt,
): Promise<string> {
	const { id } = await client.createPrompt({ site: site.id, content });
	if (published) await client.publishPrompt({ site: site.id, prompt: id, revision: 1 });
	return id;
}

async function saveRevisions(
	{ client, site }: Person,
	{ content, revisions = [] }: StartPrompt,
): Promise<void> {
	const at = { site: site.id, prompt: content.survey_id };
	for (const next of revisions) await client.saveRevision({ ...at, content: next });
}

/** Gives each connection of the agent a standing grant, with the approval of the first prompt. */
async function allow(
	{ client }: Person,
	agent: Agent,
	prompts: Workplace['prompts'],
	conditions: NonNullable<Start['standing']>[number][],
): Promise<void> {
	const [prompt] = Object.values(prompts);
	const until = new Date(Date.now() + 86_400_000).toISOString();
	for (const request of await agent.requestToPublish({ prompt: prompt!, revision: 1 })) {
		const { sha256 } = await client.getGrantRequest({ request });
		const standing = { conditions, until };
		await client.approveGrant({ request, mode: 'once', sha256: sha256!, standing });
	}
}

async function deleteDraft({ client, site }: Person, prompt: string): Promise<void> {
	const { name } = await client.previewPromptDeletion({ site: site.id, prompt });
	await client.deletePrompt({ site: site.id, prompt, confirm: name });
}
