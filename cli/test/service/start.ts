import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { displayRequestSchema, errors, limits } from '@feedback/contract';

import { answerManage } from './manage.ts';
import { answerOAuth } from './oauth.ts';
import { createOAuthState } from './oauth-state.ts';
import type { OAuthState } from './oauth-state.ts';
import { answerPackages, createPackages } from './packages.ts';
import type { Packages } from './packages.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';

export type Service = {
	url: string;
	state: State;
	oauth: OAuthState;
	packages: Packages;
	/** Received requests, such as `GET /fn/manage/whoami`. */
	received: string[];
	/** Responds instead of the usual handlers when it returns true. */
	instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
	/** Errors within the service; tests expect none. */
	faults: unknown[];
	/** Resets the state, but not the address. */
	reset(): void;
	stop(): void;
};

/** A service on its own port: management API, OAuth server and documentation. */
export async function startService(): Promise<Service> {
	const service: Service = {
		url: '',
		state: createState(),
		oauth: createOAuthState(),
		packages: createPackages(),
		received: [],
		instead: undefined,
		faults: [],
		reset() {
			service.state = { ...createState(), url: service.url };
			service.oauth = createOAuthState();
			service.packages = createPackages();
			service.received.length = 0;
			service.instead = undefined;
		},
		stop() {
			server.closeAllConnections();
			server.close();
		},
	};
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			service.received.push(`${request.method} ${request.url}`);
			try {
				answer(service, request, response, body);
			} catch (error) {
				service.faults.push(error);
				response.writeHead(500).end();
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	service.reset();
	return service;
}

function answer(
	service: Service,
	request: IncomingMessage,
	response: ServerResponse,
	body: string,
) {
	const { state, oauth, instead } = service;
	if (instead?.(request, response)) return;
	const path = request.url!;
	if (path.startsWith('/fn/manage/')) return answerManage(state, request, response, body);
	if (path.startsWith('/fn/oauth/')) return answerOAuth(state, oauth, request, response, body);
	if (path === '/fn/sdk/display') return answerDisplay(state, response, body);
	if (path.startsWith('/docs/npm/')) {
		return answerPackages(service.packages, new URL(path, service.url), response);
	}
	if (path.startsWith('/docs/')) return answerDocs(new URL(path, service.url), response);
	response.writeHead(404).end();
}

// Responds like the real service for an unknown display: the site is checked first.
function answerDisplay({ sites }: State, response: ServerResponse, body: string): void {
	const { site } = displayRequestSchema.parse(JSON.parse(body));
	const code = sites.some(({ site_id }) => site_id === site) ? 'wrong_secret' : 'unknown_site';
	const { status, message } = errors[code];
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ error: { code, message, request_id: 'r-1' } }));
}

function answerDocs(url: URL, response: ServerResponse): void {
	const send = (status: number, type: string, text: string, headers = {}) => {
		response.writeHead(status, { 'content-type': type, ...headers });
		response.end(text);
	};
	const path = url.pathname.replace('/docs', '');
	if (path === '/search') {
		const { status, body } = search(url);
		send(status, 'application/json', JSON.stringify(body));
	} else if (path === '/llms.txt') {
		send(200, 'text/plain', '# Feedback\n');
	} else if (/^\/(guides\/prompts|prompts\/audience)\/index\.md$|^\/install\//.test(path)) {
		send(200, 'text/markdown', '# Prompts\n\nA prompt asks.\n', { 'x-markdown-tokens': '42' });
	} else {
		send(404, 'text/markdown', '# There is no such page\n');
	}
}

function search({ origin, searchParams }: URL): { status: number; body: object } {
	const query = searchParams.get('q') ?? '';
	const limit = Number(searchParams.get('limit') ?? limits.search.default);
	const refuse = (field: string) => {
		const { status, message } = errors.invalid_request;
		const hint = 'Leave it out.';
		const error = { code: 'invalid_request', message, field, hint, request_id: 'r-1' };
		return { status, body: { error } };
	};
	if (query.trim() === '') return refuse('q');
	if (!(limit >= 1 && limit <= limits.search.max)) return refuse('limit');
	const result = {
		title: 'Prompts',
		heading: 'Limits',
		url: `${origin}/docs/guides/prompts/#limits`,
		markdown_url: `${origin}/docs/guides/prompts/index.md`,
		package: '@feedback/sdk',
		version: '0.4',
		passage: 'A prompt appears once…',
	};
	return { status: 200, body: { query, results: Array(Math.min(limit, 2)).fill(result) } };
}
