import { describe, expect, it } from 'vitest';

import { toEventQuery, readEventFilter } from './event-filter.ts';

const visitor = '0192f0c1-2f3a-7c4d-8e5f-0123456789ab';
const ask = (query: string) => toEventQuery(readEventFilter(new URLSearchParams(query)));

describe('the filter of the live tail', () => {
	it('is read from the URL', () => {
		expect(ask(`name=report.exported&reason=audience&account=ada&visitor=${visitor}`)).toEqual({
			query: { name: 'report.exported', reason: 'audience', account: 'ada', visitor },
			errors: {},
		});
	});

	it('may be about one prompt, by its survey ID', () => {
		expect(ask('prompt=export-nps')).toEqual({ query: { prompt: 'export-nps' }, errors: {} });
	});

	it('without values matches every event', () => {
		expect(ask('name=+&other=1')).toEqual({ query: {}, errors: {} });
	});

	it.each([
		['name=a%20b', 'name'],
		['visitor=ada', 'visitor'],
		[`account=${'x'.repeat(256)}`, 'account'],
		['prompt=Export%20NPS', 'prompt'],
	])('reports what cannot match anything: %s', (query, field) => {
		const { query: asked, errors } = ask(query);
		expect(asked).toEqual({});
		expect(Object.keys(errors)).toEqual([field]);
	});

	it('ignores an unknown reason', () => {
		expect(ask('reason=made_up')).toEqual({ query: {}, errors: {} });
	});
});
