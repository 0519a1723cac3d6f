import { createMcpHandler, isJsonContentType, type AuthInfo } from '@modelcontextprotocol/server';
import {
	createServer,
	describeCatalog,
	describeServerCard,
	describeServerJson,
	readScope,
	serverCardPath,
	serverCardType,
	serverJsonPath,
	tools,
	type ServerOptions,
} from '@feedback/mcp';
import { ServiceError } from '@feedback/contract';
import { cors } from 'hono/cors';

import type { Caller } from '../_shared/caller/caller.ts';
import { createApp, startOnFirstRequest, toHandle, type Handle } from '../_shared/http/app.ts';
import { challengeBearer, describeResource } from '../_shared/http/protected-resource.ts';
import { logThrown, replyJson } from '../_shared/http/reply.ts';
import { createHandler as createManage } from '../manage/handler.ts';
import { acceptBoth, toAccepted } from './accept.ts';
import { admit, isKnownOrigin } from './admit.ts';
import { declaredToOpenPages, nameSession } from './client-session.ts';
import { runOpen } from './run-open.ts';
import { findConnection } from './find-connection.ts';
import { createManageClient } from './manage-client.ts';
import { asksForSignIn, readMessages } from './read-messages.ts';
import { replyFailure } from './reply-failure.ts';
import { readService, type Service } from './service.ts';

const names = tools.map(({ name }) => name);
const open = new Set(tools.filter(({ need }) => need === 'nothing').map(({ name }) => name));
// A tool that does not exist is refused without a sign-in.
const isOpen = (name: string) => open.has(name) || !names.includes(name);

/** The `mcp` function of a service: the MCP server. */
export function createHandler(service: Service): Handle {
	const manage = createManage(service.manage);
	const protocol = createMcpHandler(({ authInfo }) => createServer(readSurroundings(authInfo)), {
		maxSubscriptions: 64,
		onerror: () => undefined,
	});
	const answer = async (request: Request, requestId: string): Promise<Response> => {
		admit(service, request);
		const { method, headers, url } = request;
		if (method !== 'POST' || !isJsonContentType(headers.get('content-type'))) {
			return protocol.fetch(request);
		}
		const { searchParams: query } = new URL(url);
		const always = query.get('auth') === 'required';
		query.delete('auth');
		const scope = readScope(query, names);
		const reply = async (caller: Caller | undefined, signal: AbortSignal) => {
			const parsedBody = await readMessages(request);
			if (!caller && (always || asksForSignIn(parsedBody, isOpen))) throw new SignInFirst();
			const surroundings: ServerOptions = {
				client: createManageClient(manage, caller, headers.get('x-forwarded-for'), signal),
				docsUrl: service.docsUrl,
				dashboardUrl: service.manage.dashboardUrl,
				packagesUrl: service.packagesUrl,
				scope,
				opensPages: declaredToOpenPages(headers),
				report: (error) => void logThrown(error, requestId),
			};
			const parsed = new Request(url, { method, headers: acceptBoth(headers), signal });
			const given = { parsedBody, authInfo: carry(surroundings) };
			const response = await toAccepted(headers, await protocol.fetch(parsed, given));
			const session = nameSession(parsedBody);
			if (session !== undefined) response.headers.set('mcp-session-id', session);
			return response;
		};
		const caller = await findConnection(service, request);
		if (caller) return reply(caller, request.signal);
		return runOpen(service, request, (signal) => reply(undefined, signal));
	};
	const app = createApp('mcp', {
		replyFailure: async (thrown, c) => {
			const response = await replyFailure(thrown, c.env.requestId);
			if (response.status === 401) {
				const refused = !(thrown instanceof SignInFirst);
				const challenge = challengeBearer(service.manage.apiUrl, 'mcp', c.req.url, refused);
				response.headers.set('www-authenticate', challenge);
			}
			return response;
		},
	});
	const url = `${service.manage.apiUrl}/mcp`;
	const discovery = {
		[serverCardPath]: [serverCardType, describeServerCard(url, service)],
		[serverJsonPath]: ['application/json', describeServerJson(url, service)],
		'/.well-known/mcp/catalog.json': ['application/json', describeCatalog(url)],
	} as const;
	for (const [path, [type, document]] of Object.entries(discovery)) {
		// Public, so any page may read it, unlike the routes below.
		app.use(path, cors({ allowMethods: ['GET'], allowHeaders: ['content-type'] }));
		app.get(path, () => {
			const response = replyJson(document);
			response.headers.set('content-type', type);
			response.headers.set('cache-control', 'public, max-age=3600');
			return response;
		});
	}
	app.use(
		cors({
			origin: (origin) => (isKnownOrigin(service.manage, origin) ? origin : null),
			allowMethods: ['POST'],
			allowHeaders: [
				'authorization',
				'content-type',
				'accept',
				'mcp-protocol-version',
				'mcp-method',
				'mcp-name',
				'mcp-session-id',
			],
			exposeHeaders: ['mcp-session-id', 'www-authenticate', 'retry-after', 'x-request-id'],
			maxAge: 86_400,
		}),
	);
	app.all('/.well-known/oauth-protected-resource', () =>
		replyJson(describeResource(service.manage.apiUrl, 'mcp', url)),
	);
	app.all('/', (c) => {
		c.header('x-content-type-options', 'nosniff');
		return answer(c.req.raw, c.env.requestId);
	});
	return toHandle(app, service.manage.clock);
}

/** A protected tool was called without a token: this starts the sign-in. */
class SignInFirst extends ServiceError {
	constructor() {
		super('unauthenticated');
	}
}

// The protocol creates a server for each request; its dependencies are passed as the authentication.
function carry(surroundings: ServerOptions): AuthInfo {
	return { token: '', clientId: '', scopes: [], extra: surroundings };
}

function readSurroundings(authInfo: AuthInfo | undefined): ServerOptions {
	return authInfo!.extra as ServerOptions;
}

/** The `mcp` function as the environment describes it. */
export const handle = startOnFirstRequest(() => createHandler(readService()), replyFailure);
