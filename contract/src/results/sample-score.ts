import type { QuestionOf } from '../answer-kinds.ts';
import { sampleNps, sampleRatings, sampleThumbsUp, satisfiedFrom } from '../statistics/measures.ts';
import type { Sample, ValueCounts } from '../statistics/sample.ts';

type Scored = QuestionOf<'score'>;

const samples: {
	[Type in Scored['type']]: (
		counts: ValueCounts,
		question: Extract<Scored, { type: Type }>,
	) => Sample;
} = {
	rating: (counts, { scale }) =>
		satisfiedFrom(scale) === undefined ? sampleThumbsUp(counts) : sampleRatings(counts, scale),
	nps: sampleNps,
};

/**
 * The answers to a question as a sample whose mean is its score: the Net Promoter Score, the share of thumbs up, or the
 * mean rating.
 *
 * @example
 * meanOf(sampleScore(nps, new Map([[10, 6], [8, 2], [3, 2]]))); // 40
 */
export function sampleScore(question: Scored, counts: ValueCounts): Sample {
	const sample = samples[question.type] as (counts: ValueCounts, question: Scored) => Sample;
	return sample(counts, question);
}
