// API clients for tests, which call the service like the command and editors.
import { createHash, randomBytes } from 'node:crypto';

import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';
import type { Page } from 'playwright';
import postgres from 'postgres';

import { fetchToken } from '../../testing/demo-session.ts';
import type { SharedStack } from '../../testing/shared-stack.ts';

/** An API client for the demo person, who has just signed in. */
export async function signInByApi(
	stack: Pick<SharedStack, 'apiUrl' | 'authUrl' | 'demo'>,
): Promise<Client> {
	const token = await fetchToken(stack);
	return createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
}

export type DeviceStart = { device_code: string; user_code: string; verification_uri: string };

/** Starts a device sign-in of the command. */
export async function beginDevice(stack: SharedStack, name: string): Promise<DeviceStart> {
	return postForm<DeviceStart>(`${stack.apiUrl}/oauth/device`, {
		client_id: 'feedback-cli',
		device_name: name,
	});
}

/** The service's response to a device that requests its tokens. */
export function askForToken(
	stack: SharedStack,
	deviceCode: string,
): Promise<{ access_token?: string; error?: string }> {
	return postForm(`${stack.apiUrl}/oauth/token`, {
		grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
		client_id: 'feedback-cli',
		device_code: deviceCode,
	});
}

/** A program that the person connected to all of their sites, without a browser. */
export async function connectProgram(
	stack: SharedStack,
	person: Client,
	name: string,
): Promise<Client> {
	const sites = await listSites(person);
	const { device_code, user_code } = await beginDevice(stack, name);
	await person.getDevice({ user_code });
	await person.approveDevice({ user_code, sites });
	const { access_token: token, error } = await askForToken(stack, device_code);
	if (!token) throw new Error(`No token: ${error}`);
	return createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
}

export async function listSites(person: Client): Promise<string[]> {
	const { workspaces } = await person.whoami();
	const pages = await Promise.all(
		workspaces.map(({ id }) => person.listSites({ workspace: id, limit: 200 })),
	);
	return pages.flatMap(({ items }) => items.map(({ id }) => id));
}

/** Registers a client, and returns the URL of its sign-in with the verifier. */
export async function beginAuthorization(
	stack: SharedStack,
	client: { name: string; redirect: string; scope?: string },
): Promise<{ url: string; verifier: string; clientId: string; redirect: string }> {
	const registered = await fetch(`${stack.apiUrl}/oauth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ client_name: client.name, redirect_uris: [client.redirect] }),
	});
	const { client_id: clientId } = (await registered.json()) as { client_id: string };
	const verifier = randomBytes(32).toString('base64url');
	const query = new URLSearchParams({
		response_type: 'code',
		client_id: clientId,
		redirect_uri: client.redirect,
		state: 'a state',
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		code_challenge_method: 'S256',
		resource: `${stack.apiUrl}/manage`,
		...(client.scope && { scope: client.scope }),
	});
	const url = `${stack.apiUrl}/oauth/authorize?${query}`;
	return { url, verifier, clientId, redirect: client.redirect };
}

/** Makes the sign-in of a page too old for approvals. Those of other pages, which other tests use, stay as they are. */
export async function ageSignIn({ adminUrl }: SharedStack, page: Page): Promise<void> {
	const stored = await page.evaluate(() => localStorage.getItem('feedback-session'));
	const { access_token: token } = JSON.parse(stored!) as { access_token: string };
	const claims = Buffer.from(token.split('.')[1]!, 'base64url').toString();
	const { session_id: session } = JSON.parse(claims) as { session_id: string };
	const sql = postgres(adminUrl, { max: 1, onnotice() {} });
	try {
		await sql`
			update auth.sessions set created_at = created_at - interval '20 minutes' where id::text = ${session}`;
	} finally {
		await sql.end();
	}
}

/**
 * A person creates a workspace with a site, connects a program to that site only, and leaves the workspace to
 * another owner.
 */
export async function leaveWithProgram(
	stack: SharedStack,
	person: Client,
	name: string,
): Promise<void> {
	const { id: workspace } = await person.createWorkspace({ name });
	const { id: site } = await person.createSite({ workspace, name: 'Checkout' });
	const { user_code, device_code } = await beginDevice(stack, 'left (linux)');
	await person.getDevice({ user_code });
	await person.approveDevice({ user_code, sites: [site] });
	await askForToken(stack, device_code);
	const sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
	try {
		await sql`
			insert into app.members (workspace_id, person_id, role)
			values (${workspace}, ${crypto.randomUUID()}, 'owner')`;
	} finally {
		await sql.end();
	}
	const { person: id } = await person.whoami();
	await person.removeMember({ workspace, person: id });
}

async function postForm<Answer>(url: string, form: Record<string, string>): Promise<Answer> {
	const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
	return (await response.json()) as Answer;
}

/** The client of a connected program, by its authorization code. */
export async function redeemCode(
	stack: SharedStack,
	asked: { verifier: string; clientId: string; redirect: string },
	code: string,
): Promise<Client> {
	const { access_token: token, error } = await postForm<{ access_token?: string; error?: string }>(
		`${stack.apiUrl}/oauth/token`,
		{
			grant_type: 'authorization_code',
			client_id: asked.clientId,
			code,
			code_verifier: asked.verifier,
			redirect_uri: asked.redirect,
		},
	);
	if (!token) throw new Error(`No token: ${error}`);
	return createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
}
