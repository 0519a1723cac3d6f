import { expect, it } from 'vitest';

import { createPaint } from '../../output/paint.ts';
import { responseSummary } from './summary.ts';

type Summary = Parameters<typeof responseSummary.render>[0];

const estimate = (value: number, low: number, high: number) => ({
	value,
	low,
	high,
	fixed_n: { low, high },
});
const wordings = [
	{ title: 'Why?', revisions: [3, 2], variants: [], answered: 6 },
	{ title: 'Why not?', revisions: [1], variants: [], answered: 2 },
];
const asked = {
	scale: null,
	wordings: [],
	revisions: [1],
	variants: [],
	reached: 9,
	answered: 8,
	skipped: 1,
};
const figures = { counts: {}, shares: {}, trend: [], mean: null, nps: null, top_two: null };
const question = { ...asked, ...figures };

const summary: Summary = {
	counted: 1,
	displays: 9,
	answered: 8,
	unconfirmed: 0,
	dismissed: 1,
	postponed: 0,
	responses: 8,
	final: 8,
	response_rate: null,
	time_to_answer: null,
	trend: [],
	questions: [
		{
			...question,
			id: 'recommend',
			type: 'nps',
			title: 'Recommend?',
			nps: estimate(12.4, -30.2, 55),
			mean: estimate(7.5, 6.25, 8.7),
		},
		{
			...question,
			id: 'effort',
			type: 'rating',
			title: 'Easy?',
			scale: 7,
			mean: estimate(5.5, 4.25, 6.5),
			top_two: estimate(0.5, 0.2, 0.8),
		},
		{ ...question, id: 'why', type: 'long_text', title: 'Why?', wordings },
	],
};

it('names each score of a question, with its interval', () => {
	const paint = createPaint({}, {}, false);
	const [, ...questions] = responseSummary.render(summary, paint).split('\n\n');
	expect(questions).toEqual([
		'Recommend? recommend, 8 of 9 answered\nNPS 12 (-30 to 55)\nMean 7.50 (6.25 to 8.70)',
		'Easy? effort, 8 of 9 answered\nCES, the mean 5.50 (4.25 to 6.50)\nCSAT, the two highest ratings 50% (20% to 80%)',
		'Why? why, 8 of 9 answered\nAsked as "Why?" in revision 2, 3: 6 answered\nAsked as "Why not?" in revision 1: 2 answered',
	]);
});
