import { limits, ServiceError } from '@feedback/contract';

import { guards, readJson } from '../_shared/http/body.ts';

/** Limits of one call to the management API, plus the protocol's levels around it. */
const bounds = { ...limits.management, depth: limits.management.depth + 6 };
/** Maximum number of messages in one request; only the 2025 revisions have batches. */
const mostMessages = 20;

/** The body of a request, within bounds. */
export async function readMessages(request: Request): Promise<unknown> {
	const body = await readJson(request, guards, bounds);
	guards.checkValue(body, '');
	if (Array.isArray(body) && body.length > mostMessages) {
		throw new ServiceError('invalid_request', {
			message: `A batch has at most ${mostMessages} messages.`,
		});
	}
	return body;
}

/** Whether one of the messages calls a tool that needs a sign-in. */
export function asksForSignIn(body: unknown, isOpen: (tool: string) => boolean): boolean {
	const messages: unknown[] = Array.isArray(body) ? body : [body];
	return messages.some((message) => {
		const { method, params } = asRecord(message);
		if (method !== 'tools/call') return false;
		const { name } = asRecord(params);
		return typeof name === 'string' && !isOpen(name);
	});
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
