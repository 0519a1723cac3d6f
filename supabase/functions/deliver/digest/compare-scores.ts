import {
	compareSamples,
	estimate,
	isScored,
	sampleScore,
	type Estimate,
	type Question,
	type QuestionOf,
	type Sample,
} from '@feedback/contract';

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
		if (!isScored(question)) continue;
		const given = scores.filter((score) => score.question === question.id);
		const [now, before] = [sample(question, given, 'new'), sample(question, given, 'before')];
		const score = estimate(now);
		if (!score) continue;
		return {
			question: question.title,
			now: score,
			change: compareSamples(now, before),
			scale: 'scale' in question ? question.scale : null,
		};
	}
	return undefined;
}

function sample(
	question: QuestionOf<'score'>,
	scores: ScoreCount[],
	period: 'new' | 'before',
): Sample {
	return sampleScore(question, new Map(scores.map((score) => [score.value, score[period]])));
}
