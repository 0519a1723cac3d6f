// Exports in the shapes of the other products' APIs.

export const posthogSample = {
	id: '01957237-575c-0000-8d67-a487d71be79c',
	name: 'Export feedback',
	type: 'popover',
	questions: [
		{
			id: '65d26a2a-0d0a-4aa0-ac58-10cf3ea8e509',
			type: 'rating',
			scale: 10,
			display: 'number',
			question: 'Would you recommend us?',
			lowerBoundLabel: 'No',
			upperBoundLabel: 'Yes',
			branching: {
				type: 'response_based',
				responseValues: { detractors: 2, promoters: 'end', passives: 1 },
			},
			translations: { fr: { question: 'Nous recommanderiez-vous ?' } },
		},
		{
			type: 'single_choice',
			question: 'What did you export?',
			choices: ['A report', 'A table', 'Something else'],
			hasOpenChoice: true,
			shuffleOptions: true,
			optional: true,
			branching: { type: 'response_based', responseValues: { 0: 'end', 1: 3 } },
			translations: { fr: { choices: ['Un rapport', 'Un tableau', 'Autre'] } },
		},
		{
			type: 'open',
			question: 'What should we do better?',
			description: '<b>Anything</b> &amp; all',
		},
		{ type: 'link', question: 'Talk to us', link: 'https://example.com/call', buttonText: 'Book' },
		{ type: 'matrix', question: 'Rate everything' },
	],
	appearance: {
		position: 'left',
		submitButtonColor: '#112233',
		submitButtonText: 'Go',
		displayThankYouMessage: true,
		thankYouMessageHeader: 'Thanks!',
		surveyPopupDelaySeconds: 5,
	},
	conditions: {
		events: { values: [{ name: 'report exported' }] },
		url: '/reports',
		actions: { values: [] },
	},
	translations: { fr: { thankYouMessageHeader: 'Merci !' } },
};

export const formbricksSample = {
	id: 'cm1',
	name: 'Onboarding',
	type: 'app',
	displayOption: 'displaySome',
	displayLimit: 3,
	triggers: [{ actionClass: { name: 'Finished setup', key: 'setup_done' } }],
	welcomeCard: {
		enabled: true,
		headline: { default: '<p>Hello</p>' },
		buttonLabel: { default: 'Start' },
	},
	questions: [
		{
			id: 'role',
			type: 'multipleChoiceSingle',
			headline: { default: 'Your role?', de: 'Ihre Rolle?' },
			required: true,
			choices: [
				{ id: 'c1', label: { default: 'Developer', de: 'Entwicklung' } },
				{ id: 'c2', label: { default: 'Manager', de: 'Leitung' } },
				{ id: 'other', label: { default: 'Other' } },
			],
			logic: [
				{
					id: 'l1',
					conditions: {
						id: 'g1',
						connector: 'and',
						conditions: [
							{
								id: 'x',
								leftOperand: { type: 'question', value: 'role' },
								operator: 'equals',
								rightOperand: { type: 'static', value: 'c2' },
							},
						],
					},
					actions: [{ id: 'a', objective: 'jumpToQuestion', target: 'why' }],
				},
			],
		},
		{
			id: 'ease',
			type: 'rating',
			scale: 'star',
			range: 5,
			headline: { default: 'Ease?' },
			required: false,
			logic: [{ condition: 'lessEqual', value: 2, destination: 'end' }],
		},
		{ id: 'day', type: 'date', headline: { default: 'When?' }, required: false },
		{
			id: 'why',
			type: 'openText',
			headline: { default: 'Why?' },
			inputType: 'text',
			required: false,
		},
	],
	endings: [
		{ id: 'e1', type: 'endScreen', headline: { default: 'Done' }, subheader: { default: 'Bye' } },
	],
	segment: { id: 's', filters: [] },
};

export const typeformSample = {
	id: 'uaIA4a7Y',
	title: 'Project feedback',
	settings: { language: 'en' },
	welcome_screens: [
		{ ref: 'w', title: 'Hi', properties: { show_button: true, button_text: 'Begin' } },
	],
	thankyou_screens: [
		{ ref: 'done', title: 'Thank you', properties: {} },
		{ ref: 'default_tys', title: 'All done!', properties: {} },
	],
	fields: [
		{
			id: 'f1',
			ref: 'area',
			title: 'Which *area* went well?',
			type: 'multiple_choice',
			properties: {
				allow_multiple_selection: false,
				allow_other_choice: true,
				choices: [
					{ id: 'c1', ref: 'talk', label: 'Communication' },
					{ id: 'c2', ref: 'plan', label: 'Planning' },
				],
			},
			validations: { required: true },
		},
		{
			ref: 'scale',
			title: 'Overall?',
			type: 'opinion_scale',
			properties: { steps: 6, start_at_one: true, labels: { left: 'Bad', right: 'Good' } },
		},
		{
			ref: 'group',
			title: 'Details',
			type: 'group',
			properties: { fields: [{ ref: 'mail', title: 'E-mail?', type: 'email' }] },
		},
		{ ref: 'upload', title: 'A file', type: 'file_upload' },
		{
			ref: 'last',
			title: 'Anything else?',
			type: 'long_text',
			properties: { description: 'Optional' },
		},
	],
	logic: [
		{
			type: 'field',
			ref: 'area',
			actions: [
				{
					action: 'jump',
					details: { to: { type: 'field', value: 'last' } },
					condition: {
						op: 'is',
						vars: [
							{ type: 'field', value: 'area' },
							{ type: 'choice', value: 'plan' },
						],
					},
				},
				{
					action: 'add',
					details: { target: { type: 'variable', value: 'score' } },
					condition: { op: 'always', vars: [] },
				},
			],
		},
		{
			type: 'field',
			ref: 'scale',
			actions: [
				{
					action: 'jump',
					details: { to: { type: 'thankyou', value: 'done' } },
					condition: {
						op: 'greater_than',
						vars: [
							{ type: 'field', value: 'scale' },
							{ type: 'constant', value: 4 },
						],
					},
				},
			],
		},
	],
};

export const surveyjsSample = {
	title: { default: 'Frameworks', de: 'Rahmenwerke' },
	pages: [
		{
			name: 'page1',
			elements: [
				{
					type: 'radiogroup',
					name: 'using',
					title: 'Do you use one?',
					isRequired: true,
					choices: ['Yes', 'No'],
				},
				{
					type: 'checkbox',
					name: 'which',
					title: { default: 'Which?', de: 'Welche?' },
					visibleIf: "{using} = 'Yes'",
					choices: [{ value: 'ng', text: 'Angular' }, 'react|React', 'Vue'],
					hasOther: true,
				},
				{
					type: 'comment',
					name: 'about',
					title: 'Tell us more',
					visibleIf: "{which} contains 'ng'",
				},
			],
		},
		{
			elements: [
				{
					type: 'panel',
					name: 'p',
					elements: [{ type: 'rating', name: 'score', rateMin: 0, rateMax: 10 }],
				},
				{ type: 'matrix', name: 'm' },
			],
		},
	],
	completedHtml: '<h3>Thank you</h3>',
};
