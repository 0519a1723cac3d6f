import { expect, it } from 'vitest';

import { describeShared } from './describe-shared.ts';
import { readRequestedLink } from './requested-link.ts';

it('reads a link that the command line requests, and rejects invalid links', () => {
	const asked = { name: 'For sales', filter: { days: 45 }, words: true, days: 7 };
	expect(readRequestedLink(JSON.stringify(asked))).toEqual(asked);
	expect(readRequestedLink('{"name":"All"}')).toEqual({ name: 'All', words: false, days: 30 });
	for (const wrong of ['', 'null', '{"name":""}', '{"name":"All","days":1000}']) {
		expect(readRequestedLink(wrong)).toBeUndefined();
	}
});

it.each([
	[{ trait: ['plan:pro'], days: 45 }, 'Filter: plan:pro. Last 45 days.'],
	[{ revision: 3 }, 'Filter: revision 3. All time.'],
	[
		{ since: '2026-10-06T22:00:00Z', until: '2026-10-08T10:30:00Z' },
		'All visitors. Since 7 October 2026 at 00:00. Until 8 October 2026 at 12:30.',
	],
])('describes what %j shows', (filter, said) => {
	expect(describeShared(filter, 'Europe/Vienna')).toBe(said);
});
