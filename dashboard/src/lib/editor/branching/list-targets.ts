import type { QuestionContent } from '#lib/prompt/prompt-content.ts';
import { visibleText } from '#lib/text/visible-text.ts';

/** Lists where an answer to a question can lead: only to later questions, so that there is never a loop. */
export function listTargets(
	questions: readonly QuestionContent[],
	at: number,
): { value: string; label: string }[] {
	return [
		...questions
			.slice(at + 1)
			.map(({ id, title }, index) => ({
				value: id,
				label: `${at + index + 2}. ${visibleText(title.trim() || id)}`,
			})),
		{ value: 'end', label: 'End of survey' },
	];
}
