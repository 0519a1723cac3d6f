import { describe, expect, it } from 'vitest';

import { filterNames } from './event-names.ts';
import type { EventName } from './event-names.ts';

const name = (given: Partial<EventName>): EventName => ({
	name: 'a',
	state: 'seen',
	first_seen_at: null,
	last_seen_at: null,
	events: 0,
	by_day: [],
	...given,
});
const names = [
	name({ name: 'report.exported', events: 5, last_seen_at: '2026-11-01T00:00:00Z' }),
	name({ name: 'Report.opened', events: 9, last_seen_at: '2026-11-03T00:00:00Z' }),
	name({ name: 'debug.tick', events: 99, state: 'ignored' }),
	name({ name: 'plan.changed', events: 5, state: 'registered' }),
];
const chosen = (wish: Partial<Parameters<typeof filterNames>[1]>) =>
	filterNames(names, { search: '', order: 'events', ignored: false, ...wish }).map(
		(one) => one.name,
	);

describe('the list of event names', () => {
	it('is ordered by events, then by name', () => {
		expect(chosen({})).toEqual(['Report.opened', 'plan.changed', 'report.exported']);
	});

	it('is ordered by last event, with names never seen last', () => {
		expect(chosen({ order: 'seen' })).toEqual(['Report.opened', 'report.exported', 'plan.changed']);
	});

	it('is searched regardless of case', () => {
		expect(chosen({ search: ' REPORT ', order: 'name' })).toEqual([
			'Report.opened',
			'report.exported',
		]);
	});

	it('separates ignored names', () => {
		expect(chosen({ ignored: true })).toEqual(['debug.tick']);
	});
});
