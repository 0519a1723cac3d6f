import {
	listExplained,
	listScores,
	type ExplainedFigure,
	type Period,
} from './explained-figure.ts';

export type DigestFigures = {
	/** Responses in the period, and in the period before. */
	responses: number;
	before: number;
	/** The score of a question; the number of its answers in both periods. */
	score: {
		question: string;
		/** A version that asks it, such as "3" or "3 short". */
		version: string;
		scale: number | null;
		answers: number;
		answersBefore: number;
	} | null;
};

type Sent = { since: Date; until: Date; /** Whether partial responses count. */ partial: boolean };

/**
 * Explains the figures of a prompt in a digest, of the responses that meet the condition of its destination. The digest
 * counts responses with at least one answer.
 */
export function explainDigest(
	{ responses, before, score }: DigestFigures,
	{ since, until, partial }: Sent,
): ExplainedFigure[] {
	const middle = since.toISOString();
	const end = until.toISOString();
	const start = new Date(2 * since.getTime() - until.getTime()).toISOString();
	const now = { since: middle, until: end };
	const earlier = { since: start, until: middle };
	const count = (number: number, filter: Period & Pick<ExplainedFigure['filter'], 'figure'>) => ({
		of: 'responses' as const,
		count: number,
		filter: { ...filter, ...(!partial && { final: true as const }) },
		share_of: null,
	});
	const answered = { was: 'answered' } as const;
	const figure = score && {
		question: score.question,
		as: score.version,
		values: listScores(score.scale),
	};
	return listExplained({
		responses: count(responses, { ...now, figure: answered }),
		before: count(before, { ...earlier, figure: answered }),
		...(score &&
			figure && {
				score: count(score.answers, { ...now, figure }),
				'score.before': count(score.answersBefore, { ...earlier, figure }),
				'score.change': count(score.answers + score.answersBefore, {
					since: start,
					until: end,
					figure,
				}),
			}),
	});
}
