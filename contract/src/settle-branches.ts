import type { Branch } from './question.ts';
import type { Branch as BranchToDraw } from './wire.ts';

/**
 * The branches whose condition on an earlier prompt held when the prompt was displayed: their indexes, by question ID.
 */
export type MetBranches = Record<string, number[]>;

/** A question whose branches depend only on its own answer. */
export type Settled<Question> = Omit<Question, 'branches'> & { branches?: BranchToDraw[] };

/**
 * The question without conditions on earlier prompts: branches whose condition held match every answer, the others are
 * gone.
 *
 * @example
 * settleBranches(question, { ease: [0] }).branches;
 * // [{ when: { op: 'answered' }, go: 'why' }, { when: { op: 'skipped' }, go: 'why' }]
 */
export function settleBranches<
	Question extends { id: string; branches?: readonly Branch[] | undefined },
>(question: Question, met: MetBranches = {}): Settled<Question> {
	const { branches = [], ...rest } = question;
	const held = Object.hasOwn(met, question.id) ? met[question.id]! : [];
	const settled = branches.flatMap(({ when, go }, at): BranchToDraw[] => {
		if (!('prompt' in when)) return [{ when, go }];
		if (!held.includes(at)) return [];
		return [
			{ when: { op: 'answered' }, go },
			{ when: { op: 'skipped' }, go },
		];
	});
	return settled.length > 0 ? { ...rest, branches: settled } : rest;
}

/** The prompt as it is displayed where these conditions held. */
export function settlePrompt<
	Prompt extends { questions: { id: string; branches?: readonly Branch[] | undefined }[] },
>(prompt: Prompt, met: MetBranches | undefined): Prompt {
	if (!met) return prompt;
	return {
		...prompt,
		questions: prompt.questions.map((question) => settleBranches(question, met)),
	};
}

/** Whether a branch of these questions depends on an earlier prompt. */
export function hasEarlierAnswers(
	questions: readonly { branches?: readonly Branch[] | undefined }[],
): boolean {
	return questions.some(({ branches = [] }) => branches.some(({ when }) => 'prompt' in when));
}
