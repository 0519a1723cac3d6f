import {
	estimate,
	fixedMean,
	fixedNps,
	fixedShare,
	isScored,
	sampleNps,
	sampleShare,
	sampleTopTwo,
	satisfiedFrom,
	scoreRange,
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

/** The customer satisfaction score, with both intervals; null for a scale without one. */
export function estimateTopTwo(ratings: ValueCounts, scale: number): DescribedEstimate | null {
	const sample = sampleTopTwo(ratings, scale);
	if (!sample) return null;
	const [hits, misses] = [sample.counts.get(1) ?? 0, sample.counts.get(0) ?? 0];
	return withFixed(sample, fixedShare(hits, hits + misses));
}

/** The mean of a question's answers, with both intervals; null if they are not numbers, or thumbs. */
export function estimateMean(question: Question, scores: ValueCounts): DescribedEstimate | null {
	const sample = isThumbs(question) ? null : sampleNumbers(question, scores);
	return sample && withFixed(sample, fixedMean(sample));
}

/** The mean of changes from one answer to another, with both intervals; null if the question has no scores. */
export function estimateChange(question: Question, changes: ValueCounts): DescribedEstimate | null {
	const scale = sampleNumbers(question, changes);
	if (!scale) return null;
	const range = scale.max - scale.min;
	const sample = { counts: changes, min: -range, max: range };
	return withFixed(sample, fixedMean(sample));
}

/** Whether the question is answered by a thumb up or down. */
export function isThumbs(question: Question): boolean {
	return question.type === 'rating' && satisfiedFrom(question.scale) === undefined;
}

function sampleNumbers(question: Question, counts: ValueCounts): Sample | null {
	if (!isScored(question)) return null;
	const { from, to } = scoreRange(question);
	return { counts, min: from, max: to };
}

function withFixed(sample: Sample, fixed: Estimate | null): DescribedEstimate | null {
	const watched = estimate(sample);
	return watched && fixed && { ...watched, fixed_n: { low: fixed.low, high: fixed.high } };
}
