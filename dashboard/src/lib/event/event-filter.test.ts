import { describe, expect, it } from 'vitest';

import { askForEvents, readEventFilter } from './event-filter.ts';

const visitor = '0192f0c1-2f3a-7c4d-8e5f-0123456789ab';
const ask = (query: string) => askForEvents(readEventFilter(new URLSearchParams(query)));

describe('the filter of the live tail', () => {
	it('comes from the address', () => {
		expect(ask(`name=report.exported&reason=audience&account=ada&visitor=${visitor}`)).toEqual({
			query: { name: 'report.exported', reason: 'audience', account: 'ada', visitor },
			faults: {},
		});
	});

	it('without anything narrows nothing', () => {
		expect(ask('name=+&other=1')).toEqual({ query: {}, faults: {} });
	});

	it.each([
		['name=a%20b', 'name'],
		['visitor=ada', 'visitor'],
		[`account=${'x'.repeat(256)}`, 'account'],
	])('tells what nothing can match: %s', (query, field) => {
		const { query: asked, faults } = ask(query);
		expect(asked).toEqual({});
		expect(Object.keys(faults)).toEqual([field]);
	});

	it('leaves out a reason that there is not', () => {
		expect(ask('reason=made_up')).toEqual({ query: {}, faults: {} });
	});
});
