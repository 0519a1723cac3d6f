import type { Template } from './template.ts';

/** Templates for the stages of a customer, from the first week to the last. */
export const lifecycleTemplates: Template[] = [
	{
		name: 'first-week',
		title: 'First week',
		about: 'For users in their first week who got something done. Finds out what holds them back.',
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
		name: 'upgrade',
		title: 'Reason for an upgrade',
		about: 'Right after a person moves to a paid plan. Finds out what convinces people.',
		content: {
			survey_id: 'why-upgrade',
			name: 'Why people upgrade',
			questions: [
				{
					id: 'reason',
					type: 'single_choice',
					title: 'What made you upgrade?',
					options: [
						{ value: 'limits', label: 'I reached a limit' },
						{ value: 'feature', label: 'I needed a feature' },
						{ value: 'team', label: 'My team grew' },
					],
					other_label: 'Something else',
					randomize: true,
				},
				{ id: 'hope', type: 'short_text', title: 'What do you hope to do with it first?' },
			],
			thank_you: { title: 'Thank you, and welcome!' },
			trigger: {
				events: ['plan.changed'],
				where: { property: 'plan', op: 'is', value: 'pro' },
			},
			timing: { delay_seconds: 3 },
			limits: { show: 'once' },
		},
	},
	{
		name: 'cancellation',
		title: 'Cancellation reason',
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
						{ value: 'not_needed', label: 'I no longer need it' },
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
		name: 'interview',
		title: 'Invitation to an interview',
		about: 'For people who use the product often. Asks for consent before it asks for an address.',
		content: {
			survey_id: 'interview',
			name: 'Invitation to an interview',
			questions: [
				{
					id: 'join',
					type: 'yes_no',
					title: 'Would you talk with us for 30 minutes about how you work?',
					help: 'By video, at a time that suits you.',
					yes_label: 'Gladly',
					no_label: 'Not now',
					branches: [{ when: { op: 'is', value: false }, go: 'end' }],
				},
				{
					id: 'agreed',
					type: 'consent',
					title: 'May we write to you?',
					label: 'Yes, to arrange this interview and for nothing else',
					required: true,
				},
				{
					id: 'address',
					type: 'short_text',
					title: 'Where can we reach you?',
					format: 'email',
					placeholder: 'you@example.com',
					required: true,
				},
			],
			thank_you: { title: 'Thank you!', text: 'You will hear from us within a week.' },
			trigger: { events: ['report.exported'] },
			audience: { event: 'report.exported', times: 5, within_days: 30 },
			limits: { show: 'once' },
			budget: { responses: 20 },
		},
	},
	{
		name: 'announcement',
		title: 'Announcement',
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
];
