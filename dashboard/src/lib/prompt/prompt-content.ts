import { promptSchema } from '@feedback/contract';
import type { PromptAudience, PromptInput, Where } from '@feedback/contract';

import { isQuestionType } from './question-types.ts';

type Filled =
	| 'sampling'
	| 'timing'
	| 'limits'
	| 'appearance'
	| 'questions'
	| 'experiment'
	| 'budget';

/** The input of `promptSchema` in the editor: the groups are always present, their members may be missing. */
export type PromptContent = Omit<PromptInput, 'audience' | 'trigger' | Filled> & {
	questions: PromptInput['questions'];
	audience?: PromptAudience | undefined;
	trigger?: (Omit<NonNullable<PromptInput['trigger']>, 'where'> & { where?: Where }) | undefined;
	sampling: NonNullable<PromptInput['sampling']>;
	timing: NonNullable<PromptInput['timing']>;
	limits: NonNullable<PromptInput['limits']>;
	appearance: NonNullable<PromptInput['appearance']>;
	budget?: NonNullable<PromptInput['budget']> | undefined;
	experiment?: NonNullable<PromptInput['experiment']> | undefined;
};

/** One question while it is edited. */
export type QuestionContent = PromptContent['questions'][number];

/**
 * Converts a stored working copy to the shape that the editor expects. A valid prompt gets its defaults; of an
 * invalid one only the shape is repaired, and its errors remain.
 *
 * @example
 * toContent({ name: 'Ease' }).questions; // []
 */
export function toContent(stored: unknown): PromptContent {
	const parsed = promptSchema.safeParse(stored);
	if (parsed.success) return parsed.data as PromptContent;
	const { experiment, budget, ask_later, ...loose } = isObject(stored) ? stored : {};
	const group = (key: string) => (isObject(loose[key]) ? loose[key] : {});
	const questions = Array.isArray(loose['questions']) ? loose['questions'] : [];
	return {
		survey_id: '',
		name: '',
		...loose,
		questions: questions.filter(isObject).map(normalizeQuestion),
		sampling: group('sampling'),
		timing: group('timing'),
		limits: group('limits'),
		appearance: group('appearance'),
		...(isObject(ask_later) && { ask_later: normalizeAskLater(ask_later) }),
		...(isObject(budget) && { budget: normalizeBudget(budget) }),
		...(isObject(experiment) && { experiment: normalizeExperiment(experiment) }),
	} as PromptContent;
}

function normalizeAskLater(later: Record<string, unknown>): Record<string, unknown> {
	const { choices } = later;
	return { ...later, choices: Array.isArray(choices) ? choices.filter(isObject) : [] };
}

function normalizeBudget({ period, ...budget }: Record<string, unknown>): Record<string, unknown> {
	return { ...budget, ...(isObject(period) && { period: { every: 'day', ...period } }) };
}

function normalizeExperiment(experiment: Record<string, unknown>): Record<string, unknown> {
	const { variants } = experiment;
	return {
		key: '',
		...experiment,
		variants: (Array.isArray(variants) ? variants : []).filter(isObject).map((variant) => {
			const { questions, timing, appearance, ...rest } = variant;
			return {
				key: '',
				...rest,
				...(Array.isArray(questions) && {
					questions: questions.filter(isObject).map(normalizeQuestion),
				}),
				...(isObject(timing) && { timing }),
				...(isObject(appearance) && { appearance }),
			};
		}),
	};
}

function normalizeQuestion(question: Record<string, unknown>): Record<string, unknown> {
	const { options, branches } = question;
	const type = isQuestionType(question['type']) ? question['type'] : 'long_text';
	const chooses = type === 'single_choice' || type === 'multiple_choice';
	return {
		...question,
		type,
		...(chooses && { options: Array.isArray(options) ? options.filter(isObject) : [] }),
		...(branches !== undefined && { branches: Array.isArray(branches) ? branches : [] }),
	};
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
