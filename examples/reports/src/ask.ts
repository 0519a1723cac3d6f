import { Feedback } from '@feedback/sdk';
import type { Values } from '@feedback/sdk';

import { logCall } from './log.ts';

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

export function identify(accountId: string, traits: Values): void {
	logCall('identify', [accountId, traits]);
	Feedback.identify(accountId, traits);
}

export function reset(): void {
	logCall('reset', []);
	Feedback.reset();
}
