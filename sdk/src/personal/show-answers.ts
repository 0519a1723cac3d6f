// Shows earlier answers in the texts of an open prompt.
import type { AnswerText, AnswerValue, PromptWords, QuestionToDraw } from '@feedback/contract/wire';
import { en } from '@feedback/contract/english';
import { writeValue } from '@feedback/contract/write-value';

import type { PromptOnPage } from '../drawing.ts';
import { toRecord } from '../json.ts';
import { shuffle } from '../ui/controls/choices.ts';

/**
 * Makes the texts follow `prompt.answers`: a text that is read contains the answers that were given until then.
 *
 * @example
 * showAnswers(prompt);
 * prompt.answers = { role: 'writer' };
 * prompt.questions[1].title; // 'What do you write?'
 */
export function showAnswers(prompt: PromptOnPage): void {
	for (const { path, parts } of prompt.answer_texts ?? []) {
		const holder = path.slice(0, -1).reduce<unknown>((place, key) => toRecord(place)[key], prompt);
		Object.defineProperty(holder, path.at(-1)!, {
			get: () => join(parts, prompt),
			enumerable: true,
		});
	}
	prompt.questions.forEach((question) => {
		if (!('randomize' in question) || !question.randomize) return;
		// A copy with its options in another order would have the texts of now.
		question.options = shuffle(question.options);
		question.randomize = false;
	});
}

function join(parts: AnswerText['parts'], prompt: PromptOnPage): string {
	const words = parts.map((part) => {
		if (typeof part === 'string') return part;
		const question = prompt.questions.find(({ id }) => id === part.question);
		const given = toRecord(prompt.answers)[part.question] as AnswerValue | undefined;
		return (question && writeAnswer(question, given, prompt)) ?? part.fallback;
	});
	return words.join('');
}

type YesNo = Extract<QuestionToDraw, { type: 'yes_no' }>;

/** An answer in the words that the visitor saw. */
function writeAnswer(
	question: QuestionToDraw,
	answer: AnswerValue | undefined,
	{ language, words = en }: { language: string; words?: PromptWords },
): string | undefined {
	if (Array.isArray(answer)) {
		const names = answer.flatMap((one) => nameChoice(question, one) ?? []);
		return writeValue(listNames(names, language), language);
	}
	if (typeof answer !== 'boolean') {
		const isNumber = typeof answer === 'number' || answer == null;
		return writeValue(isNumber ? answer : nameChoice(question, answer), language);
	}
	const { yes_label = words.yes, no_label = words.no } = question as Partial<YesNo>;
	return writeValue(answer ? yes_label : no_label, language);
}

/** The label of a choice; a text of the visitor is its own name. */
function nameChoice(question: QuestionToDraw, choice: string | { other: string }): string {
	if (typeof choice === 'object') return choice.other;
	const options = 'options' in question ? question.options : [];
	return options.find(({ value }) => value === choice)?.label ?? choice;
}

function listNames(names: string[], language: string): string {
	try {
		return new Intl.ListFormat(language).format(names);
	} catch {
		return names.join(', ');
	}
}
