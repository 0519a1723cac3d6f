import type { Server } from 'node:http';

/** A finished request. Query, addresses and bodies are omitted, because they may contain personal data. */
export type AnsweredRequest = {
	method: string;
	/** Path of the URL, without the query. */
	path: string;
	/** HTTP status; 499 when the client disconnected before the response was complete. */
	status: number;
	seconds: number;
	/** `x-request-id` of the response. */
	requestId: string | undefined;
};

export type Observe = (request: AnsweredRequest) => void;

/** Calls `observe` once for each request of a server, when its response is complete or its connection closed. */
export function observeRequests(server: Server, observe: Observe): void {
	server.prependListener('request', (incoming, outgoing) => {
		const started = performance.now();
		outgoing.once('close', () => {
			const requestId = outgoing.getHeader('x-request-id');
			observe({
				method: incoming.method ?? '',
				path: (incoming.url ?? '').split('?', 1)[0]!,
				status: outgoing.writableFinished ? outgoing.statusCode : 499,
				seconds: (performance.now() - started) / 1_000,
				requestId: typeof requestId === 'string' ? requestId : undefined,
			});
		});
	});
}
