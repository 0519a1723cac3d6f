import type { Prompt, Question } from '@feedback/contract';

export type ScoredQuestion = Extract<Question, { type: 'nps' | 'rating' }>;

/** The first NPS or rating question; with an experiment, of the first variant that has one. Null if there is none. */
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
