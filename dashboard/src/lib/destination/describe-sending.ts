import { destinationDescriptions } from '@feedback/contract';

import { quote, visibleText } from '#lib/text/visible-text.ts';

import type { Destination } from './read-destinations.ts';

/** The content of messages, and their target. */
export type Sending = Pick<
	Destination,
	| 'kind'
	| 'host'
	| 'event_types'
	| 'prompts'
	| 'condition'
	| 'partial'
	| 'include_visitor'
	| 'schedule'
	| 'tracker'
	| 'channel'
> & { url: string | null; recipients: readonly string[] | null };

/** By UUID; undefined while they load. */
export type PromptNames = ReadonlyMap<string, string> | undefined;

export function sendsResponses({
	event_types: types,
	schedule,
}: Pick<Sending, 'event_types' | 'schedule'>) {
	return isDigest(schedule) || types.some((type) => type.startsWith('response.'));
}

/** Whether it creates only the issues for which members ask. */
export function sendsChosenOnly({
	kind,
	event_types: types,
}: Pick<Sending, 'kind' | 'event_types'>): boolean {
	return destinationDescriptions[kind].createsIssues && types.length === 0;
}

export function isDigest(schedule: Sending['schedule']): boolean {
	return schedule !== null && schedule.every !== 'message';
}

/**
 * Describes in one line what is sent where.
 *
 * @example
 * describeSending(sending, names); // 'answers of all prompts to hooks.example.com, with traits'
 */
export function describeSending(sending: Sending, names: PromptNames): string {
	const host = visibleText(sending.host);
	if (sendsChosenOnly(sending)) return `responses that members choose to ${host}`;
	if (!sendsResponses(sending)) return `changes of prompts and approvals to ${host}`;
	const visitor = sending.include_visitor ? 'with traits' : 'without traits';
	return `answers of ${describePrompts(sending.prompts, names)} to ${host}, ${visitor}`;
}

function describePrompts(prompts: Sending['prompts'], names: PromptNames): string {
	if (prompts === null) return 'all prompts';
	if (prompts.length > 3 || !names) {
		return prompts.length === 1 ? 'one prompt' : `${prompts.length} prompts`;
	}
	return prompts.map((id) => quotePrompt(id, names)).join(', ');
}

/** The name of a prompt in quotation marks. */
export function quotePrompt(id: string, names: PromptNames): string {
	return quote(names?.get(id) ?? 'a deleted prompt');
}

export function sendingOf(destination: Destination): Sending {
	return {
		...destination,
		recipients: destination.recipients?.map(({ address }) => address) ?? null,
	};
}
