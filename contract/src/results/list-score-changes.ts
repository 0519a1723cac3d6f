import type { RouteOutput } from '../routes.ts';
import type { PeriodChange } from '../routes/scores.ts';
import { writeRange } from './describe-difference.ts';
import { measureNames, writeFigure } from './write-figure.ts';

type Scores = RouteOutput<'getScores'>;
type Scored = Pick<Scores['prompts'][number], 'id' | 'response_rate'> & {
	score: PeriodChange | null;
};
type Change = Scores['changes'][number];

/** Widths of the scales, by which changes are ordered. Means are those of ratings from 1 to 7. */
const widths: Record<PeriodChange['measure'], number> = {
	nps: 200,
	mean: 6,
	top_two: 1,
	share: 1,
	response_rate: 1,
};

/**
 * Lists what changed since the period before: figures whose interval of the change does not contain zero. Counts the others. The change that is large even at
 * the near end of its interval comes first: a large value of few answers does not.
 *
 * @example
 * listScoreChanges(prompts).changes[0].sentence; // 'NPS rose by 12 to 31 points, from +20 to +42.'
 */
export function listScoreChanges(prompts: readonly Scored[]): Pick<Scores, 'changes' | 'unclear'> {
	const compared = prompts.flatMap(({ id, score, response_rate }) =>
		Object.entries({ score, response_rate }).flatMap(([figure, found]) =>
			found?.change ? [{ prompt: id, figure: figure as Change['figure'], found }] : [],
		),
	);
	const clear = compared
		.map((one) => ({ ...one, least: findLeast(one.found) }))
		.filter(({ least }) => least > 0)
		.sort((one, other) => other.least - one.least);
	return {
		changes: clear.map(({ prompt, figure, found }) => ({
			prompt,
			figure,
			sentence: writeSentence(found),
		})),
		unclear: compared.length - clear.length,
	};
}

/** The least plausible size of a change, as a share of its scale; 0 if there may be none. */
function findLeast({ measure, change }: PeriodChange): number {
	const { low, high } = change!;
	return Math.max(low, -high, 0) / widths[measure];
}

function writeSentence({
	measure,
	estimate,
	estimate_before: before,
	change,
}: PeriodChange): string {
	const { low, high } = change!;
	const [verb, range] =
		low > 0 ? ['rose', writeRange(measure, low, high)] : ['fell', writeRange(measure, -high, -low)];
	const write = (value: number) => writeFigure(measure, value);
	return `${measureNames[measure]} ${verb} by ${range}, from ${write(before!.value)} to ${write(estimate!.value)}.`;
}
