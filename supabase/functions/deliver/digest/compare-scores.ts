import {
	askedKey,
	compareSamples,
	countSample,
	estimate,
	isScored,
	listVersions,
	sampleScore,
	type Estimate,
	type Question,
	type QuestionOf,
	type RevisionRow,
	type Sample,
} from '@feedback/contract';

import type { DigestPrompt, ScoreCount } from './read-digest.ts';

/** The score of a prompt in the period of a digest. */
export type Score = {
	question: { id: string; title: string };
	/** A version that asks it; undefined if only other variants were answered. */
	version: string | undefined;
	/** Number of answers in the period, and in the period before. */
	answers: number;
	answersBefore: number;
	now: Estimate;
	/** Difference from the period before; null when nothing was answered then. */
	change: Estimate | null;
	/** The highest value of a rating; null for a Net Promoter Score. */
	scale: number | null;
};

/** The prompt's first rating or NPS question that was answered; undefined without one. */
export function compareScores({
	revision: number,
	content,
	scores,
}: DigestPrompt): Score | undefined {
	for (const question of content.questions as Question[]) {
		if (!isScored(question)) continue;
		const given = scores.filter((score) => score.question === question.id);
		const [now, before] = [sample(question, given, 'new'), sample(question, given, 'before')];
		const score = estimate(now);
		if (!score) continue;
		return {
			question: { id: question.id, title: question.title },
			version: findVersion(question, { number, content: content as RevisionRow['content'] }),
			answers: countSample(now),
			answersBefore: countSample(before),
			now: score,
			change: compareSamples(now, before),
			scale: 'scale' in question ? question.scale : null,
		};
	}
	return undefined;
}

function findVersion(question: Question, revision: RevisionRow): string | undefined {
	return listVersions(revision).find(({ questions }) =>
		questions.some((one) => askedKey(one) === askedKey(question)),
	)?.key;
}

function sample(
	question: QuestionOf<'score'>,
	scores: ScoreCount[],
	period: 'new' | 'before',
): Sample {
	return sampleScore(question, new Map(scores.map((score) => [score.value, score[period]])));
}
