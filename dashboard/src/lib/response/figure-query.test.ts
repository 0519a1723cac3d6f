import { expect, it } from 'vitest';

import { linkDisplays, readDisplays } from './figure-query.ts';

const read = (displays: object | string) =>
	readDisplays(
		new URLSearchParams({
			displays: typeof displays === 'string' ? displays : JSON.stringify(displays),
		}),
	);

it('reads the displays that a link of the results names', () => {
	const filter = { figure: 'dismissed', since: '2026-11-01T00:00:00.000Z' } as const;
	const page = { pathname: '/results', searchParams: new URLSearchParams('trait=plan:pro') };
	const link = new URL(linkDisplays(page, filter), 'https://feedback.example');
	expect(readDisplays(link.searchParams)).toEqual(filter);
	expect(link.searchParams.get('trait')).toBe('plan:pro');
});

it('takes nothing else from the URL', () => {
	expect(
		read({ figure: 'timed', since: 'yesterday', until: 5, limit: 9_000, prompt: 'other' }),
	).toEqual({ figure: 'timed' });
});

it.each(['', 'null', '[]', '{"figure":"all"}', '{"figure":{"question":"score"}}'])(
	'reads no displays from %j',
	(json) => {
		expect(read(json)).toBeUndefined();
	},
);
