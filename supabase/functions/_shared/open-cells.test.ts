import { afterEach, describe, expect, it } from 'vitest';

import { openCells } from './open-cells.ts';

const variable = 'FEEDBACK_TEST_CELLS';
afterEach(() => {
	delete process.env[variable];
});

const open = (text: string | undefined) => {
	if (text !== undefined) process.env[variable] = text;
	return [...openCells(variable, (url) => url.toUpperCase())];
};

describe('the cells of the environment', () => {
	it('are none without the variable', () => {
		expect(open(undefined)).toEqual([]);
		expect(open('')).toEqual([]);
	});

	it('have the names and URLs that it lists', () => {
		expect(open('one=postgres://a?x=1 eu-2=postgres://b')).toEqual([
			['one', 'POSTGRES://A?X=1'],
			['eu-2', 'POSTGRES://B'],
		]);
	});

	it.each(['postgres://a', 'One=postgres://a', 'one=', 'home=postgres://a'])(
		'are not %s',
		(text) => {
			expect(() => open(text)).toThrow(`${variable} must list cells as name=url.`);
		},
	);
});
