import type { Appearance, PromptToDraw, QuestionToDraw } from '@feedback/contract/wire';

const options = [
	{ value: 'slow', label: 'It took too long' },
	{ value: 'format', label: 'My format was missing' },
	{ value: 'layout', label: 'The layout was not what I expected' },
	{ value: 'nothing', label: 'Nothing in particular', exclusive: true },
];

/** One question of every kind. */
export const questions = {
	stars: {
		id: 'ease',
		type: 'rating',
		title: 'How easy was it to export your report?',
		required: true,
		style: 'stars',
		scale: 5,
		low_label: 'Very hard',
		high_label: 'Very easy',
	},
	numbers: {
		id: 'speed',
		type: 'rating',
		title: 'How do you find the speed of the editor?',
		help: 'Think of the last week.',
		required: false,
		style: 'numbers',
		scale: 7,
		low_label: 'Far too slow',
		high_label: 'Just right',
	},
	faces: {
		id: 'mood',
		type: 'rating',
		title: 'How did today’s session feel?',
		required: false,
		style: 'faces',
		scale: 5,
	},
	nps: {
		id: 'recommend',
		type: 'nps',
		title: 'How likely are you to recommend us to a colleague?',
		required: true,
		low_label: 'Not at all likely',
		high_label: 'Extremely likely',
	},
	single: {
		id: 'role',
		type: 'single_choice',
		title: 'What brought you here today?',
		required: true,
		options: [
			{ value: 'report', label: 'To export a report' },
			{ value: 'share', label: 'To share something with my team' },
			{ value: 'look', label: 'Just looking around' },
		],
		other_label: 'Something else',
		randomize: false,
	},
	multiple: {
		id: 'trouble',
		type: 'multiple_choice',
		title: 'What got in the way?',
		required: false,
		options,
		other_label: 'Something else',
		randomize: false,
		max_choices: 3,
	},
	short: {
		id: 'email',
		type: 'short_text',
		title: 'Where may we reach you?',
		help: 'We write once, about this answer only.',
		required: false,
		placeholder: 'name@example.com',
		max_length: 200,
		format: 'email',
	},
	long: {
		id: 'more',
		type: 'long_text',
		title: 'Anything else we should know?',
		required: false,
		placeholder: 'In your own words',
		max_length: 1_000,
	},
	yes_no: {
		id: 'found',
		type: 'yes_no',
		title: 'Did you find what you were looking for?',
		required: true,
	},
	consent: {
		id: 'contact',
		type: 'consent',
		title: 'One last thing',
		required: true,
		label: 'You may write to me about my answers. I can withdraw this at any time.',
	},
	message: {
		id: 'news',
		type: 'message',
		title: 'The new editor is here',
		text: 'It opens twice as fast and keeps every draft. Your old reports come along.',
		required: false,
		button: { label: 'Try the new editor', url: 'https://example.com/editor' },
	},
} as const satisfies Record<string, QuestionToDraw>;

/** A prompt of these questions, drawn with the font of the page. */
export function promptOf(
	asked: readonly QuestionToDraw[],
	appearance: Partial<Appearance> = {},
	more: Partial<PromptToDraw> = {},
): PromptToDraw {
	return {
		survey_id: 'tried',
		revision: 1,
		language: 'en',
		questions: structuredClone(asked) as QuestionToDraw[],
		appearance: { theme: 'auto', font: 'inherit', position: 'bottom_right', ...appearance },
		...more,
	};
}
