import type { Template } from './template.ts';

/** Templates about what the product does and what it should do. */
export const productTemplates: Template[] = [
	{
		name: 'feature-request',
		title: 'Feature request',
		about: 'When a button in your app calls show(). Asks what to build and how much it matters.',
		content: {
			survey_id: 'feature-request',
			name: 'Feature request',
			questions: [
				{
					id: 'wish',
					type: 'long_text',
					title: 'What should we build next?',
					help: 'Tell us what you are trying to do, and we will find a way.',
					required: true,
					placeholder: 'I want to …, so that …',
				},
				{
					id: 'weight',
					type: 'single_choice',
					title: 'How much do you need it?',
					options: [
						{ value: 'nice', label: 'It would be nice' },
						{ value: 'often', label: 'I miss it every week' },
						{ value: 'blocked', label: 'I cannot work without it' },
					],
				},
				{
					id: 'contact',
					type: 'short_text',
					title: 'May we ask you more about it?',
					format: 'email',
					placeholder: 'you@example.com',
				},
			],
			thank_you: { title: 'Noted!', text: 'We read every request.' },
			limits: { show: 'always', site_limits: 'ignore' },
		},
	},
	{
		name: 'bug-report',
		title: 'Bug report',
		about:
			'When a button in your app calls show(). Asks what happened, for a picture, and how to reach the person.',
		content: {
			survey_id: 'bug-report',
			name: 'Bug report',
			questions: [
				{
					id: 'problem',
					type: 'long_text',
					title: 'What went wrong?',
					help: 'What did you do, what did you expect, and what happened instead?',
					required: true,
				},
				{
					id: 'effect',
					type: 'single_choice',
					title: 'How much does it hold you back?',
					options: [
						{ value: 'blocked', label: 'I am stuck' },
						{ value: 'slower', label: 'I found another way' },
						{ value: 'cosmetic', label: 'It only looks wrong' },
					],
				},
				{
					id: 'page',
					type: 'screenshot',
					title: 'Send a picture of this page?',
					help: 'You see it first, and can black out anything.',
				},
				{
					id: 'contact',
					type: 'short_text',
					title: 'Where can we reach you?',
					format: 'email',
					placeholder: 'you@example.com',
				},
			],
			thank_you: { title: 'Thank you!', text: 'We will look into it.' },
			limits: { show: 'always', site_limits: 'ignore' },
		},
	},
	{
		name: 'first-use',
		title: 'First use of a feature',
		about: 'After a person used a new feature for the first time. One rating and one text.',
		content: {
			survey_id: 'first-use',
			name: 'First use of scheduled reports',
			questions: [
				{
					id: 'useful',
					type: 'rating',
					title: 'How useful are scheduled reports for you?',
					required: true,
					style: 'faces',
					scale: 5,
					low_label: 'Useless',
					high_label: 'Very useful',
				},
				{ id: 'missing', type: 'long_text', title: 'What is missing?' },
			],
			thank_you: { title: 'Thank you!' },
			trigger: { events: ['schedule.created'] },
			limits: { show: 'once' },
		},
	},
	{
		name: 'beta',
		title: 'Feedback on a beta',
		about: 'Once a week for people whose trait says that they take part in the beta.',
		content: {
			survey_id: 'beta-feedback',
			name: 'Feedback on the new editor',
			questions: [
				{
					id: 'better',
					type: 'rating',
					title: 'Compared with the old editor, the new one is …',
					low_label: 'much worse',
					high_label: 'much better',
				},
				{
					id: 'trouble',
					type: 'multiple_choice',
					title: 'What does not work well yet?',
					options: [
						{ value: 'speed', label: 'Speed' },
						{ value: 'layout', label: 'Layout' },
						{ value: 'missing', label: 'Something is missing' },
						{ value: 'nothing', label: 'Nothing', exclusive: true },
					],
					other_label: 'Something else',
				},
				{ id: 'broken', type: 'long_text', title: 'Anything else that we should know?' },
			],
			thank_you: { title: 'Thank you!' },
			trigger: { events: ['editor.closed'] },
			audience: { trait: 'beta', op: 'is', value: true },
			limits: { show: 'always', again_after_days: 7 },
		},
	},
	{
		name: 'page-helped',
		title: 'Was this page helpful?',
		about: 'In the page itself, below an article. Asks what is missing if the answer is no.',
		content: {
			survey_id: 'page-helpful',
			name: 'Was a page helpful?',
			questions: [
				{
					id: 'helped',
					type: 'yes_no',
					title: 'Did this page help?',
					branches: [{ when: { op: 'is', value: true }, go: 'end' }],
				},
				{ id: 'missing', type: 'long_text', title: 'What is missing or unclear?' },
			],
			thank_you: { title: 'Thank you!' },
			trigger: { events: ['article.read'] },
			limits: { show: 'always', again_after_days: 0, site_limits: 'ignore' },
			appearance: { font: 'inherit', position: 'inline', target: '#page-helpful' },
		},
	},
];
