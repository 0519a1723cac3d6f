import type { RouteOutput } from '@feedback/contract';

import { describeSending } from '#lib/destination/describe-sending.ts';
import type { PromptNames, Sending } from '#lib/destination/describe-sending.ts';
import { quote } from '#lib/text/visible-text.ts';

export type DestinationRequest = RouteOutput<'getDestinationRequest'>;

/** Reads the content and the target of the messages. */
export function readSending({ settings, kind, host }: DestinationRequest): Sending {
	// The service validated the settings when the program sent the request.
	const asked = settings as Omit<Sending, 'kind' | 'host'>;
	return {
		...asked,
		kind,
		host,
		url: asked.url ?? null,
		recipients: asked.recipients ?? null,
		schedule: asked.schedule ?? null,
		tracker: asked.tracker ?? null,
		channel: asked.channel ?? null,
	};
}

/**
 * Describes a request in one line.
 *
 * @example
 * describeDestinationRequest(request, names); // "send answers of all prompts to hooks.example.com, with
 * traits (site “Reports”)"
 */
export function describeDestinationRequest(
	request: DestinationRequest,
	names: PromptNames,
): string {
	const sending = describeSending(readSending(request), names);
	const change = request.destination === null ? '' : 'change a destination to ';
	return `${change}send ${sending} (site ${quote(request.site_name)})`;
}
