import { promptSchema } from '@feedback/contract';
import type { Audience, PromptInput, Where } from '@feedback/contract';

type Filled = 'sampling' | 'timing' | 'limits' | 'appearance' | 'questions';

/** What `promptSchema` takes, as the editor holds it: the groups are always there, their members may not be. */
export type PromptContent = Omit<PromptInput, 'audience' | 'trigger' | Filled> & {
	questions: PromptInput['questions'];
	audience?: Audience | undefined;
	trigger?: (Omit<NonNullable<PromptInput['trigger']>, 'where'> & { where?: Where }) | undefined;
	sampling: NonNullable<PromptInput['sampling']>;
	timing: NonNullable<PromptInput['timing']>;
	limits: NonNullable<PromptInput['limits']>;
	appearance: NonNullable<PromptInput['appearance']>;
};

/** One question as it is typed. */
export type QuestionContent = PromptContent['questions'][number];

/**
 * What somebody stored while they typed, in a form that the editor's parts can take. What is a valid prompt
 * gets its defaults; of anything else only the outermost shape is mended, and its faults stay faults.
 *
 * @example
 * toContent({ name: 'Ease' }).questions; // []
 */
export function toContent(stored: unknown): PromptContent {
	const parsed = promptSchema.safeParse(stored);
	if (parsed.success) return parsed.data as PromptContent;
	const loose = isObject(stored) ? stored : {};
	const group = (key: string) => (isObject(loose[key]) ? loose[key] : {});
	const questions = Array.isArray(loose['questions']) ? loose['questions'] : [];
	return {
		survey_id: '',
		name: '',
		...loose,
		questions: questions.filter(isObject).map(mendQuestion),
		sampling: group('sampling'),
		timing: group('timing'),
		limits: group('limits'),
		appearance: group('appearance'),
	} as PromptContent;
}

function mendQuestion(question: Record<string, unknown>): Record<string, unknown> {
	const { type, options, branches } = question;
	const chooses = type === 'single_choice' || type === 'multiple_choice';
	return {
		...question,
		...(chooses && { options: Array.isArray(options) ? options.filter(isObject) : [] }),
		...(branches !== undefined && { branches: Array.isArray(branches) ? branches : [] }),
	};
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
