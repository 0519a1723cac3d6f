import { request } from 'node:http';

import { limits } from '@feedback/contract';

import { userAgent } from '../../../testing/user-agent.ts';

export type Reply = { status: number; body: unknown };

export type Sent = {
	method?: 'GET' | 'POST';
	body?: unknown;
	headers?: Record<string, string>;
	/** Loopback address of the sender; rate limits count each address separately. */
	from?: string;
};

/** Sends requests to the servers by turns, as DNS with several addresses does. */
export type FrontDoor = {
	/** Resolves to the status and the JSON; to the status 0 when no server answers in time. */
	send(path: string, sent?: Sent): Promise<Reply>;
};

export function openFrontDoor(origins: readonly string[]): FrontDoor {
	let count = 0;
	return { send: (path, sent = {}) => sendTo(origins[count++ % origins.length]!, path, sent) };
}

function sendTo(origin: string, path: string, sent: Sent): Promise<Reply> {
	const { body, headers, from = '127.0.0.1', method = body === undefined ? 'GET' : 'POST' } = sent;
	const none: Reply = { status: 0, body: undefined };
	return new Promise((resolve) => {
		const asked = request(
			new URL(path, origin),
			{
				method,
				localAddress: from,
				headers: {
					'user-agent': userAgent,
					...(body !== undefined && { 'content-type': 'application/json' }),
					...headers,
				},
				signal: AbortSignal.timeout(limits.request.timeout),
			},
			(answer) => {
				let text = '';
				answer.on('data', (chunk) => (text += String(chunk)));
				answer.once('error', () => resolve(none));
				answer.once('end', () => {
					try {
						resolve({ status: answer.statusCode!, body: JSON.parse(text) });
					} catch {
						resolve({ status: answer.statusCode!, body: undefined });
					}
				});
			},
		);
		asked.once('error', () => resolve(none));
		asked.end(body === undefined ? undefined : JSON.stringify(body));
	});
}
