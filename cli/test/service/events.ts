import { ServiceError } from '@feedback/contract';

import type { Handlers } from './handler-types.ts';
import { page } from './page.ts';
import { findSite } from './sites.ts';
import { now } from './state.ts';

const lastDay = (events: number) => Array<number>(30).fill(0).with(29, events);

export const events = {
	listEvents: (state, { limit, after, name }) => {
		const named = state.events.filter((event) => !name || event.name === name);
		const since = after ? named.findIndex(({ id }) => id === after) : named.length;
		// Like the service, repeats events that arrived just before.
		const items = named.slice(0, since < 0 ? named.length : since + 2);
		return { ...page(items, limit), latest: named[0]?.id ?? now };
	},
	listEventNames: (state, { site }) => {
		findSite(state, site);
		return {
			items: [
				...state.events
					.filter(({ name }) => name !== 'report.exported')
					.map(({ name, at }) => ({
						name,
						state: 'seen' as const,
						first_seen_at: at,
						last_seen_at: at,
						events: 1,
						by_day: lastDay(1),
					})),
				{
					name: 'report.exported',
					state: 'seen',
					first_seen_at: now,
					last_seen_at: now,
					events: 900,
					by_day: lastDay(900),
				},
			],
			next: null,
			unlisted: 0,
		};
	},
	why: (state, { event }) => {
		const found = state.events.find(({ id }) => id === event);
		if (!found) {
			throw new ServiceError('not_found', {
				message: 'The site has no such event, or none of the last 30 days.',
				field: 'event',
			});
		}
		return {
			event: found,
			prompts: [
				{
					survey_id: 'export-experience',
					reason: 'audience',
					rules: [
						{ rule: 'trigger', passed: true, text: 'The event is report.exported.' },
						{ rule: 'audience', passed: false, text: 'plan is "free"; it must be "pro".' },
					],
				},
			],
		};
	},
} satisfies Handlers;
