import type { Prompt } from '../prompt.ts';
import type { Question } from '../question.ts';
import { showFallbacks } from '../text-values/parse-text.ts';
import type { LintIssue } from './lint-issue.ts';
import { toVisible } from './visible-text.ts';

type Texts = Pick<Prompt, 'language' | 'questions' | 'translations'>;

/** Titles and labels that cannot be seen or distinguished, and translations that are out of step with the questions. */
export function lintTexts({ language, questions, translations = {} }: Texts): LintIssue[] {
	return [
		...questions.flatMap((question, at) => lintQuestion(question, ['questions', at])),
		...Object.entries(translations).flatMap(([tag, { questions: words }]) => {
			const path = ['translations', tag];
			if (tag === language) {
				return [{ severity: 'error' as const, path, message: "is the prompt's own language" }];
			}
			return questions.flatMap((question) =>
				lintTranslation(question, words[question.id], [...path, 'questions', question.id]),
			);
		}),
	];
}

type Path = LintIssue['path'];

function lintQuestion(question: Question, path: Path): LintIssue[] {
	const options = 'options' in question ? question.options : [];
	const labels = options.map(({ label }) => toVisible(showFallbacks(label)));
	return [
		...(toVisible(question.title) === '' ? [invisible([...path, 'title'])] : []),
		...labels.flatMap((label, at): LintIssue[] => {
			const here = [...path, 'options', at, 'label'];
			if (label === '') return [invisible(here)];
			if (labels.indexOf(label) === at) return [];
			return [
				{
					severity: 'error',
					path: here,
					message: `${JSON.stringify(label)} is the label of an earlier option`,
				},
			];
		}),
	];
}

type Words = NonNullable<Prompt['translations']>[string]['questions'][string];

function lintTranslation(question: Question, words: Words | undefined, path: Path): LintIssue[] {
	if (!words) return [untitled(path)];
	const known = 'options' in question ? question.options.map(({ value }) => value) : [];
	const given = words.options ?? {};
	return [
		...(words.title === undefined ? [untitled(path)] : []),
		...Object.keys(given).flatMap((value): LintIssue[] =>
			known.includes(value)
				? []
				: [
						{
							severity: 'error',
							path: [...path, 'options', value],
							message: `"${question.id}" has no option "${value}"`,
						},
					],
		),
		...known.flatMap((value): LintIssue[] =>
			value in given
				? []
				: [
						{
							severity: 'warning',
							path: [...path, 'options'],
							message: `has no label for the option "${value}"`,
						},
					],
		),
	];
}

function untitled(path: Path): LintIssue {
	const message = "has no title, so visitors see that of the prompt's own language";
	return { severity: 'warning', path, message };
}

function invisible(path: Path): LintIssue {
	return { severity: 'error', path, message: 'must hold a visible character' };
}
