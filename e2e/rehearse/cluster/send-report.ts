import { type Agent, request } from 'node:http';

import { limits } from '@feedback/contract';
import type { EventsRequest, EventsResponse } from '@feedback/contract/wire';

import { userAgent } from '../../../testing/user-agent.ts';

export type ReportAnswer = { status: number; body: EventsResponse | undefined };

/**
 * Reports events as the SDK does. Rejects when the connection fails, or when the SDK would give up.
 *
 * @param options.from loopback address of the sender; rate limits count each address separately
 */
export function sendReport(
	origin: string,
	body: EventsRequest,
	{ agent, from }: { agent: Agent; from: string },
): Promise<ReportAnswer> {
	return new Promise((resolve, reject) => {
		const asked = request(
			new URL('/functions/v1/sdk/events', origin),
			{
				method: 'POST',
				agent,
				localAddress: from,
				headers: { 'user-agent': userAgent },
				signal: AbortSignal.timeout(limits.request.timeout),
			},
			(answer) => {
				let text = '';
				answer.on('data', (chunk) => (text += String(chunk)));
				answer.once('error', reject);
				answer.once('end', () => {
					const status = answer.statusCode!;
					const isAnswer = status === 200 || status === 201;
					resolve({ status, body: isAnswer ? (JSON.parse(text) as EventsResponse) : undefined });
				});
			},
		);
		asked.once('error', reject);
		asked.end(JSON.stringify(body));
	});
}
