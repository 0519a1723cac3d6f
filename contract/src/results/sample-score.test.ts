import { expect, it } from 'vitest';

import { meanOf } from '../statistics/sample.ts';
import { sampleScore } from './sample-score.ts';

const rating = (scale: 2 | 5) =>
	({ id: 'ease', type: 'rating', title: 'How easy was it?', scale }) as never;

it.each([
	['the share of thumbs up', 2, { 2: 3, 1: 1 }, 0.75],
	['the mean rating', 5, { 5: 3, 1: 1 }, 4],
] as const)('a score is %s on a scale of %i', (_, scale, counts, score) => {
	const given = new Map(Object.entries(counts).map(([value, count]) => [Number(value), count]));
	expect(meanOf(sampleScore(rating(scale), given))).toBe(score);
});
