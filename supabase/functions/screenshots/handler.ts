import { limits } from '@feedback/contract';
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
import { scopeOf } from '../_shared/pool.ts';
import { replyError, replyJson, RetryLater } from '../_shared/http/reply.ts';
import { allowOrigin, anyOrigin, isForeign } from '../sdk/origin.ts';
import { explainRefusal } from '../sdk/refusal.ts';
import { readUpload } from './read-upload.ts';
import { receiveScreenshot } from './receive-screenshot.ts';
import { readService, type Service } from './service.ts';

/** The runtime's data about the connection. */
type Connection = { remoteAddr?: object };

/** The `screenshots` function over a service: `POST /` receives a picture of a visitor. */
export function createHandler(service: Service): Handle<Connection> {
	const clock = () => service.clock?.() ?? Date.now();
	const app = createApp<Connection>('screenshots', { replyFailure });
	const limitUploads = createUploadLimit(limits.screenshot.atOnce);
	app.options(
		'/',
		cors({ origin: '*', allowMethods: ['POST'], allowHeaders: ['content-type'], maxAge: 86_400 }),
	);
	app.use('/', allowMethods('POST'));
	app.post('/', async (c) => {
		limitRate(service, c, clock());
		return limitUploads(() => answer(service, c, clock()));
	});
	return toHandle(app, clock);
}

async function answer(service: Service, c: AppContext<Connection>, now: number): Promise<Response> {
	const request = c.req.raw;
	const upload = await readUpload(request, service.guards);
	// The deadline starts once the body has arrived.
	const scope = scopeOf(request);
	const site = await service.findSite(upload.request.site, now);
	const sql = service.databaseOf({ siteId: site.siteId }).within(scope);
	// Only a page that received a display has a secret.
	const headers = allowOrigin(request.headers.get('origin'), site.settings.origins, () => true);
	c.set('cors', headers);
	return replyJson(await receiveScreenshot(service, sql, site, upload), headers, 201);
}

function limitRate(service: Service, c: AppContext<Connection>, now: number): void {
	const connected = (c.env.passed?.remoteAddr as { hostname?: string } | undefined)?.hostname;
	const address = findAddress(c.req.raw.headers, connected, service.trustedProxies);
	const wait = address === undefined ? 0 : service.buckets.take(address, now);
	if (wait > 0) throw new RetryLater(wait);
}

/** Refuses what would need more memory at once than this number of uploads. */
function createUploadLimit(most: number) {
	let underWay = 0;
	return async function limit(run: () => Promise<Response>): Promise<Response> {
		if (underWay >= most) throw new RetryLater(1);
		underWay++;
		try {
			return await run();
		} finally {
			underWay--;
		}
	};
}

function replyFailure(thrown: unknown, c: AppContext<Connection>): Response {
	const error = explainRefusal(thrown);
	const headers = isForeign(error) ? { vary: 'origin' } : (c.get('cors') ?? anyOrigin);
	return replyError(error, c.env.requestId, headers);
}

/** The `screenshots` function as the environment describes it. */
export const handle = startOnFirstRequest(
	() => createHandler(readService()),
	(error, requestId) => replyError(error, requestId, anyOrigin),
);
