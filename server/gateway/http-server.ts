import { type Server, type ServerOptions, createServer } from 'node:http';

import { type HttpBindings, RequestError, getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';

import { errorResponse } from './error-response.ts';

/** The Node request and response of a route, in `c.env`. */
export type NodeEnv = { Bindings: HttpBindings };

// Reading the body turns this into a response of the platform. Otherwise, if another listener of this process read
// it first, it would be one of the library's light responses, which are sent unchanged: an empty 200 instead of
// the route's response.
void RESPONSE_ALREADY_SENT.body;

// Header that marks a response that a route has sent itself.
const [alreadySent = ''] = [...RESPONSE_ALREADY_SENT.headers.keys()];

/** A Node server for a Hono application. The response to an invalid URL or host is 400. */
export function createHttpServer(app: Hono<NodeEnv>, options: ServerOptions = {}): Server {
	const fetch = async (request: Request, env: unknown) => {
		const response = await app.fetch(request, env as HttpBindings);
		// For HEAD, Hono copies the response to GET, and the listener would send this copy as a second response.
		return response.headers.has(alreadySent) ? RESPONSE_ALREADY_SENT : response;
	};
	const listener = getRequestListener(fetch, {
		// HTTP/1.0 requests may lack a Host header.
		hostname: '127.0.0.1',
		errorHandler: (error) =>
			error instanceof RequestError
				? errorResponse('invalid_request', 'The request is not valid.')
				: errorResponse('internal', 'The server failed.'),
	});
	return createServer(options, (request, response) => void listener(request, response));
}
