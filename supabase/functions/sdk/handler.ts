import { ServiceError } from '@feedback/contract';

import { readJson } from '../_shared/body.ts';
import { pathBelow } from '../_shared/path.ts';
import { scopeOf } from '../_shared/pool.ts';
import { replyError, replyJson, RetryLater } from '../_shared/reply.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { findAddress } from '../_shared/address.ts';
import { allowOrigin, anyOrigin, replyPreflight } from './origin.ts';
import { explainRefusal } from './refusal.ts';
import { routes, type Prepare } from './routes.ts';
import { isScriptPath } from './script.ts';
import { readService, type Service } from './service.ts';

/** What the runtime knows of the connection. */
export type Connection = { remoteAddr?: object };

/** The `sdk` function over a service: what the browser SDK talks to. Always resolves. */
export function createHandler(service: Service) {
	return async function handle(request: Request, connection: Connection = {}): Promise<Response> {
		const now = service.clock?.() ?? Date.now();
		const requestId = mintUuidv7(now);
		const cors = { ...anyOrigin, 'x-request-id': requestId };
		try {
			const path = pathBelow('sdk', request.url);
			if (path !== undefined && isScriptPath(path)) {
				if (request.method === 'OPTIONS') return replyPreflight('GET');
				if (!isRead(request.method)) return refuseMethod(requestId, 'GET, HEAD, OPTIONS');
				return await service.serveScript(path, request);
			}
			const prepare = routes.get(path ?? '');
			if (!prepare) throw new ServiceError('not_found');
			if (request.method === 'OPTIONS') return replyPreflight('POST');
			if (request.method !== 'POST') return refuseMethod(requestId, 'POST, OPTIONS');
			return await answerPost(service, prepare, request, connection, now, cors);
		} catch (thrown) {
			const error = explainRefusal(thrown);
			return replyError(error, requestId, leaveOutOrigin(error, cors));
		}
	};
}

async function answerPost(
	service: Service,
	prepare: Prepare,
	request: Request,
	connection: Connection,
	now: number,
	cors: Record<string, string>,
): Promise<Response> {
	const { headers } = request;
	const connected = (connection.remoteAddr as { hostname?: string } | undefined)?.hostname;
	const address = findAddress(headers, connected, service.trustedProxies);
	const wait = address === undefined ? 0 : service.buckets.take(address, now);
	if (wait > 0) throw new RetryLater(wait);
	const prepared = prepare(await readJson(request, service.guards), service.guards);
	const sql = service.sql.within(scopeOf(request));
	const site = await service.findSite(prepared.site, now);
	Object.assign(cors, allowOrigin(headers.get('origin'), site.settings.origins));
	const told = await prepared.run({ service, sql, site, headers, address, now });
	return replyJson(told.body, { ...cors, ...told.headers }, told.status);
}

function isRead(method: string): boolean {
	return method === 'GET' || method === 'HEAD';
}

function refuseMethod(requestId: string, allow: string): Response {
	return replyError(new ServiceError('method_not_allowed'), requestId, { ...anyOrigin, allow });
}

// A page that is not on the list must not read the answer, not even this one.
function leaveOutOrigin(error: unknown, cors: Record<string, string>): Record<string, string> {
	if (!(error instanceof ServiceError) || error.code !== 'origin_not_allowed') return cors;
	return { 'x-request-id': cors['x-request-id']!, vary: 'origin' };
}

let handler: ReturnType<typeof createHandler> | undefined;

/** The `sdk` function as the environment describes it. */
export async function handle(request: Request, connection?: Connection): Promise<Response> {
	try {
		handler ??= createHandler(readService());
	} catch (error) {
		return replyError(error, mintUuidv7(Date.now()), anyOrigin);
	}
	return handler(request, connection);
}
