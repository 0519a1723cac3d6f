import type { DisplayFigure } from '../routes/figure.ts';
import type { RouteOutput } from '../routes.ts';
import {
	listExplained,
	listScores,
	prefix,
	type ExplainedFigure,
	type Explanations,
	type Period,
} from './explained-figure.ts';

type Scores = RouteOutput<'getScores'>;
type Change = Scores['prompts'][number]['response_rate'];
type Counted = Pick<ExplainedFigure, 'of' | 'filter'>;

/**
 * Explains every figure of a prompt on the overview. A change counts the answers of both periods.
 *
 * @example
 * explainScores(prompt, scores).find(({ figure }) => figure === 'score.answers');
 * // { figure: …, of: 'responses', count: 40, filter: { since: …, figure: { question: 'ease', values: … } }, … }
 */
export function explainScores(
	{ score, response_rate: rate }: Scores['prompts'][number],
	{ since, since_before: before }: Pick<Scores, 'since' | 'since_before'>,
): ExplainedFigure[] {
	const explain = (change: Change, counting: (period: Period) => Counted): Explanations => {
		const { answers, answers_before: earlier } = change;
		const within = (count: number, period: Period) => ({
			...counting(period),
			count,
			share_of: null,
		});
		return {
			answers: within(answers, { since }),
			answers_before: within(earlier, { since: before, until: since }),
			...(change.estimate && { estimate: within(answers, { since }) }),
			...(change.estimate_before && {
				estimate_before: within(earlier, { since: before, until: since }),
			}),
			...(change.change && { change: within(answers + earlier, { since: before }) }),
		};
	};
	const shown = (figure: DisplayFigure) => (period: Period) => ({
		of: 'displays' as const,
		filter: { ...period, figure },
	});
	const rates = explain(rate, shown('displays'));
	if (rate.estimate) {
		rates['estimate'] = {
			...shown('answered')({ since }),
			count: Math.round(rate.estimate.value * rate.answers),
			share_of: 'answers',
		};
	}
	if (rate.estimate_before) {
		rates['estimate_before'] = {
			...shown('answered')({ since: before, until: since }),
			count: Math.round(rate.estimate_before.value * rate.answers_before),
			share_of: 'answers_before',
		};
	}
	const scores = score ? explainScore(score, explain) : {};
	return listExplained(
		Object.fromEntries([...prefix('score.', scores), ...prefix('response_rate.', rates)]),
	);
}

function explainScore(
	score: NonNullable<Scores['prompts'][number]['score']>,
	explain: (change: Change, counting: (period: Period) => Counted) => Explanations,
): Explanations {
	const given = (period: Period): Counted => ({
		of: 'responses',
		filter: {
			...period,
			figure: { question: score.question, as: score.version, values: listScores(score.scale) },
		},
	});
	return {
		...explain(score, given),
		...Object.fromEntries(
			score.trend.flatMap(({ since, until, answers }, at) => {
				const counted = { ...given({ since, until }), count: answers, share_of: null };
				return prefix(`trend.${at}.`, { answers: counted, score: counted });
			}),
		),
	};
}
