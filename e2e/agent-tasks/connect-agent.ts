import { createClient } from '@feedback/client';

import type { Person } from '../../mcp/test/open-person.ts';
import { newSender } from '../../mcp/test/new-sender.ts';

/** The two connections of an agent: a token is valid for the MCP server or for the command, not for both. */
export type Agent = {
	mcpToken: string;
	/** For the command. */
	token: string;
	/** Both connections ask to publish a revision; resolves to their requests. */
	requestToPublish(asked: { prompt: string; revision: number }): Promise<string[]>;
};

type Service = { apiUrl: string };

/** Signs an agent in to these sites, as a device whose code the person enters. */
export async function connectAgent(
	service: Service,
	person: Person,
	sites: string[],
): Promise<Agent> {
	const { apiUrl } = service;
	const token = await signIn(service, person, sites, `${apiUrl}/manage`);
	const mcpToken = await signIn(service, person, sites, `${apiUrl}/mcp`);
	return {
		token,
		mcpToken,
		async requestToPublish({ prompt, revision }) {
			const asked = { action: 'prompt:publish', site: person.site.id, prompt, revision } as const;
			const client = createClient({ apiUrl, token: () => Promise.resolve(token) });
			const byCommand = await client.requestGrant(asked);
			const { requests } = await callTool<{ requests: { id: string }[] }>(service, mcpToken, {
				name: 'grants',
				arguments: { do: 'request', ...asked },
			});
			return [byCommand.id, requests[0]!.id];
		},
	};
}

async function signIn(
	{ apiUrl }: Service,
	{ client }: Person,
	sites: string[],
	resource: string,
): Promise<string> {
	type Begun = { device_code: string; user_code: string };
	const begun = await postForm<Begun>(`${apiUrl}/oauth/device`, {
		client_id: 'feedback-cli',
		device_name: 'Agent',
		resource,
	});
	await client.getDevice({ user_code: begun.user_code });
	await client.approveDevice({ user_code: begun.user_code, sites });
	const { access_token: token } = await postForm<{ access_token: string }>(
		`${apiUrl}/oauth/token`,
		{
			grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
			client_id: 'feedback-cli',
			device_code: begun.device_code,
			resource,
		},
	);
	return token;
}

async function postForm<Reply>(url: string, form: Record<string, string>): Promise<Reply> {
	const body = new URLSearchParams(form);
	const response = await fetch(url, { method: 'POST', headers: newSender(), body });
	if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
	return (await response.json()) as Reply;
}

async function callTool<Data>({ apiUrl }: Service, token: string, params: object): Promise<Data> {
	const response = await fetch(`${apiUrl}/mcp`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			accept: 'application/json',
			...newSender(),
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
	});
	const { result } = (await response.json()) as { result?: { structuredContent?: Data } };
	if (!result?.structuredContent) throw new Error(`The tool failed: ${JSON.stringify(result)}`);
	return result.structuredContent;
}
