import {
	Agent,
	type ClientRequest,
	type IncomingMessage,
	type ServerResponse,
	request as sendRequest,
} from 'node:http';

import { sendError } from './error-response.ts';

export type Target = {
	port: number;
	path: string;
	/** Maximum size of the request body, in bytes. */
	limit: number;
	/** Milliseconds from the end of the request until the response must begin. */
	deadlineMs: number;
};

// Requests above this limit are refused immediately instead of waiting in the agent's queue, where no deadline applies.
const maxConcurrent = 512;
let concurrent = 0;

const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrent });

// Headers that belong to one connection, and `expect`, which Node has already answered.
const hopByHopHeaders = [
	'connection',
	'keep-alive',
	'te',
	'upgrade',
	'proxy-authorization',
	'expect',
];

/**
 * Forwards a request to a process on loopback and streams the response back.
 *
 * Not by `hono/proxy`: it has no body limit, deadline or X-Forwarded-For, and `fetch` changes the message (it
 * decompresses the response and replaces Accept-Encoding) and takes four times the CPU time.
 */
export function forward(target: Target, incoming: IncomingMessage, outgoing: ServerResponse): void {
	if (Number(incoming.headers['content-length'] ?? 0) > target.limit) return sendTooLarge(outgoing);
	if (concurrent >= maxConcurrent) return sendUnavailable(outgoing);
	concurrent++;
	outgoing.once('close', () => concurrent--);
	const upstream = sendRequest({
		host: '127.0.0.1',
		port: target.port,
		path: target.path,
		method: incoming.method,
		headers: upstreamHeaders(incoming),
		agent,
	});
	let timer: NodeJS.Timeout | undefined;
	incoming.once('end', () => {
		timer = setTimeout(() => upstream.destroy(new Error('Deadline exceeded.')), target.deadlineMs);
	});
	outgoing.once('close', () => clearTimeout(timer));
	upstream.once('response', (response) => {
		clearTimeout(timer);
		outgoing.writeHead(response.statusCode ?? 502, response.headers);
		response.pipe(outgoing);
		response.once('error', () => outgoing.destroy());
	});
	upstream.once('error', () => {
		if (outgoing.headersSent) outgoing.destroy();
		else sendUnavailable(outgoing);
	});
	outgoing.once('close', () => {
		if (!outgoing.writableFinished) upstream.destroy();
	});
	pipeBody(incoming, upstream, target.limit, () => sendTooLarge(outgoing));
}

function pipeBody(
	incoming: IncomingMessage,
	upstream: ClientRequest,
	limit: number,
	onTooLarge: () => void,
): void {
	let size = 0;
	incoming.on('data', (chunk: Buffer) => {
		size += chunk.length;
		if (size <= limit) return;
		incoming.unpipe(upstream);
		incoming.pause();
		upstream.removeAllListeners('error').on('error', () => undefined);
		upstream.destroy();
		onTooLarge();
	});
	incoming.pipe(upstream);
}

function upstreamHeaders(incoming: IncomingMessage): Record<string, string | string[]> {
	const headers: Record<string, string | string[]> = {};
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined && !hopByHopHeaders.includes(name)) headers[name] = value;
	}
	// Appended, so that the last address is the one we saw and not one that the caller claims.
	const claimed = incoming.headers['x-forwarded-for'];
	const address = incoming.socket.remoteAddress ?? '127.0.0.1';
	headers['x-forwarded-for'] = claimed ? `${String(claimed)}, ${address}` : address;
	headers['x-forwarded-proto'] = 'http';
	headers['x-forwarded-host'] = incoming.headers.host ?? '';
	return headers;
}

function sendUnavailable(response: ServerResponse): void {
	sendError(response, 'unavailable', 'The functions do not answer; try again shortly.');
}

function sendTooLarge(response: ServerResponse): void {
	sendError(response, 'body_too_large', 'The body is too large.');
}
