import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { openNetwork } from '../_shared/outgoing/network.ts';
import { createOutgoing, type Outgoing } from '../_shared/outgoing/outgoing.ts';
import { openReceiver } from './https-receiver.ts';

export type TrackerCall = {
	method: string;
	/** Path and query. */
	url: URL;
	headers: IncomingMessage['headers'];
	/** The body. */
	text: string;
	/** The body; undefined if it is no JSON. */
	body: unknown;
};

export type Reply = { status: number; headers?: Record<string, string>; body?: unknown };

/** A server on this machine that answers as the API of a tracker. */
export type TestTracker = {
	/** Sends what goes to its host to it, and nothing else. */
	outgoing: Outgoing;
	/** In order. */
	calls: TrackerCall[];
	/** Instead of the API, the next requests get these; `interrupted` carries the request out and gives no answer. */
	faults: (Reply | 'interrupted')[];
	close(): Promise<void>;
};

/** Serves the API of `host` by `answer`, which checks requests as the original does. */
export async function openTracker(
	host: string,
	answer: (call: TrackerCall) => Reply,
): Promise<TestTracker> {
	const calls: TrackerCall[] = [];
	const faults: TestTracker['faults'] = [];
	const reply = async (request: IncomingMessage, response: ServerResponse) => {
		const received = await text(request);
		const call: TrackerCall = {
			method: request.method ?? '',
			url: new URL(request.url ?? '', `https://${host}`),
			headers: request.headers,
			text: received,
			body: parse(received),
		};
		calls.push(call);
		const fault = faults.shift();
		const { status, headers = {}, body } = typeof fault === 'object' ? fault : answer(call);
		if (fault === 'interrupted') {
			response.destroy();
			return;
		}
		response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
		response.end(body === undefined ? '' : JSON.stringify(body));
	};
	const receiver = await openReceiver((request, response) => void reply(request, response), 'http');
	const network = openNetwork();
	const outgoing = createOutgoing({
		resolve: (name) =>
			name === host ? Promise.resolve(['93.184.216.34']) : Promise.reject(new Error(name)),
		send: (_, request) => {
			const { pathname, search } = request.url;
			const url = new URL(`http://127.0.0.1:${receiver.port}${pathname}${search}`);
			return network.send('127.0.0.1', { ...request, url });
		},
	});
	return { outgoing, calls, faults, close: () => receiver.close() };
}

function parse(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
