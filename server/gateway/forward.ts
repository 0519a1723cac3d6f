import { Agent, type IncomingMessage, type ServerResponse, request as ask } from 'node:http';

import { refuse } from './refusal.ts';

export type Target = {
	port: number;
	path: string;
	/** Bytes of a body that may pass. */
	limit: number;
	/** Milliseconds from the end of the request until the answer has to begin. */
	deadlineMs: number;
};

/** Requests under way; further ones are refused at once, instead of waiting where nobody looks after them. */
const mostUnderWay = 512;
let underWay = 0;

const agent = new Agent({ keepAlive: true, maxSockets: mostUnderWay });

// Belong to one connection, not to the message.
const hopHeaders = ['connection', 'keep-alive', 'te', 'upgrade', 'proxy-authorization', 'expect'];

/** Passes a request on to a part of ours and its answer back, streaming both. */
export function forward(target: Target, from: IncomingMessage, to: ServerResponse): void {
	if (Number(from.headers['content-length'] ?? 0) > target.limit) return tooLarge(to);
	if (underWay >= mostUnderWay) return notAnswering(to);
	underWay++;
	to.once('close', () => underWay--);
	const onward = ask({
		host: '127.0.0.1',
		port: target.port,
		path: target.path,
		method: from.method,
		headers: headersOf(from),
		agent,
	});
	let timer: NodeJS.Timeout | undefined;
	from.once('end', () => {
		timer = setTimeout(() => onward.destroy(new Error('No answer.')), target.deadlineMs);
	});
	to.once('close', () => clearTimeout(timer));
	onward.once('response', (answer) => {
		clearTimeout(timer);
		to.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(to);
		answer.once('error', () => to.destroy());
	});
	onward.once('error', () => {
		if (to.headersSent) to.destroy();
		else notAnswering(to);
	});
	to.once('close', () => {
		if (!to.writableFinished) onward.destroy();
	});
	passBody(target.limit, from, onward, () => tooLarge(to));
}

function passBody(
	limit: number,
	from: IncomingMessage,
	onward: ReturnType<typeof ask>,
	refuseBody: () => void,
): void {
	let size = 0;
	from.on('data', (chunk: Buffer) => {
		size += chunk.length;
		if (size <= limit) return;
		from.unpipe(onward);
		from.pause();
		onward.removeAllListeners('error').on('error', () => undefined);
		onward.destroy();
		refuseBody();
	});
	from.pipe(onward);
}

// Appended, as every proxy does: what a caller claims stands before what we saw.
function headersOf(from: IncomingMessage): Record<string, string | string[]> {
	const headers: Record<string, string | string[]> = {};
	for (const [name, value] of Object.entries(from.headers)) {
		if (value !== undefined && !hopHeaders.includes(name)) headers[name] = value;
	}
	const claimed = from.headers['x-forwarded-for'];
	const seen = from.socket.remoteAddress ?? '127.0.0.1';
	headers['x-forwarded-for'] = claimed ? `${String(claimed)}, ${seen}` : seen;
	headers['x-forwarded-proto'] = 'http';
	headers['x-forwarded-host'] = from.headers.host ?? '';
	return headers;
}

function notAnswering(to: ServerResponse): void {
	refuse(to, 503, 'unavailable', 'The functions do not answer; try again shortly.');
}

function tooLarge(to: ServerResponse): void {
	refuse(to, 413, 'body_too_large', 'The body is too large.');
}
