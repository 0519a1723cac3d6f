import {
	Agent,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse,
	request as sendRequest,
} from 'node:http';

import { normalizeAddress } from '../../supabase/functions/_shared/http/address.ts';
import { type BodyMemory, createBodyMemory } from './body-memory.ts';
import { sendError } from './error-response.ts';
import { type Sender, withSender } from './sender.ts';

export type Target = {
	/** Name of the target: in the error when it does not respond, and of its share of requests and memory. */
	name: 'functions' | 'ingest' | 'identity' | 'files' | 'pictures' | 'documentation';
	port: number;
	path: string;
	/** Maximum size of the request body, in bytes. */
	limit: number;
	/** Milliseconds from the end of the request until the response must begin. */
	deadlineMs: number;
	sender: Sender;
	/** Additional headers for the target. */
	headers?: Record<string, string> | undefined;
};

// Requests above this limit are refused immediately instead of waiting in the agent's queue, where no deadline applies.
const maxConcurrent = 512;

/** Maximum bytes of the bodies in memory; a request that would exceed one of these limits is refused. */
const maxBuffered = { all: 128 * 1024 * 1024, sender: 16 * 1024 * 1024 };

/** What the requests to one target use. No number of requests to one takes from the others. */
type Share = { agent: Agent; concurrent: number; memory: BodyMemory };

const shares: Record<Target['name'], Share> = {
	functions: createShare(),
	ingest: createShare(),
	identity: createShare(),
	files: createShare(),
	pictures: createShare(),
	documentation: createShare(),
};

function createShare(): Share {
	const agent = new Agent({ keepAlive: true, maxSockets: maxConcurrent });
	return { agent, concurrent: 0, memory: createBodyMemory(maxBuffered) };
}

// Headers that belong to one connection, and `expect`, which Node has already handled.
const hopByHopHeaders = [
	'connection',
	'keep-alive',
	'te',
	'upgrade',
	'proxy-authorization',
	'transfer-encoding',
	'expect',
];

/**
 * Forwards a request to a process on loopback, once its body is complete, and streams the response back. A
 * slow sender therefore occupies none of the target's connections.
 *
 * `hono/proxy` is not used: it has no body limit, deadline or X-Forwarded-For, and `fetch` changes the
 * message (it decompresses the response and replaces Accept-Encoding) and takes four times the CPU time.
 */
export function forward(target: Target, incoming: IncomingMessage, outgoing: ServerResponse): void {
	if (Number(incoming.headers['content-length'] ?? 0) > target.limit) {
		return sendTooLarge(target, outgoing);
	}
	const { memory } = shares[target.name];
	const sender = normalizeAddress(target.sender.address) ?? 'unknown';
	const chunks: Buffer[] = [];
	let size = 0;
	let refused = false;
	const refuse = (send: () => void) => {
		refused = true;
		incoming.pause();
		send();
	};
	outgoing.once('close', () => memory.giveBack(sender, size));
	incoming.on('data', (chunk: Buffer) => {
		if (refused) return;
		size += chunk.length;
		chunks.push(chunk);
		const fits = memory.take(sender, chunk.length);
		if (size > target.limit) refuse(() => sendTooLarge(target, outgoing));
		else if (!fits) refuse(() => sendUnavailable(target, outgoing));
	});
	incoming.once('end', () => {
		if (!refused && !outgoing.destroyed) send(target, incoming, outgoing, chunks);
	});
}

function send(
	target: Target,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	body: readonly Buffer[],
): void {
	const share = shares[target.name];
	if (share.concurrent >= maxConcurrent) return sendUnavailable(target, outgoing);
	share.concurrent++;
	const upstream = sendRequest({
		host: '127.0.0.1',
		port: target.port,
		path: target.path,
		method: incoming.method,
		headers: upstreamHeaders(target, incoming, body),
		agent: share.agent,
	});
	const timer = setTimeout(
		() => upstream.destroy(new Error('Deadline exceeded.')),
		target.deadlineMs,
	);
	outgoing.once('close', () => {
		share.concurrent--;
		clearTimeout(timer);
		if (!outgoing.writableFinished) upstream.destroy();
	});
	upstream.once('response', (response) => {
		clearTimeout(timer);
		const requestId = response.headers['x-request-id'];
		// Set as a header object, so that the request log can read it too.
		if (requestId !== undefined) outgoing.setHeader('x-request-id', requestId);
		outgoing.writeHead(response.statusCode ?? 502, downstreamHeaders(response.headers));
		response.pipe(outgoing);
		response.once('error', () => outgoing.destroy());
	});
	upstream.once('error', () => {
		if (outgoing.headersSent) outgoing.destroy();
		else sendUnavailable(target, outgoing);
	});
	upstream.end(body.length === 1 ? body[0] : Buffer.concat(body));
}

function upstreamHeaders(
	{ sender, headers: more }: Target,
	incoming: IncomingMessage,
	body: readonly Buffer[],
): OutgoingHttpHeaders {
	const headers: Record<string, string | string[]> = {};
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined && !hopByHopHeaders.includes(name)) headers[name] = value;
	}
	if (body.length > 0 || 'content-length' in headers) {
		headers['content-length'] = String(body.reduce((size, { length }) => size + length, 0));
	}
	return { ...withSender(headers, sender), ...more };
}

// The client's connection to the gateway is separate from the connection to the target, and may be about to close.
function downstreamHeaders(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
	const others = { ...headers };
	delete others.connection;
	delete others['keep-alive'];
	return others;
}

function sendUnavailable({ name }: Target, response: ServerResponse): void {
	sendError(response, 'unavailable', `The ${name} part does not answer; try again shortly.`);
}

function sendTooLarge({ limit }: Target, response: ServerResponse): void {
	sendError(response, 'body_too_large', `The body has more than ${limit} bytes.`);
}
