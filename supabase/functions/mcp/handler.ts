import { createMcpHandler, isJsonContentType, type AuthInfo } from '@modelcontextprotocol/server';
import { createServer, readScope, tools, type Surroundings } from '@feedback/mcp';
import { ServiceError } from '@feedback/contract';

import { pathBelow } from '../_shared/path.ts';
import { challengeBearer, describeResource } from '../_shared/protected-resource.ts';
import { logThrown, replyJson } from '../_shared/reply.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { createHandler as createManage } from '../manage/handler.ts';
import { admit, isKnownOrigin } from './admit.ts';
import { findConnection } from './find-connection.ts';
import { createManageClient } from './manage-client.ts';
import { asksForSignIn, readMessages } from './read-messages.ts';
import { replyFailure } from './reply-failure.ts';
import { readService, type Service } from './service.ts';

const names = tools.map(({ name }) => name);
const open = new Set(tools.filter(({ need }) => need === 'nothing').map(({ name }) => name));
// A tool that does not exist needs no sign-in to be refused.
const isOpen = (name: string) => open.has(name) || !names.includes(name);

/** The `mcp` function over a service: the MCP server. Always resolves. */
export function createHandler(service: Service) {
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
		const parsedBody = await readMessages(request);
		const caller = await findConnection(service, request);
		if (!caller && (always || asksForSignIn(parsedBody, isOpen))) throw new SignInFirst();
		const surroundings: Surroundings = {
			client: createManageClient(manage, caller, headers.get('x-forwarded-for'), request.signal),
			docsUrl: service.docsUrl,
			dashboardUrl: service.manage.dashboardUrl,
			scope,
			report: (error) => void logThrown(error, requestId),
		};
		return protocol.fetch(request, { parsedBody, authInfo: carry(surroundings) });
	};
	return async function handle(request: Request): Promise<Response> {
		const requestId = mintUuidv7(service.manage.clock());
		const headers = { 'x-request-id': requestId, ...allowOrigin(service, request) };
		const path = pathBelow('mcp', request.url);
		if (request.method === 'OPTIONS') return replyPreflight(headers);
		if (path === '/.well-known/oauth-protected-resource') {
			return replyJson(describeResource(service.manage.apiUrl, 'mcp'), headers);
		}
		try {
			if (path !== '/') throw new ServiceError('not_found');
			return withHeaders(await answer(request, requestId), headers);
		} catch (thrown) {
			const response = await replyFailure(thrown, requestId, headers);
			if (response.status === 401) {
				const refused = !(thrown instanceof SignInFirst);
				const challenge = challengeBearer(service.manage.apiUrl, 'mcp', refused);
				response.headers.set('www-authenticate', challenge);
			}
			return response;
		}
	};
}

/** A protected tool was called without a token: here the sign-in begins. */
class SignInFirst extends ServiceError {
	constructor() {
		super('unauthenticated');
	}
}

// The protocol makes a server for each request; what it is made from rides along as its authentication.
function carry(surroundings: Surroundings): AuthInfo {
	return { token: '', clientId: '', scopes: [], extra: surroundings };
}

function readSurroundings(authInfo: AuthInfo | undefined): Surroundings {
	return authInfo!.extra as Surroundings;
}

function allowOrigin({ manage }: Service, request: Request): Record<string, string> {
	const origin = request.headers.get('origin');
	if (origin === null || !isKnownOrigin(manage, origin)) return { vary: 'origin' };
	return {
		vary: 'origin',
		'access-control-allow-origin': origin,
		'access-control-expose-headers': 'www-authenticate, retry-after, x-request-id',
	};
}

function replyPreflight(headers: HeadersInit): Response {
	const response = new Response(null, { status: 204, headers });
	response.headers.set('access-control-allow-methods', 'POST');
	response.headers.set(
		'access-control-allow-headers',
		'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id',
	);
	response.headers.set('access-control-max-age', '86400');
	return response;
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
	const answered = new Response(response.body, response);
	for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value);
	answered.headers.set('x-content-type-options', 'nosniff');
	return answered;
}

let handler: ReturnType<typeof createHandler> | undefined;

/** The `mcp` function as the environment describes it. */
export async function handle(request: Request): Promise<Response> {
	try {
		handler ??= createHandler(readService());
	} catch (error) {
		return replyFailure(error, mintUuidv7(Date.now()));
	}
	return handler(request);
}
