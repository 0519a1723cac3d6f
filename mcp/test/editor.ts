import * as modern from '@modelcontextprotocol/client';
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as ClassicTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { inject } from 'vitest';

import type { Person } from './person.ts';
import type {} from './start-stack.ts';

export type Generation = 'modern' | 'classic';

export type ToolResult = {
	isError?: boolean;
	content: { type: string; text?: string }[];
	structuredContent?: Record<string, unknown>;
};

/** The official client, as an editor uses it. */
export type Editor = {
	client: modern.Client;
	/** Its access token. */
	token(): string;
	/** Number of times it opened the person's browser. */
	opened(): number;
	call(name: string, given?: Record<string, unknown>): Promise<ToolResult>;
	/** Calls a tool and returns its data; rejects when the call fails. */
	read<Data = Record<string, unknown>>(
		name: string,
		given?: Record<string, unknown>,
	): Promise<Data>;
	/** Calls a tool and returns its error; rejects when the call succeeds. */
	fail(name: string, given?: Record<string, unknown>): Promise<Failed>;
	close(): Promise<void>;
};

export type Failed = {
	error: { code: string; message: string; hint?: string; details?: Record<string, unknown> };
	approval?: { id: string; url: string; expires_at: string };
};

/** Connects an editor to the server's address. It signs in through the person's browser when a call requires it. */
export async function openEditor(
	person: Pick<Person, 'authorize'>,
	{
		generation = 'modern',
		query = '',
		sites,
		apiUrl = inject('stack').apiUrl,
		openPage,
	}: Options = {},
): Promise<Editor> {
	const url = new URL(`${apiUrl}/mcp${query}`);
	const browser = createBrowser(apiUrl);
	let transport: modern.StreamableHTTPClientTransport;
	const capabilities = openPage ? { elicitation: { url: {} } } : {};
	const connect = async () => {
		// Both generations have the same API; only their types are incompatible.
		transport = (
			generation === 'modern'
				? new modern.StreamableHTTPClientTransport(url, { authProvider: browser.provider })
				: new ClassicTransport(url, { authProvider: browser.provider as never })
		) as modern.StreamableHTTPClientTransport;
		const client = (
			generation === 'modern'
				? new modern.Client(
						{ name: 'Editor', version: '1' },
						{ versionNegotiation: newest, capabilities },
					)
				: new ClassicClient({ name: 'Editor', version: '1' }, { capabilities })
		) as modern.Client;
		if (openPage) {
			const handle = async ({ params }: { params?: unknown }) => ({
				action: await openPage((params as { url: string }).url),
			});
			if (generation === 'modern') client.setRequestHandler('elicitation/create', handle);
			else (client as unknown as ClassicClient).setRequestHandler(ElicitRequestSchema, handle);
		}
		await client.connect(transport);
		return client;
	};
	let opened = 0;
	const client = await withSignIn(connect);
	async function withSignIn<Result>(run: () => Promise<Result>): Promise<Result> {
		try {
			return await run();
		} catch (error) {
			const address = browser.take();
			if (!address) throw error;
			opened += 1;
			const back = await person.authorize(address, sites);
			await transport.finishAuth(back.searchParams.get('code')!, back.searchParams.get('iss')!);
			return run();
		}
	}
	const call = (name: string, given: Record<string, unknown> = {}) =>
		withSignIn(() => client.callTool({ name, arguments: given })) as Promise<ToolResult>;
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

type Options = {
	generation?: Generation;
	query?: string;
	sites?: string[];
	apiUrl?: string;
	/** The client declares that it opens pages, and does so by this. */
	openPage?: (url: string) => Promise<'accept' | 'decline'>;
};

/** An editor registers once with each service, whose registrations are limited, and keeps what it received. */
const registrations = new Map<string, modern.OAuthClientInformationMixed>();

function createBrowser(service: string) {
	let address: URL | undefined;
	let tokens: modern.OAuthTokens | undefined;
	let discovered: modern.OAuthDiscoveryState | undefined;
	let verifier = '';
	const redirectUrl = 'http://127.0.0.1:4713/callback';
	const provider: modern.OAuthClientProvider = {
		redirectUrl,
		clientMetadata: { client_name: 'Editor', redirect_uris: [redirectUrl] },
		clientInformation: () => registrations.get(service),
		saveClientInformation: (client) => void registrations.set(service, client),
		tokens: () => tokens,
		saveTokens: (received) => void (tokens = received),
		redirectToAuthorization: (url) => void (address = url),
		saveCodeVerifier: (created) => void (verifier = created),
		codeVerifier: () => verifier,
		saveDiscoveryState: (state) => void (discovered = state),
		discoveryState: () => discovered,
		invalidateCredentials: (what) => {
			if (what === 'all' || what === 'tokens') tokens = undefined;
			if (what === 'all' || what === 'client') registrations.delete(service);
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
