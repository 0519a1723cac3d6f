import type { PromptContent } from '#lib/prompt/prompt-content.ts';

/** The prompt of the preview, which shows the effect of accent and radius. */
export const samplePrompt: PromptContent = {
	survey_id: 'sample',
	name: 'Sample',
	questions: [
		{
			id: 'ease',
			type: 'rating',
			title: 'How easy was it to find what you needed?',
			required: true,
			style: 'numbers',
			low_label: 'Very hard',
			high_label: 'Very easy',
		},
		{
			id: 'why',
			type: 'single_choice',
			title: 'What helped most?',
			options: [
				{ value: 'search', label: 'The search' },
				{ value: 'menu', label: 'The menu' },
				{ value: 'guide', label: 'The guide' },
			],
		},
	],
	thank_you: { title: 'Thank you!' },
	sampling: {},
	timing: {},
	limits: {},
	appearance: {},
};
