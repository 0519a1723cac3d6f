import type { PromptInput } from '@feedback/contract';

export type Template = {
	/** What the prompt is for. */
	name: string;
	/** VisitorQuery it asks, and when. */
	about: string;
	content: PromptInput;
};

/** Prompts to start from. The events are examples, to be replaced by those of the app. */
export const templates: Template[] = [
	{
		name: 'Net Promoter Score (NPS)',
		about: 'After a user’s third export within two weeks, when they know the product.',
		content: {
			survey_id: 'recommend',
			name: 'Recommendation after the third export',
			questions: [
				{
					id: 'recommend',
					type: 'nps',
					title: 'How likely are you to recommend us to a colleague?',
					required: true,
					low_label: 'Not at all likely',
					high_label: 'Extremely likely',
					branches: [
						{ when: { op: 'at_most', value: 6 }, go: 'missing' },
						{ when: { op: 'at_most', value: 8 }, go: 'better' },
					],
				},
				{
					id: 'best',
					type: 'long_text',
					title: 'What do you like best?',
					branches: [
						{ when: { op: 'answered' }, go: 'end' },
						{ when: { op: 'skipped' }, go: 'end' },
					],
				},
				{
					id: 'better',
					type: 'long_text',
					title: 'What would make it a 10 for you?',
					branches: [
						{ when: { op: 'answered' }, go: 'end' },
						{ when: { op: 'skipped' }, go: 'end' },
					],
				},
				{ id: 'missing', type: 'long_text', title: 'What disappointed you most?' },
			],
			thank_you: { title: 'Thank you!', text: 'We read every answer.' },
			trigger: { events: ['report.exported'] },
			audience: { event: 'report.exported', times: 3, within_days: 14 },
			timing: { delay_seconds: 2 },
			limits: { show: 'until_answered', again_after_days: 90 },
		},
	},
	{
		name: 'Satisfaction (CSAT)',
		about: 'Right after a finished task. One tap, and a follow-up for low ratings.',
		content: {
			survey_id: 'satisfaction',
			name: 'Satisfaction with the export',
			questions: [
				{
					id: 'satisfaction',
					type: 'rating',
					title: 'How satisfied are you with the export?',
					required: true,
					style: 'faces',
					scale: 5,
					low_label: 'Not at all',
					high_label: 'Very',
					branches: [{ when: { op: 'at_least', value: 4 }, go: 'end' }],
				},
				{ id: 'reason', type: 'long_text', title: 'What went wrong?' },
			],
			thank_you: { title: 'Thank you!' },
			trigger: { events: ['report.exported'] },
			limits: { show: 'until_answered', again_after_days: 30 },
		},
	},
	{
		name: 'Feature request',
		about: 'When a button in your app calls show(). Asks what to build and how much it matters.',
		content: {
			survey_id: 'feature-request',
			name: 'Feature request',
			questions: [
				{
					id: 'wish',
					type: 'long_text',
					title: 'What should we build next?',
					help: 'Tell us what you are trying to do; we find the way.',
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
			thank_you: { title: 'Noted!', text: 'We read every wish.' },
			limits: { show: 'always', site_limits: 'ignore' },
		},
	},
	{
		name: 'Cancellation reason',
		about: 'Right after a plan is cancelled. Asks for the reason, then what would have helped.',
		content: {
			survey_id: 'why-leave',
			name: 'Why people cancel',
			questions: [
				{
					id: 'reason',
					type: 'single_choice',
					title: 'What is the main reason you cancelled?',
					required: true,
					options: [
						{ value: 'price', label: 'It costs too much' },
						{ value: 'missing', label: 'Something I need is missing' },
						{ value: 'hard', label: 'It is too hard to use' },
						{ value: 'other_product', label: 'I use another product now' },
						{ value: 'not_needed', label: 'I do not need it any more' },
					],
					other_label: 'Something else',
					randomize: true,
					branches: [{ when: { op: 'is', value: 'not_needed' }, go: 'end' }],
				},
				{
					id: 'kept',
					type: 'long_text',
					title: 'What would have kept you?',
				},
			],
			thank_you: { title: 'Thank you for telling us.', text: 'You can come back at any time.' },
			trigger: { events: ['plan.cancelled'] },
			limits: { show: 'once', site_limits: 'ignore' },
		},
	},
	{
		name: 'First week',
		about: 'For users in their first week who got something done. Finds what holds them back.',
		content: {
			survey_id: 'first-week',
			name: 'The first week',
			questions: [
				{
					id: 'ease',
					type: 'rating',
					title: 'How easy was it to get started?',
					required: true,
					style: 'stars',
					low_label: 'Very hard',
					high_label: 'Very easy',
					branches: [{ when: { op: 'at_least', value: 4 }, go: 'goal' }],
				},
				{
					id: 'trouble',
					type: 'multiple_choice',
					title: 'What got in your way?',
					options: [
						{ value: 'setup', label: 'Setting it up' },
						{ value: 'where', label: 'Finding things' },
						{ value: 'words', label: 'Understanding the words' },
						{ value: 'nothing', label: 'Nothing in particular', exclusive: true },
					],
					other_label: 'Something else',
				},
				{ id: 'goal', type: 'short_text', title: 'What do you want to get done with it?' },
			],
			thank_you: { title: 'Thank you!' },
			trigger: { events: ['project.created'] },
			audience: { first_seen: 'newer_than', days: 7 },
			timing: { min_session_seconds: 30 },
		},
	},
	{
		name: 'Announcement',
		about: 'Announces something new on a page, once, with a link.',
		content: {
			survey_id: 'whats-new',
			name: 'What is new',
			questions: [
				{
					id: 'news',
					type: 'message',
					title: 'Reports can be scheduled now',
					text: 'Choose a day and a time, and they arrive by e-mail.',
					button: { label: 'Show me', url: '/reports' },
				},
			],
			trigger: {
				events: ['page.viewed'],
				where: { property: 'path', op: 'is', value: '/reports' },
			},
			timing: { min_session_seconds: 10 },
			limits: { show: 'once' },
		},
	},
	{
		name: 'Blank',
		about: 'One open question and no rules.',
		content: {
			survey_id: 'new-prompt',
			name: 'New prompt',
			questions: [{ id: 'comment', type: 'long_text', title: 'What is on your mind?' }],
			thank_you: { title: 'Thank you!' },
		},
	},
];
