import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import type { FieldPath } from './field-path.ts';

/** The section of each member of a prompt. */
const sectionByMember = {
	name: 'basics',
	survey_id: 'basics',
	questions: 'questions',
	thank_you: 'thank-you',
	ask_later: 'frequency',
	button_labels: 'buttons',
	trigger: 'trigger',
	audience: 'audience',
	sampling: 'sampling',
	timing: 'timing',
	limits: 'frequency',
	budget: 'budget',
	priority: 'frequency',
	appearance: 'appearance',
	experiment: 'experiment',
	language: 'translations',
	translations: 'translations',
} as const satisfies Record<keyof PromptContent, string>;

export type SectionId = (typeof sectionByMember)[keyof PromptContent] | 'branching';

/** The section in which a path is edited; undefined for an unknown member. */
export function sectionOf(path: FieldPath): SectionId | undefined {
	const [member, , key] = path;
	if (member === 'questions' && key === 'branches') return 'branching';
	return typeof member === 'string' && Object.hasOwn(sectionByMember, member)
		? sectionByMember[member as keyof PromptContent]
		: undefined;
}
