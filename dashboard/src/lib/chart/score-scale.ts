import { formatMean, formatNps } from './figures.ts';
import { formatPercent } from '#lib/text/format-percent.ts';
import type { QuestionSummary, TrendPoint } from './figures.ts';

export type ScorePoint = Pick<TrendPoint, 'from' | 'to' | 'answers' | 'reworded'> & {
	score: NonNullable<TrendPoint['score']>;
};

/** How the scores of a trend are drawn. */
export type ScoreScale = {
	min: number;
	max: number;
	ticks: number[];
	format: (score: number) => string;
	/** Name of the line. */
	name: string;
};

/** The scale of the scores in the trend of a question. */
export function findScoreScale({
	type,
	scale,
}: {
	type: string;
	scale: QuestionSummary['scale'];
}): ScoreScale {
	if (type === 'nps') {
		return { min: -100, max: 100, ticks: [-100, -50, 0, 50, 100], format: formatNps, name: 'NPS' };
	}
	const shares = { min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1], format: formatPercent };
	if (type === 'rating') {
		if (scale === 2) return { ...shares, name: 'Thumbs up' };
		const max = scale ?? 5;
		const ticks = Array.from({ length: max }, (_, at) => at + 1);
		return { min: 1, max, ticks, format: formatMean, name: 'Mean' };
	}
	return { ...shares, name: 'Share' };
}
