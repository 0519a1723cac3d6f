import type { Question } from '@feedback/contract';

import { estimateMean, estimateNps, type Estimate } from '../../_shared/estimate.ts';
import type { DigestPrompt, ScoreCount } from './read-digest.ts';

/** The score of a prompt in the period of a digest. */
export type Score = {
	question: string;
	now: Estimate;
	/** Difference from the period before; null when nothing was answered then. */
	change: Estimate | null;
	/** The highest value of a rating; null for a Net Promoter Score. */
	scale: number | null;
};

/** The prompt's first rating or NPS question that was answered; undefined without one. */
export function compareScores({ content, scores }: DigestPrompt): Score | undefined {
	for (const question of content.questions as Question[]) {
		if (question.type !== 'rating' && question.type !== 'nps') continue;
		const given = scores.filter((score) => score.question === question.id);
		const now = estimate(question, given, 'new');
		if (!now) continue;
		const before = estimate(question, given, 'before');
		return {
			question: question.title,
			now,
			change: before && subtract(now, before),
			scale: question.type === 'rating' ? question.scale : null,
		};
	}
	return undefined;
}

function estimate(
	question: Extract<Question, { type: 'rating' | 'nps' }>,
	scores: ScoreCount[],
	period: 'new' | 'before',
): Estimate | null {
	const counts = new Map(
		scores.filter((score) => score[period] > 0).map((score) => [score.value, score[period]]),
	);
	return question.type === 'nps' ? estimateNps(counts) : estimateMean(counts, 1, question.scale);
}

/** The difference of two independent estimates, its interval recovered from theirs (Zou and Donner 2008). */
function subtract(now: Estimate, before: Estimate): Estimate {
	const value = now.value - before.value;
	return {
		value,
		low: value - Math.hypot(now.value - now.low, before.high - before.value),
		high: value + Math.hypot(now.high - now.value, before.value - before.low),
	};
}
