import { limits } from '@feedback/contract';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';

import { errorResponse } from './error-response.ts';
import { forward } from './forward.ts';
import type { NodeEnv } from './http-server.ts';
import type { Upstreams } from './upstreams.ts';

/** Largest request body, in bytes. The functions' own limits are far smaller. */
export const bodyLimit = 2 * 1024 * 1024;

// The functions enforce their own deadlines, so these only catch a process that hangs. The SDK waits five seconds.
const sdkDeadlineMs = limits.request.deadline + 500;
const defaultDeadlineMs = 15_000;

/**
 * The gateway's routes.
 *
 * @param token part of `/local/health`, which lets a second start recognise this one
 */
export function createGatewayApp(upstreams: Upstreams, token: string): Hono<NodeEnv> {
	const app = new Hono<NodeEnv>();
	app.all('/functions/v1/:path{.+}', (c) => toFunctions(c, pathAfter('/functions/v1', c.req.url)));
	// Clients look for the metadata of `{origin}/functions/v1/oauth` at the root of the origin (RFC 8414 §3,
	// RFC 9728 §3). Hosted Supabase has nothing there.
	for (const name of ['oauth-authorization-server', 'openid-configuration']) {
		app.all(`/.well-known/${name}/functions/v1/oauth`, (c) =>
			toFunctions(c, `/oauth/.well-known/${name}`),
		);
	}
	app.all('/.well-known/oauth-protected-resource/functions/v1/:resource{\\w+}', (c) =>
		toFunctions(c, `/oauth/.well-known/oauth-protected-resource/${c.req.param('resource')}`),
	);

	app.all(
		'/auth/v1/:path{.+}',
		limitBody({
			maxSize: bodyLimit,
			onError: () => errorResponse('body_too_large', 'The body is too large.'),
		}),
		timeout(
			sdkDeadlineMs,
			() =>
				new HTTPException(503, {
					res: errorResponse('unavailable', 'Auth does not answer; try again shortly.'),
				}),
		),
		(c) => upstreams.auth?.(c.req.raw) ?? notReady('Auth'),
	);

	app.get('/local/health', async (c) => {
		c.header('cache-control', 'no-store');
		return c.json({ token, parts: (await upstreams.parts?.()) ?? {} });
	});
	// Readable from other origins, such as the dashboard's port, by pages that know the key.
	app.get('/local/*', cors(), (c) => {
		const document = upstreams.local?.(new URL(c.req.url));
		if (document === undefined) return errorResponse('not_found', 'There is no such address.');
		c.header('cache-control', 'no-store');
		return c.json(document);
	});
	app.all('/local/*', () => errorResponse('method_not_allowed', 'The address takes GET only.'));

	app.notFound(() =>
		errorResponse('not_found', 'The gateway answers /auth/v1/* and /functions/v1/*.'),
	);
	app.onError((error) =>
		error instanceof HTTPException
			? error.getResponse()
			: errorResponse('internal', 'The gateway failed.'),
	);

	function toFunctions({ env }: Context<NodeEnv>, path: string): Response {
		const port = upstreams.functionsPort;
		if (port === undefined) return notReady('functions');
		const deadlineMs = path.startsWith('/sdk/') ? sdkDeadlineMs : defaultDeadlineMs;
		forward({ port, path, limit: bodyLimit, deadlineMs }, env.incoming, env.outgoing);
		return RESPONSE_ALREADY_SENT;
	}

	return app;
}

function notReady(upstream: string): Response {
	return errorResponse('unavailable', `The ${upstream} part is starting; try again shortly.`);
}

/** The rest of the URL after a prefix of its path, still encoded, with the query. */
function pathAfter(prefix: string, url: string): string {
	return url.slice(url.indexOf('/', url.indexOf('//') + 2) + prefix.length);
}
