import { ServiceError } from '@feedback/contract';
import { Hono, type Context } from 'hono';

import { readCount } from '../environment.ts';
import { pathBelow } from './path.ts';
import { mintUuidv7 } from '../uuidv7.ts';

/** A function as its runtime calls it. The runtime may pass data besides the request. */
export type Handle<Passed extends object = object> = (
	request: Request,
	passed?: Passed,
) => Promise<Response>;

type AppEnv<Passed extends object> = {
	Bindings: { requestId: string; passed: Passed | undefined };
	/** CORS headers, if the allowed origin is known only after the request was handled. */
	Variables: { cors?: Record<string, string> };
};

/** Hono's context in a function. */
export type AppContext<Passed extends object = object> = Context<AppEnv<Passed>>;

export type AppOptions<Passed extends object> = {
	/** Whether `/path/` differs from `/path`. */
	strict?: boolean;
	/** Responds to a thrown error, and with `not_found` for an unknown path. */
	replyFailure(thrown: unknown, c: AppContext<Passed>): Response | Promise<Response>;
};

// A placeholder that no URL can match, because Hono's router fails on an empty path.
const foreignPath = '/ ';

/** The application of a function; its paths are those below the function's name. */
export function createApp<Passed extends object = object>(
	name: string,
	{ strict = false, replyFailure }: AppOptions<Passed>,
): Hono<AppEnv<Passed>> {
	const app = new Hono<AppEnv<Passed>>({
		getPath: ({ url }) => {
			const path = pathBelow(name, url) ?? foreignPath;
			return strict ? path : path.replace(/(?<=.)\/$/, '');
		},
	});
	app.onError(replyFailure);
	// Returned instead of thrown: throwing would skip the middleware around it, which adds headers.
	app.notFound((c) => replyFailure(new ServiceError('not_found'), c));
	return app;
}

/**
 * Calls the application, giving each request an id.
 *
 * `hono/request-id` is not used: it accepts IDs from every caller, and a route with middleware before it
 * costs the `sdk` function about 10 µs more.
 *
 * @param clock milliseconds since 1970
 */
export function toHandle<Passed extends object>(
	app: Hono<AppEnv<Passed>>,
	clock: () => number,
): Handle<Passed> {
	return async (request, passed) => {
		const requestId = proxyRequestId(request.headers) ?? mintUuidv7(clock());
		const response = await app.fetch(request, { requestId, passed });
		response.headers.set('x-request-id', requestId);
		return response;
	};
}

/** The request ID from our own proxy, if the environment states that the proxy removes IDs of callers. */
function proxyRequestId(headers: Headers): string | undefined {
	trustsRequestIds ??= readCount('FEEDBACK_TRUSTED_REQUEST_IDS', 0, 1) === 1;
	return trustsRequestIds ? (headers.get('x-request-id') ?? undefined) : undefined;
}

let trustsRequestIds: boolean | undefined;

/** A function that reads its environment on the first request. While that fails, every response contains the reason. */
export function startOnFirstRequest<Passed extends object>(
	start: () => Handle<Passed>,
	replyFailure: (error: unknown, requestId: string) => Response | Promise<Response>,
): Handle<Passed> {
	let handle: Handle<Passed> | undefined;
	return async (request, passed) => {
		try {
			handle ??= start();
		} catch (error) {
			return replyFailure(error, mintUuidv7(Date.now()));
		}
		return handle(request, passed);
	};
}
