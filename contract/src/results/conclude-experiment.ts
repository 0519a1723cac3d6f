import type { ExperimentResult, Outlook, WatchedDifference } from '../routes/experiment.ts';
import { measureNames } from './write-figure.ts';

type Conclusion = ExperimentResult['conclusion'];

/** Number of the differences that a conclusion names. */
const named = 3;

/** As long as one figure has too few answers, waiting may help. */
const order: readonly Outlook[] = ['different', 'wait', 'few', 'unlikely'];

/**
 * Says in sentences what an experiment has found, or how long to wait. Shares of single choices do not count: of many,
 * one may differ by chance.
 *
 * @example
 * concludeExperiment(comparisons).sentences;
 * // ['Response rate: short is higher by 4 to 9 percentage points.']
 */
export function concludeExperiment(
	comparisons: readonly { differences: readonly WatchedDifference[] }[],
): Conclusion {
	const all = comparisons.flatMap(({ differences }) =>
		differences.filter((one) => one.choice === null || isOnlyShare(one, differences)),
	);
	const outlook =
		order.find((one) => all.some((difference) => difference.outlook === one)) ?? 'few';
	const found = all
		.filter((difference) => difference.outlook === outlook)
		.sort((one, other) => (one.days ?? 0) - (other.days ?? 0))
		.slice(0, outlook === 'different' ? named : 1);
	return {
		outlook,
		days: found[0]?.days ?? null,
		sentences: found.map((difference) => `${nameFigure(difference)}: ${difference.sentence}`),
	};
}

/** Whether a question has one share only, such as that of yes or of thumbs up. */
function isOnlyShare({ question }: WatchedDifference, all: readonly WatchedDifference[]): boolean {
	return all.filter((one) => one.question === question).length === 1;
}

function nameFigure({ measure, title, choice }: WatchedDifference): string {
	if (measure === 'response_rate') return measureNames.response_rate;
	const names = { nps: 'NPS', mean: 'mean', top_two: 'CSAT', share: nameShare(choice) };
	return `“${title}” (${names[measure]})`;
}

function nameShare(choice: string | null): string {
	if (choice === 'true') return 'yes';
	return choice === '2' ? 'thumbs up' : (choice ?? '');
}
