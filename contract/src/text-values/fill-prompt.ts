import { toPrefill } from '../prefill.ts';
import type {
	AnswerText,
	PromptToDraw,
	QuestionToDraw,
	TextValues,
	TextValueSource,
	Value,
} from '../wire.ts';
import { listTexts } from './list-texts.ts';
import { parseText, readSource, type TextValue } from './parse-text.ts';
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
	const prefill = takePrefill(filled.questions, values);
	return {
		...filled,
		...(answerTexts.length > 0 && { answer_texts: answerTexts }),
		...(Object.keys(prefill).length > 0 && { prefill }),
	};
}

/** The first answers of questions that name where these come from, which is removed. */
function takePrefill(
	questions: (QuestionToDraw & { prefill_from?: string })[],
	values: TextValues,
): NonNullable<PromptToDraw['prefill']> {
	const answers = questions.map((question) => {
		const named = readSource(question.prefill_from ?? '');
		delete question.prefill_from;
		const answer = named && toPrefill(question, findValue(values, named.source, named.key));
		return [question.id, answer] as const;
	});
	return Object.fromEntries(
		answers.flatMap(([id, answer]) => (answer === undefined ? [] : [[id, answer]])),
	);
}

function findValue(values: TextValues, source: TextValueSource, key: string): Value | undefined {
	const known = values[source] ?? {};
	return Object.hasOwn(known, key) ? known[key] : undefined;
}

function fillPart(
	part: string | TextValue,
	values: TextValues,
	language: string,
): AnswerText['parts'][number] {
	if (typeof part === 'string') return part;
	const { source, key, fallback } = part;
	if (source === 'answer') return { question: key, fallback };
	return writeValue(findValue(values, source, key), language) ?? fallback;
}

function writeAt(place: unknown, path: readonly (string | number)[], text: string): void {
	const [key, ...rest] = path;
	const members = place as Record<string | number, unknown>;
	if (rest.length > 0) writeAt(members[key!], rest, text);
	else members[key!] = text;
}
