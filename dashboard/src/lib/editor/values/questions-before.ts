import { hasWords } from '@feedback/contract';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import type { FieldPath } from '../field-path.ts';

/**
 * The questions whose answers a text can contain, by ID: those before its own question, or all for the thank-you.
 *
 * @example
 * questionsBefore(content, ['questions', 1, 'title']); // ['ease']
 */
export function questionsBefore({ questions }: PromptContent, path: FieldPath): string[] {
	const [part, at] = path;
	return questions
		.slice(0, part === 'questions' ? Number(at) : undefined)
		.filter(hasWords)
		.map(({ id }) => id);
}
