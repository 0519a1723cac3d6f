import { backendRequestSchema, limits, parseInput } from '@feedback/contract';
import { cors } from 'hono/cors';

import { findAddress } from '../_shared/http/address.ts';
import { allowMethods } from '../_shared/http/allow-methods.ts';
import {
	createApp,
	startOnFirstRequest,
	toHandle,
	type AppContext,
	type Handle,
} from '../_shared/http/app.ts';
import { readJson } from '../_shared/http/body.ts';
import type { DatabaseOf } from '../_shared/databases.ts';
import { scopeOf } from '../_shared/pool.ts';
import { replyError, replyJson, RetryLater } from '../_shared/http/reply.ts';
import { explainRefusal } from '../sdk/refusal.ts';
import { authenticate } from './authenticate.ts';
import { recordItems } from './record-items.ts';
import { poolSize, readService, type Service } from './service.ts';
import type { BackendResponse } from '../../../contract/src/wire.ts';

const { bytes, body: counts } = limits.backend;
const bounds = { bytes, depth: limits.request.depth, ...counts };

/** The runtime's data about the connection. */
type Connection = { remoteAddr?: object };

/** The `events` function over a service: the API for the app's backend. */
export function createHandler(service: Service): Handle<Connection> {
	const clock = () => service.clock?.() ?? Date.now();
	const app = createApp<Connection>('events', {
		replyFailure: (thrown, c) => replyFailure(thrown, c.env.requestId),
	});
	// Without the preflight, a page's request would not arrive, and the key's owners would not be notified.
	app.options(
		'/',
		cors({ origin: '*', allowMethods: ['POST'], allowHeaders: ['authorization', 'content-type'] }),
	);
	app.use('/', allowMethods('POST'));
	app.post('/', (c) => answer(service, c, clock()));
	return toHandle(app, clock);
}

async function answer(service: Service, c: AppContext<Connection>, now: number): Promise<Response> {
	const request = c.req.raw;
	const scope = scopeOf(request);
	const databaseOf: DatabaseOf = (locator) => service.databaseOf(locator).within(scope);
	const within = { ...service, databaseOf };
	const { key, site } = await authenticate(within, request, addressOf(service, c), now);
	const body = await readJson(request, service.guards, bounds);
	const { events, identify } = parseInput(backendRequestSchema, body);
	const items = (events?.length ?? 0) + (identify?.length ?? 0);
	const wait = service.items.take(key, now, items);
	if (wait > 0) throw new RetryLater(wait);
	const at = service.clock ? new Date(now) : null;
	const sql = databaseOf({ site });
	const recording = { sql, guards: service.guards, site, now: at, concurrency: poolSize };
	const recorded = await recordItems(recording, { events, identify });
	return replyJson({ ...recorded, now: clockOf(service) } satisfies BackendResponse);
}

const clockOf = (service: Service) => service.clock?.() ?? Date.now();

function addressOf(service: Service, c: AppContext<Connection>): string | undefined {
	const connected = (c.env.passed?.remoteAddr as { hostname?: string } | undefined)?.hostname;
	return findAddress(c.req.raw.headers, connected, service.trustedProxies);
}

// Readable by the page that is refused, so that its developer sees the reason.
function replyFailure(thrown: unknown, requestId: string): Response {
	return replyError(explainRefusal(thrown), requestId, { 'access-control-allow-origin': '*' });
}

/** The `events` function as the environment describes it. */
export const handle = startOnFirstRequest(() => createHandler(readService()), replyFailure);
