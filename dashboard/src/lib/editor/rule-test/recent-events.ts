import type { RouteOutput } from '@feedback/contract';

import type { Suggestion } from '#lib/text/suggestion.ts';
import { visibleText } from '#lib/text/visible-text.ts';

export type RecentEvent = RouteOutput<'listEvents'>['items'][number];

/**
 * Describes an event on one line, for a list.
 *
 * @example
 * describeEvent(event); // '20 Nov, 16:04 · report.exported · user_ada · {"format":"pdf"}'
 */
export function describeEvent({ at, name, account, visitor, properties }: RecentEvent): string {
	const when = new Date(at).toLocaleString('en-GB', {
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
	});
	const subject = account ?? `visitor ${visitor.slice(0, 8)}`;
	const facts = JSON.stringify(properties);
	const shown = facts === '{}' ? [] : [facts.length > 60 ? `${facts.slice(0, 59)}…` : facts];
	return [when, name, visibleText(subject), ...shown.map(visibleText)].join(' · ');
}

/** Lists the accounts and visitors of recent events as suggestions, latest first. */
export function suggestSubjects(
	events: readonly RecentEvent[],
	subjectKind: 'account' | 'visitor',
): Suggestion[] {
	const people = events.filter(({ bot }) => !bot).map((event) => event[subjectKind]);
	return [...new Set(people.filter((one) => one !== null))].map((text) => ({ text }));
}
