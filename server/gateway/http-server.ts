import { type Server, type ServerOptions, createServer } from 'node:http';

import { type HttpBindings, RequestError, getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import { errorResponse } from './error-response.ts';

/** The Node request and response of a route, in `c.env`. */
export type NodeEnv = { Bindings: HttpBindings };

/** A Node server for a Hono application. A request with an invalid URL or host is answered with 400. */
export function createHttpServer(app: Hono<NodeEnv>, options: ServerOptions = {}): Server {
	const listener = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
		// HTTP/1.0 requests may come without a Host header.
		hostname: '127.0.0.1',
		errorHandler: (error) =>
			error instanceof RequestError
				? errorResponse('invalid_request', 'The request is not valid.')
				: errorResponse('internal', 'The server failed.'),
	});
	return createServer(options, (request, response) => void listener(request, response));
}
