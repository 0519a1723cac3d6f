import { expect, it } from 'vitest';

import { parseFigure } from './parse-figure.ts';

it('reads a figure as the results link to it', () => {
	const figure = { question: 'score', as: '3 short', values: ['9', '10'] };
	expect(parseFigure(JSON.stringify(figure))).toEqual(figure);
});

it.each([
	'{"as":1}',
	'{"question":"score","as":1}',
	'{"question":"score","more":1}',
	'[]',
	'score',
])('ignores %s', (json) => {
	expect(parseFigure(json)).toBeUndefined();
});
