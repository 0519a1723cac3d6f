import { limits } from '../limits.ts';
import type { PeriodChange } from '../routes/scores.ts';
import { compareSamples } from '../statistics/compare.ts';
import { estimate } from '../statistics/estimate.ts';
import { countSample, type Sample } from '../statistics/sample.ts';
import { writeRange } from './describe-difference.ts';

/**
 * A figure of a period and its change since the period before. Both are missing if there are too few answers.
 *
 * @example
 * compareWithBefore('nps', sampleNps(now), sampleNps(before)).sentence; // 'Higher by 3 to 12 points.'
 */
export function compareWithBefore(
	measure: PeriodChange['measure'],
	now: Sample,
	before: Sample,
): PeriodChange {
	const [answers, earlier] = [countSample(now), countSample(before)];
	const isEnough = answers >= limits.results.leastAnswers;
	const isComparable = isEnough && earlier >= limits.results.leastAnswers;
	const figure = {
		measure,
		answers,
		answers_before: earlier,
		estimate: isEnough ? estimate(now) : null,
		estimate_before: earlier >= limits.results.leastAnswers ? estimate(before) : null,
		change: isComparable ? compareSamples(now, before) : null,
	};
	return { ...figure, sentence: writeChange(figure) };
}

function writeChange({
	measure,
	answers,
	answers_before: earlier,
	estimate,
	change,
}: Omit<PeriodChange, 'sentence' | 'estimate_before'>): string {
	const counted = measure === 'response_rate' ? 'displays' : 'answers';
	if (!estimate) {
		return answers === 0
			? `No ${counted} in this period.`
			: `Too few ${counted} in this period: ${answers} of at least ${limits.results.leastAnswers}.`;
	}
	if (earlier === 0) return `No earlier ${counted} to compare with.`;
	if (!change) return `Too few ${counted} in the period before.`;
	const { low, high } = change;
	if (low > 0) return `Higher by ${writeRange(measure, low, high)}.`;
	if (high < 0) return `Lower by ${writeRange(measure, -high, -low)}.`;
	return `Too few ${counted} to tell, or no change.`;
}
