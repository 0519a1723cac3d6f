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

it('reads a group of the response rates', () => {
	const figure = { by: 'device', group: null, answered: true };
	expect(read({ figure: { ...figure, limit: 1 } })).toEqual({ figure });
	expect(read({ figure: { by: 'path', rest: true } })).toEqual({
		figure: { by: 'path', rest: true },
	});
});

it.each([
	'',
	'null',
	'[]',
	'{"figure":"all"}',
	'{"figure":{"question":"score"}}',
	'{"figure":{"by":"path"}}',
	'{"figure":{"by":"path","group":"/","rest":true}}',
])('reads no displays from %j', (json) => {
	expect(read(json)).toBeUndefined();
});
