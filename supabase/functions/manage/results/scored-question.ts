import { isScored, type Prompt, type QuestionOf } from '@feedback/contract';

export type ScoredQuestion = QuestionOf<'score'>;

/** The first NPS or rating question; with an experiment, of the first variant that has one. Null if there is none. */
export function findScoredQuestion({
	questions,
	experiment,
}: Pick<Prompt, 'questions' | 'experiment'>): ScoredQuestion | null {
	const asked = experiment
		? experiment.variants.flatMap((variant) => variant.questions ?? questions)
		: questions;
	return asked.find(isScored) ?? null;
}
