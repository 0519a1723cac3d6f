import { isSkipped } from '@feedback/contract';
import type { Answers, Question } from '@feedback/contract';

/** An answer as it is drawn. Its words are a visitor's: text, never markup. */
export type AnswerText =
	| { kind: 'score'; value: number; from: number; to: number }
	| { kind: 'choices'; labels: string[] }
	| { kind: 'text'; text: string }
	| { kind: 'skipped' };

/**
 * What a visitor answered, in the words of the question. Without the question, because a later revision
 * dropped it, the bare values.
 *
 * @example
 * describeAnswer(question, 4); // { kind: 'score', value: 4, from: 1, to: 5 }
 */
export function describeAnswer(question: Question | undefined, answer: unknown): AnswerText {
	if (isSkipped(answer as Answers[string] | undefined)) return { kind: 'skipped' };
	if (typeof answer === 'number') {
		if (question?.type === 'rating') {
			return { kind: 'score', value: answer, from: 1, to: question.scale };
		}
		if (question?.type === 'nps') return { kind: 'score', value: answer, from: 0, to: 10 };
		return { kind: 'text', text: String(answer) };
	}
	if (typeof answer === 'boolean')
		return { kind: 'choices', labels: [nameBoolean(question, answer)] };
	if (Array.isArray(answer)) {
		return { kind: 'choices', labels: answer.map((choice) => nameChoice(question, choice)) };
	}
	const hasOptions = question?.type === 'single_choice' || question?.type === 'multiple_choice';
	if (hasOptions || typeof answer === 'object') {
		return { kind: 'choices', labels: [nameChoice(question, answer)] };
	}
	return { kind: 'text', text: String(answer) };
}

function nameChoice(question: Question | undefined, choice: unknown): string {
	if (typeof choice === 'object' && choice !== null && 'other' in choice) {
		const label = question && 'other_label' in question ? question.other_label : undefined;
		return `${label ?? 'Other'}: ${String(choice.other)}`;
	}
	const options = question && 'options' in question ? question.options : [];
	return options.find((option) => option.value === choice)?.label ?? String(choice);
}

function nameBoolean(question: Question | undefined, answer: boolean): string {
	switch (question?.type) {
		case 'yes_no':
			return answer ? (question.yes_label ?? 'Yes') : (question.no_label ?? 'No');
		case 'consent':
			return answer ? 'Agreed' : 'Did not agree';
		case 'message':
			return answer ? 'Pressed the button' : 'Did not press the button';
		default:
			return answer ? 'Yes' : 'No';
	}
}
