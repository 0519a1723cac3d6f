import {
	findPersonPage,
	routes,
	ServiceError,
	type Route,
	type RouteName,
} from '@feedback/contract';
import { cors } from 'hono/cors';

import { allowMethods } from '../_shared/http/allow-methods.ts';
import {
	createApp,
	startOnFirstRequest,
	toHandle,
	type AppContext,
	type Handle,
} from '../_shared/http/app.ts';
import { findAddress, hashCallerAddress } from '../_shared/http/address.ts';
import { findCaller, type Caller } from '../_shared/caller/caller.ts';
import { scopeOf } from '../_shared/pool.ts';
import type { CallScope } from '../../../database/connection-pool.ts';
import { challengeBearer, describeResource } from '../_shared/http/protected-resource.ts';
import { replyError, replyJson, RetryLater } from '../_shared/http/reply.ts';
import { placeOf } from './operation/authorize.ts';
import { findLocator } from './operation/find-locator.ts';
import { replyFile } from './operation/file.ts';
import type { ManageRequest } from './operation/manage-request.ts';
import type { OpenName } from './operation/operation.ts';
import { runOperation } from './operation/run-operation.ts';
import { callsOut, isFiled, isOpen, isStreamed, open } from './operations.ts';
import { presenceHeader } from './operation/presence.ts';
import { runCallingOut } from './operation/run-calling-out.ts';
import { readInput, readKey } from './operation/read-input.ts';
import { readSharedResults } from './result-links/read-shared-results.ts';
import { resolvePrompt } from './operation/resolve-prompt.ts';
import { explainRefusal } from './operation/refusal.ts';
import { readService, type Service } from './service.ts';
import { replyStream } from './operation/stream.ts';

/** Says which database answered, `replica` or `primary`, where a replica is configured and may have. */
const readFromHeader = 'feedback-read-from';

/** A caller that another function of this process has already authenticated; no token is checked then. */
export type Known = { caller?: Caller };

/** The `manage` function over a service: the management API. */
export function createHandler(service: Service): Handle<Known> {
	const app = createApp<Known>('manage', {
		replyFailure: (thrown, c) => replyFailure(service, thrown, c),
	});
	app.use(
		cors({
			origin: (origin) => (service.origins.includes(origin) ? origin : null),
			allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
			allowHeaders: ['authorization', 'content-type', 'idempotency-key', presenceHeader],
			exposeHeaders: [
				'content-disposition',
				readFromHeader,
				'retry-after',
				'www-authenticate',
				'x-request-id',
			],
			maxAge: 86_400,
		}),
	);
	app.all('/.well-known/oauth-protected-resource', () =>
		replyJson(describeResource(service.apiUrl, 'manage', `${service.apiUrl}/manage`)),
	);
	app.use('/shared-results', allowMethods('GET'));
	app.get('/shared-results', async (c) => {
		limitRate(service, c.req.raw);
		const read = () => readSharedResults(forRequest(service, c.req.raw), c.req.raw);
		return replyJson(await service.open.run(addressOf(service, c.req.raw), c.req.raw, read));
	});
	for (const [path, methods] of listMethods()) app.use(path, allowMethods(...methods));
	for (const name of Object.keys(routes) as RouteName[]) {
		const { method, path } = routes[name];
		app.on(method, toPattern(path), (c) => answer(service, name, c));
	}
	return toHandle(app, service.clock);
}

/** The methods of each path of the contract, as a pattern. */
function listMethods(): Map<string, string[]> {
	const methods = new Map<string, string[]>();
	for (const { method, path } of Object.values<Route>(routes)) {
		const pattern = toPattern(path);
		methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
	}
	return methods;
}

/** `/sites/{site}` as Hono writes it: `/sites/:site`. */
function toPattern(path: string): string {
	return path.replace(/\{(\w+)\}/g, ':$1');
}

async function answer(service: Service, name: RouteName, c: AppContext<Known>): Promise<Response> {
	if (isOpen(name)) return answerOpen(service, name, c);
	if (isFiled(name)) return replyFile(await parseRequest(service, name, c));
	if (isStreamed(name)) return replyStream(await parseRequest(service, name, c), c.env.requestId);
	if (callsOut(name)) return replyJson(await runCallingOut(await parseRequest(service, name, c)));
	const request = await parseRequest(service, name, c);
	// The deadline starts once the body has arrived, so a slow upload does not use it up.
	const scope = scopeOf(c.req.raw);
	const reads = request.reads.within(scope);
	const output = await runOperation({ ...request, service: withinScope(service, scope), reads });
	const { answeredBy } = reads;
	return replyJson(output, answeredBy && { [readFromHeader]: answeredBy });
}

async function answerOpen<Name extends OpenName>(
	service: Service,
	name: Name,
	c: AppContext<Known>,
): Promise<Response> {
	const request = c.req.raw;
	limitRate(service, request);
	return service.open.run(addressOf(service, request), request, async (signal) => {
		const input = await readInput(name, c.req.param(), request);
		signal.throwIfAborted();
		return replyJson(open[name].run(input));
	});
}

async function parseRequest<Name extends RouteName>(
	service: Service,
	name: Name,
	c: AppContext<Known>,
): Promise<ManageRequest<Name>> {
	const request = c.req.raw;
	const route: Route = routes[name];
	const known = c.env.passed?.caller;
	const person = await admit(forRequest(service, request), request, known);
	if (route.need === 'person' && person.connection !== undefined) {
		throw refuseConnection(service, name, c.req.param());
	}
	const given = await readInput(name, c.req.param(), request);
	const input = await resolvePrompt(forRequest(service, request), person, given);
	const key = readKey(route, request);
	const seen = findAddress(request.headers, undefined, service.trustedProxies);
	const address = seen === undefined ? null : hashCallerAddress(service.keyring, seen);
	const { signal } = request;
	const presence = request.headers.get(presenceHeader) ?? undefined;
	const place = placeOf(input);
	const locator = await findLocator(forRequest(service, request), { person, name, place, input });
	const reads = service.readsOf(locator);
	return {
		service,
		person,
		name,
		route,
		place,
		locator,
		reads,
		input,
		key,
		presence,
		address,
		signal,
	};
}

function replyFailure(service: Service, thrown: unknown, c: AppContext<Known>): Response {
	const explained = explainRefusal(thrown);
	if (explained instanceof ServiceError && explained.code === 'unauthenticated') {
		const refused = c.req.header('authorization') !== undefined;
		c.header(
			'www-authenticate',
			challengeBearer(service.apiUrl, 'manage', `${service.apiUrl}/manage`, refused),
		);
	}
	return replyError(explained, c.env.requestId);
}

function forRequest(service: Service, request: Request): Service {
	return withinScope(service, scopeOf(request));
}

function withinScope(service: Service, scope: CallScope): Service {
	return { ...service, databaseOf: (locator) => service.databaseOf(locator).within(scope) };
}

/** Returns the caller. Throws when the caller exceeds the rate limit. */
async function admit(
	service: Service,
	request: Request,
	known: Caller | undefined,
): Promise<Caller> {
	const now = service.clock();
	const resource = `${service.apiUrl}/manage`;
	const person = known ?? (await authenticate({ ...service, resource }, request, now));
	limitRate(service, request, person.connection ?? person.id);
	return person;
}

/** The error of a connection that calls what only people may do: it names the page where they do it. */
function refuseConnection(
	{ dashboardUrl }: Service,
	name: RouteName,
	params: Record<string, string>,
): ServiceError {
	const { summary } = routes[name];
	return new ServiceError('forbidden', {
		message: `Only a person may do this, in the dashboard: ${summary}`,
		hint: `Ask a person to do it at ${dashboardUrl}${findPersonPage(name, params)}`,
	});
}

/**
 * Returns the caller. Each token of a connection is looked up in the database, so an address that sent many invalid
 * ones has to wait before its next one is. Callers without a known address are not limited.
 */
async function authenticate(
	service: Service & { resource: string },
	request: Request,
	now: number,
): Promise<Caller> {
	const { headers } = request;
	const isConnection = /^Bearer fbt_/i.test(headers.get('authorization') ?? '');
	const address = isConnection
		? findAddress(headers, undefined, service.trustedProxies)
		: undefined;
	if (address === undefined) return findCaller(service, request, now);
	const seconds = service.failures.wait(address, now);
	if (seconds > 0) throw new RetryLater(seconds);
	return findCaller(service, request, now).catch((cause: unknown) => {
		if (cause instanceof ServiceError && cause.code === 'unauthenticated') {
			service.failures.take(address, now);
		}
		throw cause;
	});
}

/** Throws when the caller, or an address without one, exceeds the rate limit. */
function limitRate(service: Service, request: Request, caller?: string): void {
	const key = caller ?? addressOf(service, request);
	const seconds = service.buckets.take(key, service.clock());
	if (seconds > 0) throw new RetryLater(seconds);
}

function addressOf({ trustedProxies }: Service, { headers }: Request): string {
	return findAddress(headers, undefined, trustedProxies) ?? 'unknown';
}

const start = startOnFirstRequest(() => createHandler(readService()), replyError);

/** The `manage` function, configured by the environment. A runtime does not identify the caller. */
export function handle(request: Request): Promise<Response> {
	return start(request);
}
