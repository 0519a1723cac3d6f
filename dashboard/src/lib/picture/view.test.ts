import { expect, it } from 'vitest';

import { readResponseFilter } from '#lib/response/response-filter.ts';

import { describeFilter } from './view.ts';

it.each([
	['', ['All visitors.', 'All time.']],
	['period=30', ['All visitors.', 'Last 30 days.']],
	[
		'trait=plan:pro&revision=3&period=custom&from=2026-03-01&to=2026-03-31',
		['Filter: plan:pro, revision 3.', '1 March 2026 to 31 March 2026.'],
	],
	[
		'account=ada%E2%80%AE&period=custom&to=2026-03-31',
		['Filter: account ada\\u{202e}.', 'Until 31 March 2026.'],
	],
	[
		'variant=short&period=custom&from=2026-03-01',
		['Filter: variant short.', 'Since 1 March 2026.'],
	],
	['period=custom', ['All visitors.', 'All time.']],
	[
		`condition=${encodeURIComponent('{"answer":"score","op":"at_most","value":6}')}`,
		['The answer to “score” is at most 6.', 'All time.'],
	],
	[
		`trait=plan:pro&condition=${encodeURIComponent('{"all":[{"answer":"score"},3]}')}`,
		['Filter: plan:pro.', 'Condition {"all":[{"answer":"score"},3]}.', 'All time.'],
	],
])('describes the filter “%s”', (query, facts) => {
	expect(describeFilter(readResponseFilter(new URLSearchParams(query)))).toEqual(facts);
});
