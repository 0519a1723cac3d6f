import type { AnswerText, PromptToDraw, TextValues } from '../wire.ts';
import { listTexts } from './list-texts.ts';
import { parseText, type TextValue } from './parse-text.ts';
import { writeValue } from './write-value.ts';

/**
 * Returns the prompt with the values in its texts, or their fallbacks. A value is never read as a text with values. Texts
 * with earlier answers are listed in `answer_texts`, for the browser.
 *
 * @example
 * fillPrompt(prompt, { trait: { name: 'Ada' } }).questions[0].title; // 'How is it going, Ada?'
 */
export function fillPrompt(prompt: PromptToDraw, values: TextValues): PromptToDraw {
	const filled = structuredClone(prompt);
	const answerTexts = listTexts(filled).flatMap(({ path, text }): AnswerText[] => {
		const parts = parseText(text).map((part) => fillPart(part, values, filled.language));
		const words = parts.map((part) => (typeof part === 'string' ? part : part.fallback));
		writeAt(filled, path, words.join(''));
		return parts.every((part) => typeof part === 'string') ? [] : [{ path, parts }];
	});
	return answerTexts.length > 0 ? { ...filled, answer_texts: answerTexts } : filled;
}

function fillPart(
	part: string | TextValue,
	values: TextValues,
	language: string,
): AnswerText['parts'][number] {
	if (typeof part === 'string') return part;
	const { source, key, fallback } = part;
	if (source === 'answer') return { question: key, fallback };
	const known = values[source] ?? {};
	const value = Object.hasOwn(known, key) ? known[key] : undefined;
	return writeValue(value, language) ?? fallback;
}

function writeAt(place: unknown, path: readonly (string | number)[], text: string): void {
	const [key, ...rest] = path;
	const members = place as Record<string | number, unknown>;
	if (rest.length > 0) writeAt(members[key!], rest, text);
	else members[key!] = text;
}
