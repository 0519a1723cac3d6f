import { Feedback } from '@feedback/sdk';
import type { Values } from '@feedback/sdk';

import { logCall, logRequest } from './log.ts';

/** `Feedback.event`, with the call and its result in the log. */
export async function reportEvent(name: string, properties: Values): Promise<void> {
	const logResult = logCall('event', [name, properties]);
	logResult('…');
	logResult(String(await Feedback.event(name, properties)));
}

/** `Feedback.show`, with the call and its result in the log. */
export async function showPrompt(surveyId: string): Promise<void> {
	const logResult = logCall('show', [surveyId]);
	logResult('…');
	logResult(String(await Feedback.show(surveyId)));
}

/** Asks the app's backend to take a payment. The backend reports it to the service, and the prompt waits for the account. */
export async function payInvoice(account: string): Promise<void> {
	const logResult = logRequest('/api/payments', { account });
	const response = await fetch('/api/payments', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ account }),
	});
	const { events, error } = (await response.json()) as {
		events?: { reason?: string }[];
		error?: { code: string };
	};
	logResult(error?.code ?? events?.[0]?.reason ?? String(response.status));
}

export function identify(accountId: string, traits: Values): void {
	logCall('identify', [accountId, traits]);
	Feedback.identify(accountId, traits);
}

export function reset(): void {
	logCall('reset', []);
	Feedback.reset();
}
