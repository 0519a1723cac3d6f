import { ServiceError } from '@feedback/contract';
import { cors } from 'hono/cors';

import { allowMethods, MethodNotAllowed } from '../_shared/http/allow-methods.ts';
import {
	createApp,
	startOnFirstRequest,
	toHandle,
	type AppContext,
	type Handle,
} from '../_shared/http/app.ts';
import { readJson } from '../_shared/http/body.ts';
import { requireSetting } from '../_shared/environment.ts';
import type { Database } from '../../../database/database.ts';
import { openCells } from '../_shared/open-cells.ts';
import { createPool, scopeOf } from '../_shared/pool.ts';
import { replyError, replyJson, RetryLater } from '../_shared/http/reply.ts';
import { findAddress } from '../_shared/http/address.ts';
import { answerDiagnostics } from './diagnostics.ts';
import { allowOrigin, anyOrigin, isForeign } from './origin.ts';
import { isReady as isDatabaseReady } from './readiness.ts';
import { explainRefusal } from './refusal.ts';
import { routes, type ParseRequest } from './routes.ts';
import { scriptPath } from './script.ts';
import { readService, type Service } from './service.ts';

/** The runtime's data about the connection. */
export type Connection = { remoteAddr?: object };

/** The `sdk` function over a service: the API for the browser SDK. */
export function createHandler(service: Service): Handle<Connection> {
	const clock = () => service.clock?.() ?? Date.now();
	const app = createApp<Connection>('sdk', { strict: true, replyFailure });
	// One handler for each method of a path, so that Hono calls it directly; other methods have none.
	for (const [path, parse] of routes) {
		app.options(path, preflight('POST'));
		const answer = (c: AppContext<Connection>) => answerPost(service, parse, c, clock());
		const isVisitors = path !== '/preview';
		app.post(path, isVisitors ? answer : (c) => answerPreview(service, c, () => answer(c)));
	}
	app.options(scriptPath, preflight('GET'));
	app.use(scriptPath, allowMethods('GET', 'HEAD'));
	app.get(scriptPath, (c) => service.serveScript(c.req.path, c.req.raw));
	app.get('/diagnostics', (c) =>
		answerDiagnostics(service, c.req.raw, addressOf(service, c), clock()),
	);
	app.notFound((c) => {
		const isKnown = routes.has(c.req.path);
		const error = isKnown ? new MethodNotAllowed(['POST']) : new ServiceError('not_found');
		return replyFailure(error, c);
	});
	return toHandle(app, clock);
}

// Only for preflights: they do not contain the site, and only a site's settings name the pages that may read a response.
function preflight(method: string) {
	return cors({
		origin: '*',
		allowMethods: [method],
		allowHeaders: ['content-type'],
		maxAge: 86_400,
	});
}

async function answerPost(
	service: Service,
	parse: ParseRequest,
	c: AppContext<Connection>,
	now: number,
): Promise<Response> {
	const request = c.req.raw;
	const { headers } = request;
	const address = addressOf(service, c);
	const wait = address === undefined ? 0 : service.buckets.take(address, now);
	if (wait > 0) throw new RetryLater(wait);
	const parsed = parse(await readJson(request, service.guards), service.guards);
	const scope = scopeOf(request);
	const site = await service.findSite(parsed.site, now);
	const sql = service.databaseOf({ siteId: site.siteId }).within(scope);
	const call = { service, sql, site, headers, address, now };
	const cors = allowOrigin(headers.get('origin'), site.settings.origins, () =>
		parsed.isMembers(call),
	);
	c.set('cors', cors);
	const result = await parsed.run(call);
	return replyJson(result.body, { ...cors, ...result.headers }, result.status);
}

// Visitors are limited by their site; anyone who opens a preview is not one of them.
function answerPreview(
	service: Service,
	c: AppContext<Connection>,
	answer: () => Promise<Response>,
): Promise<Response> {
	return service.open.run(addressOf(service, c) ?? 'unknown', c.req.raw, answer);
}

function addressOf(service: Service, c: AppContext<Connection>): string | undefined {
	const connected = (c.env.passed?.remoteAddr as { hostname?: string } | undefined)?.hostname;
	return findAddress(c.req.raw.headers, connected, service.trustedProxies);
}

function replyFailure(thrown: unknown, c: AppContext<Connection>): Response {
	const error = explainRefusal(thrown);
	const cors = isForeign(error) ? { vary: 'origin' } : (c.get('cors') ?? anyOrigin);
	return replyError(error, c.env.requestId, cors);
}

/**
 * Whether this function can record and decide now, in home or in a cell: visitors of the others do not wait for one that
 * is down. Called only in a server's own process.
 */
export async function isReady(): Promise<boolean> {
	readiness ??= openReadiness();
	const ready = await Promise.all(readiness.map(isDatabaseReady));
	return ready.includes(true);
}

let readiness: Database[] | undefined;

function openReadiness(): Database[] {
	const open = (url: string) => createPool(url, 'readiness', { size: 1, deadlineMs: 1_000 });
	const home = open(requireSetting('FEEDBACK_INGEST_URL'));
	return [home, ...openCells('FEEDBACK_INGEST_CELLS', open).values()];
}

/** The `sdk` function as the environment describes it. */
export const handle = startOnFirstRequest(
	() => createHandler(readService()),
	(error, requestId) => replyError(error, requestId, anyOrigin),
);
