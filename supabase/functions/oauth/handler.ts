import { cors } from 'hono/cors';

import { allowMethods } from '../_shared/http/allow-methods.ts';
import { createApp, startOnFirstRequest, toHandle, type Handle } from '../_shared/http/app.ts';
import { scopeOf } from '../_shared/pool.ts';
import { describeResource, resourceNames } from '../_shared/http/protected-resource.ts';
import { replyError, replyJson, RetryLater } from '../_shared/http/reply.ts';
import { findAddress } from '../_shared/http/address.ts';
import { authorize } from './authorize.ts';
import { findCaller, type Caller } from './caller.ts';
import { beginDevice } from './device.ts';
import { describeServer } from './metadata.ts';
import { replyOAuthError } from './oauth-error.ts';
import { register } from './register.ts';
import { revoke } from './revoke.ts';
import { readService, type Service } from './service.ts';
import { issueTokens } from './token.ts';

type Endpoint = {
	method: 'GET' | 'POST';
	answer(caller: Caller, request: Request): Response | Promise<Response>;
};

const server: Endpoint = {
	method: 'GET',
	answer: ({ service }) => replyDocument(describeServer(service)),
};

const endpoints = new Map<string, Endpoint>([
	['/.well-known/oauth-authorization-server', server],
	['/.well-known/openid-configuration', server],
	...resourceNames.map((name): [string, Endpoint] => [
		`/.well-known/oauth-protected-resource/${name}`,
		{
			method: 'GET',
			answer: ({ service }, { url }) => replyDocument(describeResource(service.apiUrl, name, url)),
		},
	]),
	['/jwks', { method: 'GET', answer: () => replyDocument({ keys: [] }) }],
	['/authorize', { method: 'GET', answer: authorize }],
	['/token', { method: 'POST', answer: issueTokens }],
	['/device', { method: 'POST', answer: beginDevice }],
	['/register', { method: 'POST', answer: register }],
	['/revoke', { method: 'POST', answer: revoke }],
]);

/** The `oauth` function of a service: the authorization server. It never responds with HTML. */
export function createHandler(service: Service): Handle {
	const app = createApp('oauth', {
		replyFailure: (thrown, c) => replyOAuthError(thrown, c.env.requestId),
	});
	// Every page may read the responses: there are no cookies, and nothing that a page could not request anyway.
	app.use(
		cors({
			origin: '*',
			allowMethods: ['GET', 'POST'],
			allowHeaders: ['authorization', 'content-type', 'mcp-protocol-version'],
			exposeHeaders: ['retry-after', 'x-request-id'],
			maxAge: 86_400,
		}),
	);
	for (const [path, { method, answer }] of endpoints) {
		app.use(path, allowMethods(method));
		app.on(method, path, async (c) => {
			const now = service.clock();
			const request = c.req.raw;
			const address = addressOf(service, request);
			const seconds = service.buckets.take(address, now);
			if (seconds > 0) throw new RetryLater(seconds);
			const home = service.home.within(scopeOf(request));
			const caller = findCaller({ ...service, home }, request.headers, now);
			const response = await service.open.run(address, request, () => answer(caller, request));
			// A person's browser is redirected; scripts cannot see the target.
			if (response.status === 302) c.header('access-control-allow-origin', undefined);
			return response;
		});
	}
	return toHandle(app, service.clock);
}

function addressOf({ trustedProxies }: Service, { headers }: Request): string {
	return findAddress(headers, undefined, trustedProxies) ?? 'unknown';
}

function replyDocument(document: unknown): Response {
	const response = replyJson(document);
	response.headers.set('cache-control', 'public, max-age=300');
	return response;
}

/** The `oauth` function as the environment describes it. */
export const handle = startOnFirstRequest(() => createHandler(readService()), replyError);
