import { describe, expect, it } from 'vitest';

import { compareSamples } from '../statistics/compare.ts';
import { countAnswersNeeded } from '../statistics/answers-needed.ts';
import { estimate } from '../statistics/estimate.ts';
import { sampleShare } from '../statistics/measures.ts';
import type { Difference } from '../routes/comparison.ts';
import { concludeExperiment } from './conclude-experiment.ts';
import { describeDifference } from './describe-difference.ts';
import { watchDifference } from './watch-difference.ts';

type Counts = [yes: number, answers: number];

/** The difference of two response rates. */
function differ(one: Counts, other: Counts): Difference {
	const [first, second] = [sampleShare(...one), sampleShare(...other)];
	const difference = compareSamples(first, second);
	const isKnown = difference !== null && (difference.low > 0 || difference.high < 0);
	const found = {
		measure: 'response_rate',
		choice: null,
		one: { answers: one[1], estimate: estimate(first) },
		other: { answers: other[1], estimate: estimate(second) },
		difference,
		more_answers: isKnown ? null : countAnswersNeeded(first, second),
	} as const;
	return { ...found, sentence: describeDifference(found, { one: 'short', other: 'control' }) };
}

const pace = { perDay: 20, isRunning: true };

describe('a difference that is watched', () => {
	it('is found', () => {
		const watched = watchDifference(differ([400, 500], [250, 500]), pace);
		expect(watched).toMatchObject({ outlook: 'different', days: null });
		expect(watched.sentence).toMatch(/^short is higher by \d+ to \d+ percentage points\.$/);
	});

	it('needs as many days as its answers take at the present pace', () => {
		const found = differ([70, 100], [55, 100]);
		const watched = watchDifference(found, pace);
		expect(watched.outlook).toBe('wait');
		expect(watched.days).toBe(Math.ceil(found.more_answers! / 20));
		expect(watched.sentence).toBe(
			found.sentence.replace('more.', `more, in about ${watched.days} days.`),
		);
		expect(watchDifference(found, { perDay: 5_000, isRunning: true }).sentence).toMatch(
			/more, within a day\.$/,
		);
	});

	it('of two alike variants says that waiting is unlikely to help, and how small it is', () => {
		const watched = watchDifference(differ([500, 1_000], [501, 1_000]), pace);
		expect(watched).toMatchObject({ outlook: 'unlikely', days: null });
		expect(watched.sentence).toMatch(
			/^Waiting is unlikely to help: a difference this size needs more than 90 days\. It is at most \d+ percentage points lower or \d+ percentage points higher\.$/,
		);
	});

	it('claims nothing from a few answers, however alike', () => {
		expect(watchDifference(differ([3, 6], [3, 6]), pace).outlook).toBe('few');
		expect(watchDifference(differ([3, 6], [0, 0]), pace)).toMatchObject({
			outlook: 'few',
			sentence: 'control has no displays yet.',
		});
	});

	it('of a prompt that is not shown names the reason', () => {
		const found = differ([70, 100], [55, 100]);
		expect(watchDifference(found, { perDay: 0, isRunning: true })).toMatchObject({
			outlook: 'unlikely',
			sentence: 'Too few displays to tell, and none in the last 7 days.',
		});
		expect(watchDifference(found, { perDay: 9, isRunning: false }).sentence).toBe(
			'Too few displays to tell, and the prompt is not published.',
		);
	});
});

describe('the conclusion of an experiment', () => {
	const watch = (found: Difference, more = {}) => ({
		...found,
		question: null,
		title: null,
		...watchDifference(found, pace),
		...more,
	});
	const [better, open, alike] = [
		watch(differ([400, 500], [250, 500])),
		watch(differ([70, 100], [55, 100])),
		watch(differ([500, 1_000], [501, 1_000])),
	];
	const conclude = (...differences: (typeof better)[]) => concludeExperiment([{ differences }]);

	it('is what was found, else the shortest wait, else that waiting does not help', () => {
		expect(conclude(alike, open, better)).toMatchObject({
			outlook: 'different',
			sentences: [`Response rate: ${better.sentence}`],
		});
		expect(conclude(alike, open)).toMatchObject({ outlook: 'wait', days: open.days });
		expect(conclude(alike)).toMatchObject({ outlook: 'unlikely', days: null });
		expect(concludeExperiment([])).toEqual({ outlook: 'few', days: null, sentences: [] });
	});

	it('does not rest on one of several choices', () => {
		const share = { measure: 'share' as const, question: 'why', title: 'Why?' };
		const choices = ['price', 'speed'].map((choice) => watch(better, { ...share, choice }));
		expect(conclude(alike, ...choices).outlook).toBe('unlikely');
		const yes = watch(better, { ...share, choice: 'true' });
		expect(conclude(alike, yes).sentences).toEqual([`“Why?” (yes): ${better.sentence}`]);
	});
});
