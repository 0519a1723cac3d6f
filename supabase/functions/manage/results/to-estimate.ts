import {
	estimate,
	fixedMean,
	fixedNps,
	fixedShare,
	sampleNps,
	sampleRatings,
	sampleShare,
	sampleTopTwo,
	type Estimate,
	type Question,
	type RouteOutput,
	type Sample,
	type ValueCounts,
} from '@feedback/contract';

export type DescribedEstimate = NonNullable<RouteOutput<'summarizeResponses'>['response_rate']>;

/** The share of hits, with both intervals; null without answers. */
export function estimateShare(hits: number, all: number): DescribedEstimate | null {
	return withFixed(sampleShare(hits, all), fixedShare(hits, all));
}

/** The Net Promoter Score, with both intervals. */
export function estimateNps(scores: ValueCounts): DescribedEstimate | null {
	return withFixed(sampleNps(scores), fixedNps(scores));
}

/** The share of the two highest ratings, with both intervals. */
export function estimateTopTwo(ratings: ValueCounts, scale: number): DescribedEstimate | null {
	const sample = sampleTopTwo(ratings, scale);
	const [hits, misses] = [sample.counts.get(1) ?? 0, sample.counts.get(0) ?? 0];
	return withFixed(sample, fixedShare(hits, hits + misses));
}

/** The mean of a question's answers, with both intervals; null if they are not numbers. */
export function estimateMean(question: Question, scores: ValueCounts): DescribedEstimate | null {
	const sample = sampleScores(question, scores);
	return sample && withFixed(sample, fixedMean(sample));
}

/** The mean of changes from one answer to another, with both intervals; null if the question has no scores. */
export function estimateChange(question: Question, changes: ValueCounts): DescribedEstimate | null {
	const scale = sampleScores(question, changes);
	if (!scale) return null;
	const range = scale.max - scale.min;
	const sample = { counts: changes, min: -range, max: range };
	return withFixed(sample, fixedMean(sample));
}

/** The answers to a question as numbers of its scale; null if they are not numbers. */
export function sampleScores(question: Question, scores: ValueCounts): Sample | null {
	switch (question.type) {
		case 'rating':
			return sampleRatings(scores, question.scale);
		case 'nps':
			return { counts: scores, min: 0, max: 10 };
		case 'single_choice':
		case 'multiple_choice':
		case 'short_text':
		case 'long_text':
		case 'yes_no':
		case 'consent':
		case 'message':
			return null;
	}
}

function withFixed(sample: Sample, fixed: Estimate | null): DescribedEstimate | null {
	const watched = estimate(sample);
	return watched && fixed && { ...watched, fixed_n: { low: fixed.low, high: fixed.high } };
}
