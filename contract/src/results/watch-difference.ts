import { limits } from '../limits.ts';
import type { Difference } from '../routes/comparison.ts';
import type { Outlook, WatchedDifference } from '../routes/experiment.ts';
import { writeRange } from './describe-difference.ts';

/** How fast answers arrive. */
export type Pace = {
	/** Displays or answers of both sides together. */
	perDay: number;
	/** Whether the prompt is shown at all. */
	isRunning: boolean;
};

type Watched = Pick<WatchedDifference, 'outlook' | 'days' | 'sentence'>;

/**
 * Says what waiting would bring to a difference, at the present pace.
 *
 * @example
 * watchDifference(difference, { perDay: 12, isRunning: true }).sentence;
 * // 'Too few answers to tell; a difference this size needs about 140 more, in about 12 days.'
 */
export function watchDifference(found: Difference, pace: Pace): Watched {
	const { difference, more_answers: more, sentence } = found;
	const answer = (outlook: Outlook, text = sentence, days: number | null = null): Watched => ({
		outlook,
		days,
		sentence: text,
	});
	if (!difference) return answer('few');
	if (difference.low > 0 || difference.high < 0) return answer('different');
	const what = found.measure === 'response_rate' ? 'displays' : 'answers';
	if (!pace.isRunning) {
		return answer('unlikely', `Too few ${what} to tell, and the prompt is not published.`);
	}
	if (pace.perDay === 0) {
		return answer(
			'unlikely',
			`Too few ${what} to tell, and none in the last ${limits.experiment.paceDays} days.`,
		);
	}
	const days = more === null ? Infinity : Math.ceil(more / pace.perDay);
	if (days <= limits.experiment.waitDays) {
		const when = days === 1 ? 'within a day' : `in about ${days} days`;
		return answer('wait', sentence.replace(/\.$/, `, ${when}.`), days);
	}
	const least = Math.min(found.one.answers, found.other.answers);
	// A few answers may look alike by chance.
	if (least < limits.results.leastAnswers) return answer('few');
	return answer(
		'unlikely',
		`Waiting is unlikely to help: a difference this size needs more than ${limits.experiment.waitDays} days. It is ${writeBounds(found)}.`,
	);
}

/** The bounds of a difference that may be zero, such as "at most 3 points lower and at most 2 points higher". */
function writeBounds({ measure, difference }: Difference): string {
	const { low, high } = difference!;
	const write = (bound: number) => writeRange(measure, bound, bound);
	return `at most ${write(-low)} lower or ${write(high)} higher`;
}
