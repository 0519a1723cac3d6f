import { Feedback } from '@feedback/sdk';
import type { Values } from '@feedback/sdk';

import { sayCall } from './said.ts';

/** `Feedback.event`, with the call and its result on the panel. */
export async function reportEvent(name: string, properties: Values): Promise<void> {
	const say = sayCall('event', [name, properties]);
	say('…');
	say(String(await Feedback.event(name, properties)));
}

/** `Feedback.show`, with the call and its result on the panel. */
export async function showPrompt(surveyId: string): Promise<void> {
	const say = sayCall('show', [surveyId]);
	say('…');
	say(String(await Feedback.show(surveyId)));
}

export function identify(accountId: string, traits: Values): void {
	sayCall('identify', [accountId, traits]);
	Feedback.identify(accountId, traits);
}

export function reset(): void {
	sayCall('reset', []);
	Feedback.reset();
}
