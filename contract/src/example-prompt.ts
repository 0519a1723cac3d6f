import type { PromptInput } from './prompt.ts';

/** A prompt that uses every feature: the full example of the docs, the tests and the prompt schema. */
export const examplePrompt = {
	survey_id: 'export-experience',
	name: 'How did the export go?',
	language: 'en',
	questions: [
		{
			id: 'ease',
			type: 'rating',
			title: 'How easy was it to export your report?',
			required: true,
			style: 'stars',
			scale: 5,
			low_label: 'Very hard',
			high_label: 'Very easy',
			branches: [{ when: { op: 'at_least', value: 4 }, go: 'recommend' }],
		},
		{
			id: 'trouble',
			type: 'multiple_choice',
			title: 'What got in the way?',
			options: [
				{ value: 'slow', label: 'It took too long' },
				{ value: 'format', label: 'My format was missing' },
				{ value: 'nothing', label: 'Nothing in particular', exclusive: true },
			],
			other_label: 'Something else',
			randomize: true,
		},
		{ id: 'recommend', type: 'nps', title: 'How likely are you to recommend us to a colleague?' },
		{ id: 'more', type: 'long_text', title: 'Anything else we should know?', max_length: 1_000 },
	],
	thank_you: { title: 'Thank you!', text: 'We read every answer.' },
	translations: {
		de: {
			questions: {
				ease: {
					title: 'Wie einfach war der Export Ihres Berichts?',
					low_label: 'Sehr schwer',
					high_label: 'Sehr einfach',
				},
				trouble: {
					title: 'Was war hinderlich?',
					options: {
						slow: 'Es dauerte zu lange',
						format: 'Mein Format fehlte',
						nothing: 'Nichts Besonderes',
					},
					other_label: 'Etwas anderes',
				},
				recommend: { title: 'Würden Sie uns weiterempfehlen?' },
				more: { title: 'Möchten Sie uns noch etwas sagen?' },
			},
			thank_you: { title: 'Vielen Dank!', text: 'Wir lesen jede Antwort.' },
		},
	},
	audience: {
		all: [
			{ trait: 'plan', op: 'one_of', value: ['team', 'business'] },
			{ trait: 'signed_up', op: 'older_than', days: 14 },
			{ none: [{ prompt: 'export-experience', was: 'dismissed', within_days: 30 }] },
			{
				any: [
					{ event: 'report.exported', times: 3, within_days: 14 },
					{ trait: 'beta', op: 'is', value: true },
				],
			},
		],
	},
	trigger: {
		events: ['report.exported'],
		where: {
			all: [
				{ property: 'format', op: 'is', value: 'pdf' },
				{ property: 'pages', op: 'at_least', value: 2 },
			],
		},
	},
	sampling: { rate: 0.5 },
	timing: { delay_seconds: 2, starts_at: '2026-01-01T00:00:00Z', min_session_seconds: 10 },
	limits: { show: 'until_answered', again_after_days: 30 },
	priority: 10,
	appearance: { theme: 'auto', accent: '#4f46e5', radius: 12, position: 'bottom_right' },
} as const satisfies PromptInput;
