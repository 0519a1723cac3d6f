import type { QuestionContent } from '#lib/prompt/prompt-content.ts';

import type { BranchContent } from './answer-tests.ts';

const both = ['answered', 'skipped'];

/**
 * Splits branches into those with a condition and the target of all other answers. In a prompt file, the last two
 * branches contain that target: one for an answered question, one for a skipped question.
 *
 * @example
 * splitBranches([{ when: { op: 'answered' }, go: 'end' }, { when: { op: 'skipped' }, go: 'end' }]);
 * // { conditional: [], otherwise: 'end' }
 */
export function splitBranches(branches: readonly BranchContent[]): {
	conditional: BranchContent[];
	/** Undefined: the next question. */
	otherwise: string | undefined;
} {
	const last = branches.slice(-2);
	const isBoth = both.every((op) => last.some(({ when }) => when.op === op && !('prompt' in when)));
	const isSame = new Set(last.map(({ go }) => go)).size === 1;
	if (last.length < 2 || !isBoth || !isSame)
		return { conditional: [...branches], otherwise: undefined };
	return { conditional: branches.slice(0, -2), otherwise: last[0]!.go };
}

/** Sets the target of the answers that no condition matches. Without a target, that is the next question. */
export function setOtherwise(question: QuestionContent, go: string | undefined): void {
	const { conditional } = splitBranches(question.branches ?? []);
	const rest =
		go === undefined ? [] : both.map((op) => ({ when: { op }, go }) as unknown as BranchContent);
	const branches = [...conditional, ...rest];
	question.branches = branches.length > 0 ? branches : undefined;
}
