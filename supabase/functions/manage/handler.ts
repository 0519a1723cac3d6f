import { routes, ServiceError, type Route } from '@feedback/contract';

import { findAddress, hashCallerAddress } from '../_shared/address.ts';
import { findCaller, type Caller } from '../_shared/caller.ts';
import { pathBelow } from '../_shared/path.ts';
import { scopeOf } from '../_shared/pool.ts';
import { challengeBearer, describeResource } from '../_shared/protected-resource.ts';
import { replyError, replyJson, RetryLater } from '../_shared/reply.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import type { AnyOperation, Open, Streamed, Transacted } from './operation.ts';
import { operations } from './operations.ts';
import { perform, type Call } from './perform.ts';
import { readInput, readKey } from './read-input.ts';
import { explainRefusal } from './refusal.ts';
import { matchRoute } from './router.ts';
import { readService, type Service } from './service.ts';
import { replyStream } from './stream.ts';

/**
 * The `manage` function over a service: the management API. Always resolves. Whoever knows the caller already
 * says so, and no token is looked at.
 */
export function createHandler(service: Service) {
	return async function handle(request: Request, caller?: Caller): Promise<Response> {
		const requestId = mintUuidv7(service.clock());
		const headers = { ...allowDashboard(service, request), 'x-request-id': requestId };
		if (request.method === 'OPTIONS') return replyPreflight(headers);
		try {
			return await answer(service, request, caller, headers);
		} catch (thrown) {
			if (thrown instanceof WrongMethod) Object.assign(headers, { allow: thrown.allow });
			if (thrown instanceof ServiceError && thrown.code === 'unauthenticated') {
				const refused = request.headers.has('authorization');
				const challenge = challengeBearer(service.apiUrl, 'manage', refused);
				Object.assign(headers, { 'www-authenticate': challenge });
			}
			return replyError(explainRefusal(thrown), requestId, headers);
		}
	};
}

async function answer(
	service: Service,
	request: Request,
	known: Caller | undefined,
	headers: Record<string, string>,
): Promise<Response> {
	const path = pathBelow('manage', request.url) ?? '';
	if (path === '/.well-known/oauth-protected-resource') {
		return replyJson(describeResource(service.apiUrl, 'manage'), headers);
	}
	const match = matchRoute(request.method, path);
	if (!match) throw new ServiceError('not_found');
	if ('allow' in match) throw new WrongMethod(match.allow);
	const { name } = match;
	const route: Route = routes[name];
	const operation = operations[name] as AnyOperation;
	const person = await admit(forRequest(service, request), request, known, route);
	const input = await readInput(route, match.params, request);
	if (!person) {
		return replyJson((operation as Open<'validatePrompt'>).run(input as never), headers);
	}
	const key = readKey(route, request);
	const seen = findAddress(request.headers, undefined, service.trustedProxies);
	const address = seen === undefined ? null : hashCallerAddress(service.keyring, seen);
	const { signal } = request;
	const call: Call = { service, person, name, route, input, key, address, signal };
	if (operation.access === 'stream') {
		return replyStream(call, operation as Streamed<'exportResponses'>, headers);
	}
	// The time begins when the body is there: a slow upload does not use it up.
	const timed = { ...call, service: forRequest(service, request) };
	return replyJson(await perform(timed, operation as Transacted<'renameSite'>), headers);
}

function forRequest(service: Service, request: Request): Service {
	return { ...service, sql: service.sql.within(scopeOf(request)) };
}

/**
 * Who calls; `undefined` where nobody has to say. Throws when they call too often, or when a connection asks
 * for what only people may.
 */
async function admit(
	service: Service,
	request: Request,
	known: Caller | undefined,
	{ need }: Route,
): Promise<Caller | undefined> {
	const now = service.clock();
	const resource = `${service.apiUrl}/manage`;
	const person =
		need === 'nothing'
			? undefined
			: (known ?? (await findCaller({ ...service, resource }, request, now)));
	const address = findAddress(request.headers, undefined, service.trustedProxies) ?? 'unknown';
	const seconds = service.buckets.take(person?.connection ?? person?.id ?? address, now);
	if (seconds > 0) throw new RetryLater(seconds);
	if (need === 'person' && person?.connection !== undefined) {
		throw new ServiceError('forbidden', {
			message: 'Only a person may do this, in the dashboard.',
			hint: service.dashboardUrl,
		});
	}
	return person;
}

class WrongMethod extends ServiceError {
	readonly allow: string;

	constructor(methods: string[]) {
		super('method_not_allowed');
		this.allow = [...methods, 'OPTIONS'].join(', ');
	}
}

function allowDashboard(service: Service, request: Request): Record<string, string> {
	const origin = request.headers.get('origin');
	if (origin === null || !service.origins.includes(origin)) return { vary: 'origin' };
	return {
		vary: 'origin',
		'access-control-allow-origin': origin,
		'access-control-expose-headers':
			'content-disposition, retry-after, www-authenticate, x-request-id',
	};
}

function replyPreflight(headers: Record<string, string>): Response {
	return new Response(null, {
		status: 204,
		headers: {
			...headers,
			'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
			'access-control-allow-headers': 'authorization, content-type, idempotency-key',
			'access-control-max-age': '86400',
		},
	});
}

let handler: ReturnType<typeof createHandler> | undefined;

/** The `manage` function as the environment describes it. */
export async function handle(request: Request): Promise<Response> {
	try {
		handler ??= createHandler(readService());
	} catch (error) {
		return replyError(error, mintUuidv7(Date.now()));
	}
	return handler(request);
}
