import { createHash, randomBytes } from 'node:crypto';

import { createKeyring, mintSecret } from '../_shared/secrets/keyring.ts';
import { createPool } from '../_shared/pool.ts';
import { createHandler } from '../oauth/handler.ts';
import { createService, type Service } from '../oauth/service.ts';
import { openManage, type TestManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

export const apiUrl = 'http://127.0.0.1:54321/functions/v1';
export const issuer = `${apiUrl}/oauth`;
export const resource = `${apiUrl}/manage`;

export type Answered = {
	status: number;
	headers: Headers;
	body: Record<string, unknown>;
	/** Target of a redirect. */
	location: URL | undefined;
};

/** The authorization server and the management API over one database, with a clock that tests set. */
export type TestSignIn = {
	sites: TestSites;
	manage: TestManage;
	site: TestSite;
	owner: TestPerson;
	/** Milliseconds since 1970; the tests move it. */
	clock: { now: number };
	handle(request: Request): Promise<Response>;
	get(path: string, query?: Record<string, string>, address?: string): Promise<Answered>;
	post(path: string, form: Record<string, string>, address?: string): Promise<Answered>;
	register(metadata?: Record<string, unknown>, address?: string): Promise<Answered>;
	end(): Promise<void>;
};

export async function openSignIn(options: Partial<Service> = {}): Promise<TestSignIn> {
	const sites = await openSites();
	const clock = { now: Date.now() };
	const keyring = createKeyring(mintSecret());
	const shared = { keyring, apiUrl, clock: () => clock.now };
	const manage = openManage(sites.manageUrl, shared);
	const sql = createPool(sites.manageUrl, 'oauth', { size: 4 });
	// Disables the rate limit in the instance's memory, because these tests are about the limits in the database.
	const buckets = { take: () => 0 };
	const handle = createHandler(createService({ home: sql, buckets, ...shared, ...options }));
	const site = await sites.makeSite();
	const owner = await signIn();
	await join(sites.sql, site.workspace, owner);
	const ask = async (path: string, init: RequestInit, address = '198.51.100.7') => {
		const headers = new Headers(init.headers);
		headers.set('x-forwarded-for', address);
		return tell(await handle(new Request(`${issuer}${path}`, { ...init, headers })));
	};
	return {
		sites,
		manage,
		site,
		owner,
		clock,
		handle,
		get: (path, query = {}, address) => ask(`${path}?${new URLSearchParams(query)}`, {}, address),
		post: (path, form, address) =>
			ask(path, { method: 'POST', body: new URLSearchParams(form) }, address),
		register: (metadata = {}, address) =>
			ask(
				'/register',
				{
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({
						client_name: 'An editor',
						redirect_uris: ['http://127.0.0.1/callback'],
						...metadata,
					}),
				},
				address,
			),
		async end() {
			await sql.end();
			await manage.end();
			await sites.end();
		},
	};
}

async function tell(response: Response): Promise<Answered> {
	const text = await response.text();
	const location = response.headers.get('location');
	return {
		status: response.status,
		headers: response.headers,
		body: text ? (JSON.parse(text) as Record<string, unknown>) : {},
		location: location === null ? undefined : new URL(location),
	};
}

export type Asked = { verifier: string; parameters: Record<string, string> };

/** A complete authorization request, and the verifier that belongs to it. */
export function writeRequest(given: Record<string, string> = {}): Asked {
	const verifier = randomBytes(32).toString('base64url');
	return {
		verifier,
		parameters: {
			client_id: 'feedback-cli',
			redirect_uri: 'http://127.0.0.1:4711/callback',
			response_type: 'code',
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
			state: 'as it was',
			resource,
			...given,
		},
	};
}

/** Sends a browser to the server; resolves to the id of the request that waits for a person. */
export async function beginAuthorization(
	{ get }: TestSignIn,
	{ parameters }: Asked,
): Promise<string> {
	const { location } = await get('/authorize', parameters);
	const id = /^\/authorize\/([\w-]{36})$/.exec(location?.pathname ?? '')?.[1];
	if (!id) throw new Error(`The server sends the browser to ${location?.href}`);
	return id;
}

/** A person opens the request and approves it; resolves to the address with the code. */
export async function approve(
	{ manage, site }: TestSignIn,
	person: TestPerson,
	authorization: string,
	given: { sites?: string[]; actions?: ('site:create' | 'prompt:draft' | 'response:read')[] } = {},
): Promise<URL> {
	const opened = await manage.ask(person, 'getAuthorization', { authorization });
	if (opened.error) throw new Error(opened.error.message);
	const input = { authorization, sites: [site.id], ...given };
	const { body, error } = await manage.ask(person, 'approveAuthorization', input);
	if (error) throw new Error(`${error.code}: ${error.message}`);
	return new URL(body.redirect);
}

/** The form that exchanges a code for tokens. */
export function writeExchange(
	{ verifier, parameters }: Asked,
	answer: URL,
	given: Record<string, string> = {},
): Record<string, string> {
	return {
		grant_type: 'authorization_code',
		client_id: parameters['client_id']!,
		redirect_uri: parameters['redirect_uri']!,
		code: answer.searchParams.get('code') ?? '',
		code_verifier: verifier,
		resource: parameters['resource']!,
		...given,
	};
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/** Signs a client in from beginning to end. */
export async function obtainTokens(
	signIn: TestSignIn,
	given: Record<string, string> = {},
): Promise<Tokens> {
	const asked = writeRequest(given);
	const answer = await approve(signIn, signIn.owner, await beginAuthorization(signIn, asked));
	const { body, status } = await signIn.post('/token', writeExchange(asked, answer));
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body as Tokens;
}
