import type { Prompt, Question } from '@feedback/contract';

export type ScoredQuestion = Extract<Question, { type: 'nps' | 'rating' }>;

/** The first question that is an NPS or a rating, in a revision with an experiment that of its first variant with one; null without any. */
export function findScoredQuestion({
	questions,
	experiment,
}: Pick<Prompt, 'questions' | 'experiment'>): ScoredQuestion | null {
	const asked = experiment
		? experiment.variants.flatMap((variant) => variant.questions ?? questions)
		: questions;
	return asked.find((question) => isScored(question)) ?? null;
}

function isScored(question: Question): question is ScoredQuestion {
	return question.type === 'nps' || question.type === 'rating';
}
