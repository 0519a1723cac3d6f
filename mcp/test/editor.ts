import * as modern from '@modelcontextprotocol/client';
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as ClassicTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { inject } from 'vitest';

import type { Person } from './person.ts';
import type {} from './start-stack.ts';

export type Generation = 'modern' | 'classic';

export type Told = {
	isError?: boolean;
	content: { type: string; text?: string }[];
	structuredContent?: Record<string, unknown>;
};

/** A client that others wrote, as an editor has it. */
export type Editor = {
	client: modern.Client;
	/** The access token that it holds. */
	token(): string;
	/** How often the person's browser was opened. */
	opened(): number;
	call(name: string, given?: Record<string, unknown>): Promise<Told>;
	/** The data of a call that succeeds. */
	read<Data = Record<string, unknown>>(
		name: string,
		given?: Record<string, unknown>,
	): Promise<Data>;
	/** The error of a call that does not. */
	fail(name: string, given?: Record<string, unknown>): Promise<Failed>;
	close(): Promise<void>;
};

export type Failed = {
	error: { code: string; message: string; hint?: string; details?: Record<string, unknown> };
	approval?: { id: string; url: string; expires_at: string };
};

/** An editor at the address, which signs in through the person's browser as soon as it has to. */
export async function openEditor(
	person: Pick<Person, 'letIn'>,
	{ generation = 'modern', query = '', sites, apiUrl = inject('stack').apiUrl }: Options = {},
): Promise<Editor> {
	const url = new URL(`${apiUrl}/mcp${query}`);
	const browser = createBrowser();
	let transport: modern.StreamableHTTPClientTransport;
	const connect = async () => {
		// Both generations have the same form; their types know nothing of each other.
		transport = (
			generation === 'modern'
				? new modern.StreamableHTTPClientTransport(url, { authProvider: browser.provider })
				: new ClassicTransport(url, { authProvider: browser.provider as never })
		) as modern.StreamableHTTPClientTransport;
		const client = (
			generation === 'modern'
				? new modern.Client({ name: 'Editor', version: '1' }, { versionNegotiation: newest })
				: new ClassicClient({ name: 'Editor', version: '1' })
		) as modern.Client;
		await client.connect(transport);
		return client;
	};
	let opened = 0;
	const client = await signing(connect);
	async function signing<Result>(run: () => Promise<Result>): Promise<Result> {
		try {
			return await run();
		} catch (error) {
			const address = browser.take();
			if (!address) throw error;
			opened += 1;
			const back = await person.letIn(address, sites);
			await transport.finishAuth(back.searchParams.get('code')!, back.searchParams.get('iss')!);
			return run();
		}
	}
	const call = (name: string, given: Record<string, unknown> = {}) =>
		signing(() => client.callTool({ name, arguments: given })) as Promise<Told>;
	return {
		client,
		token: () => browser.token(),
		opened: () => opened,
		call,
		async read<Data>(name: string, given?: Record<string, unknown>) {
			const { isError, content, structuredContent } = await call(name, given);
			if (isError || !structuredContent) throw new Error(content[0]?.text);
			return structuredContent as Data;
		},
		async fail(name, given) {
			const { isError, content } = await call(name, given);
			if (!isError) throw new Error(`${name} succeeded.`);
			return JSON.parse(content[0]!.text!) as Failed;
		},
		close: () => client.close(),
	};
}

const newest: modern.VersionNegotiationOptions = { mode: { pin: '2026-07-28' } };

type Options = { generation?: Generation; query?: string; sites?: string[]; apiUrl?: string };

function createBrowser() {
	let address: URL | undefined;
	let tokens: modern.OAuthTokens | undefined;
	let registered: modern.OAuthClientInformationMixed | undefined;
	let discovered: modern.OAuthDiscoveryState | undefined;
	let verifier = '';
	const redirectUrl = 'http://127.0.0.1:4713/callback';
	const provider: modern.OAuthClientProvider = {
		redirectUrl,
		clientMetadata: { client_name: 'Editor', redirect_uris: [redirectUrl] },
		clientInformation: () => registered,
		saveClientInformation: (told) => void (registered = told),
		tokens: () => tokens,
		saveTokens: (told) => void (tokens = told),
		redirectToAuthorization: (url) => void (address = url),
		saveCodeVerifier: (told) => void (verifier = told),
		codeVerifier: () => verifier,
		saveDiscoveryState: (told) => void (discovered = told),
		discoveryState: () => discovered,
		invalidateCredentials: (what) => {
			if (what === 'all' || what === 'tokens') tokens = undefined;
			if (what === 'all' || what === 'client') registered = undefined;
			if (what === 'all' || what === 'discovery') discovered = undefined;
		},
	};
	const take = () => {
		const taken = address;
		address = undefined;
		return taken;
	};
	return { provider, take, token: () => tokens?.access_token ?? '' };
}
