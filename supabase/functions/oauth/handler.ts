import { pathBelow } from '../_shared/path.ts';
import { scopeOf } from '../_shared/pool.ts';
import { describeResource, resourceNames } from '../_shared/protected-resource.ts';
import { replyError, replyJson, RetryLater } from '../_shared/reply.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { findAddress } from '../_shared/address.ts';
import { authorize } from './authorize.ts';
import { findCaller, type Caller } from './caller.ts';
import { beginDevice } from './device.ts';
import { describeServer } from './metadata.ts';
import { OAuthError, replyOAuthError } from './oauth-error.ts';
import { register } from './register.ts';
import { revoke } from './revoke.ts';
import { readService, type Service } from './service.ts';
import { issueTokens } from './token.ts';

type Answer = (
	caller: Caller,
	request: Request,
	headers: Record<string, string>,
) => Response | Promise<Response>;

type Endpoint = { method: 'GET' | 'POST'; answer: Answer };

const server: Endpoint = {
	method: 'GET',
	answer: ({ service }, _, headers) => replyDocument(describeServer(service), headers),
};

const endpoints = new Map<string, Endpoint>([
	['/.well-known/oauth-authorization-server', server],
	['/.well-known/openid-configuration', server],
	...resourceNames.map((name): [string, Endpoint] => [
		`/.well-known/oauth-protected-resource/${name}`,
		{
			method: 'GET',
			answer: ({ service }, _, headers) =>
				replyDocument(describeResource(service.apiUrl, name), headers),
		},
	]),
	['/jwks', { method: 'GET', answer: (_, __, headers) => replyDocument({ keys: [] }, headers) }],
	['/authorize', { method: 'GET', answer: authorize }],
	['/token', { method: 'POST', answer: issueTokens }],
	['/device', { method: 'POST', answer: beginDevice }],
	['/register', { method: 'POST', answer: register }],
	['/revoke', { method: 'POST', answer: revoke }],
]);

/** The `oauth` function over a service: the authorization server. Always resolves, never with HTML. */
export function createHandler(service: Service) {
	return async function handle(request: Request): Promise<Response> {
		const now = service.clock();
		const requestId = mintUuidv7(now);
		// No cookies here, and nothing that a page could not ask for by itself: every page may read the answers.
		const headers: Record<string, string> = {
			'access-control-allow-origin': '*',
			'access-control-expose-headers': 'retry-after, x-request-id',
			'x-request-id': requestId,
		};
		if (request.method === 'OPTIONS') return replyPreflight(headers);
		try {
			const { method, answer } = findEndpoint(request);
			if (request.method !== method) {
				headers['allow'] = `${method}, OPTIONS`;
				throw new OAuthError('invalid_request', `Use ${method}.`, { status: 405 });
			}
			admit(service, request, now);
			const sql = service.sql.within(scopeOf(request));
			const caller = findCaller({ ...service, sql }, request.headers, now);
			return await answer(caller, request, headers);
		} catch (thrown) {
			return replyOAuthError(thrown, requestId, headers);
		}
	};
}

function findEndpoint(request: Request): Endpoint {
	const path = pathBelow('oauth', request.url)?.replace(/(?<=.)\/$/, '') ?? '';
	const found = endpoints.get(path);
	if (found) return found;
	throw new OAuthError('invalid_request', 'There is no such address.', { status: 404 });
}

function admit(service: Service, request: Request, now: number): void {
	const address = findAddress(request.headers, undefined, service.trustedProxies) ?? 'unknown';
	const seconds = service.buckets.take(address, now);
	if (seconds > 0) throw new RetryLater(seconds);
}

function replyDocument(document: unknown, headers: HeadersInit): Response {
	const response = replyJson(document, headers);
	response.headers.set('cache-control', 'public, max-age=300');
	return response;
}

function replyPreflight(headers: HeadersInit): Response {
	return new Response(null, {
		status: 204,
		headers: {
			...headers,
			'access-control-allow-methods': 'GET, POST',
			'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
			'access-control-max-age': '86400',
		},
	});
}

let handler: ReturnType<typeof createHandler> | undefined;

/** The `oauth` function as the environment describes it. */
export async function handle(request: Request): Promise<Response> {
	try {
		handler ??= createHandler(readService());
	} catch (error) {
		return replyError(error, mintUuidv7(Date.now()));
	}
	return handler(request);
}
