import type { ResponseFigure } from '../routes/figure.ts';
import type { RouteOutput } from '../routes.ts';
import {
	identifyQuestion,
	listExplained,
	prefix,
	type ExplainedFigure,
	type Explanations,
} from './explained-figure.ts';

type RepeatAnswers = RouteOutput<'getRepeatAnswers'>;

/**
 * Explains every figure of repeat answers by one response of each person: their first for the mean of the first scores,
 * otherwise their latest.
 *
 * @example
 * explainRepeatAnswers(answers).find(({ figure }) => figure === 'questions.0.scores.higher');
 * // { figure: …, of: 'responses', count: 5, filter: { figure: { question: 'ease', as: '2', repeated: 'higher' } }, … }
 */
export function explainRepeatAnswers({
	questions,
	counted_since: since,
}: RepeatAnswers): ExplainedFigure[] {
	const explain = (question: RepeatAnswers['questions'][number]): Explanations => {
		const { respondents, scores } = question;
		const people = (count: number, repeated: ResponseFigure['repeated']) => ({
			of: 'responses' as const,
			count,
			filter: {
				...(since !== null && { since }),
				figure: { ...identifyQuestion(question), repeated },
			},
			share_of: null,
		});
		const all = people(respondents, 'latest');
		const part = (which: 'higher' | 'same' | 'lower') =>
			scores && {
				[`scores.${which}`]: { ...people(scores[which], which), share_of: 'respondents' },
			};
		return {
			respondents: all,
			...(scores && {
				'scores.first': people(respondents, 'first'),
				'scores.latest': all,
				'scores.change': all,
			}),
			...part('higher'),
			...part('same'),
			...part('lower'),
		};
	};
	return listExplained(
		Object.fromEntries(
			questions.flatMap((question, at) => prefix(`questions.${at}.`, explain(question))),
		),
	);
}
