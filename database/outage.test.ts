import { expect, it } from 'vitest';

import { findOutage } from './outage.ts';

const failure = (code: unknown, message = 'failed') => Object.assign(new Error(message), { code });

it.each([
	failure('ECONNREFUSED'),
	failure('CONNECT_TIMEOUT'),
	failure('57P01'),
	failure('57014'),
	failure('53300'),
	failure('40P01'),
	failure('23514', 'no partition of relation "events" found for row'),
	new AggregateError([failure('ECONNREFUSED')]),
])('$code $message is temporary', (error) => {
	expect(findOutage(error)).toBeTypeOf('string');
});

it.each([
	failure('22P05'),
	failure('42501'),
	failure('23514', 'new row violates check constraint "x"'),
	failure(undefined),
	new TypeError('x is not a function'),
	'text',
])('%s is an internal error', (error) => {
	expect(findOutage(error)).toBe(undefined);
});
