import { hasWords } from '../answer-kinds.ts';
import type { Prompt } from '../prompt.ts';
import type { Question } from '../question.ts';
import { listTexts, type PlacedText } from '../text-values/list-texts.ts';
import {
	isSource,
	scanText,
	valueSources,
	type TextFault,
	type TextValue,
} from '../text-values/parse-text.ts';
import type { LintIssue } from './lint-issue.ts';
import { toVisible } from './visible-text.ts';

type Texts = Pick<
	Prompt,
	'name' | 'questions' | 'thank_you' | 'translations' | 'ask_later' | 'button_labels' | 'trigger'
>;

/** Values in texts that cannot be shown, in every language, and values where texts take none. */
export function lintValues(prompt: Texts): LintIssue[] {
	return [
		...listTexts(prompt).flatMap(({ path, text }) =>
			scanText(text).flatMap((part): LintIssue[] => {
				if (typeof part === 'string') return [];
				const fault = findFault(part) ?? findAnswerFault(part, path, prompt.questions);
				if (fault) return [{ severity: 'error', path, message: fault }];
				return prompt.trigger || !part.source.endsWith('event') ? [] : [withoutEvent(path)];
			}),
		),
		...prompt.questions.flatMap((question, at) => lintPrefill(question, ['questions', at])),
		...listFixedTexts(prompt).flatMap(({ path, text }): LintIssue[] =>
			scanText(text).every((part) => typeof part === 'string')
				? []
				: [{ severity: 'error', path, message: 'takes no values: {{…}} would be shown as it is' }],
		),
	];
}

function findFault(part: TextValue | TextFault): string | undefined {
	if (!('written' in part)) {
		return toVisible(part.fallback) === ''
			? `has a fallback of {{${part.source}.${part.key}}} that draws nothing`
			: undefined;
	}
	const { written, source, key } = part;
	if (!isSource(source)) {
		return `has ${written}, but values come from ${valueSources.join(', ')}; to show braces, write \\{{`;
	}
	if (key === '') return `has ${written}, which names no key: write {{${source}.name | …}}`;
	return `has {{${source}.${key}}} without a fallback: write {{${source}.${key} | …}}`;
}

/** A consent has to be given by the visitor, a picture has to be taken, and a message has no answer. */
function lintPrefill(question: Question, path: LintIssue['path']): LintIssue[] {
	if (question.prefill_from === undefined || hasWords(question)) return [];
	const message = `does not go with the type ${question.type}`;
	return [{ severity: 'error', path: [...path, 'prefill_from'], message }];
}

/** Why a text cannot contain the answer that it names. */
function findAnswerFault(
	{ source, key }: { source: string; key: string },
	path: LintIssue['path'],
	questions: Texts['questions'],
): string | undefined {
	if (source !== 'answer') return undefined;
	const asked = questions.findIndex(({ id }) => id === key);
	// The place of the text: a question, or after all of them.
	const place = path[0] === 'translations' ? path.slice(2) : path;
	const at =
		place[0] !== 'questions'
			? questions.length
			: typeof place[1] === 'number'
				? place[1]
				: questions.findIndex(({ id }) => id === place[1]);
	if (asked >= 0 && asked < at && hasWords(questions[asked]!)) return undefined;
	const named = questions.slice(0, at).filter(hasWords);
	const ids = named.map(({ id }) => id).join(', ');
	return `has an answer to "${key}", which is no earlier question with an answer in words${ids ? `; those are ${ids}` : ''}`;
}

function withoutEvent(path: LintIssue['path']): LintIssue {
	const message = 'has a value of the event, but the prompt has no trigger: the fallback is shown';
	return { severity: 'warning', path, message };
}

/** Texts that are shown as they are written: names, short labels, consents and links. */
function listFixedTexts({
	name,
	questions,
	translations = {},
	ask_later: later,
	button_labels: labels,
}: Texts): PlacedText[] {
	return [
		{ path: ['name'], text: name },
		...questions.flatMap((question, at) => {
			const path = ['questions', at];
			if (question.type === 'consent') return [{ path: [...path, 'label'], text: question.label }];
			const url = question.type === 'message' ? question.button?.url : undefined;
			return url === undefined ? [] : [{ path: [...path, 'button', 'url'], text: url }];
		}),
		...listStrings(later, ['ask_later']),
		...listStrings(labels, ['button_labels']),
		...Object.entries(translations).flatMap(([tag, words]) => [
			...Object.entries(words.questions).flatMap(([id, { label }]) =>
				listStrings(label, ['translations', tag, 'questions', id, 'label']),
			),
			...listStrings(words.ask_later, ['translations', tag, 'ask_later']),
			...listStrings(words.button_labels, ['translations', tag, 'button_labels']),
		]),
	];
}

/** All strings in a part of a prompt. */
function listStrings(part: unknown, path: (string | number)[]): PlacedText[] {
	if (typeof part === 'string') return [{ path, text: part }];
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([key, value]) =>
		listStrings(value, [...path, Array.isArray(part) ? Number(key) : key]),
	);
}
