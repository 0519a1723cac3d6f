// The prompts of the demo, which the example app and the documentation show.
import type { PromptInput } from '@feedback/contract';

/** A saved audience of the demo. */
export const proPlan = {
	key: 'pro-plan',
	name: 'Pro plan',
	rule: { trait: 'plan', op: 'is', value: 'pro' } as const,
};

/** The prompts of the demo, in the order in which they are published. */
export const demoPrompts: PromptInput[] = [
	{
		survey_id: 'export-experience',
		name: 'How did the export go?',
		questions: [
			{
				id: 'ease',
				type: 'rating',
				title: 'How easy was it to export your report?',
				required: true,
				style: 'stars',
				low_label: 'Very hard',
				high_label: 'Very easy',
			},
			{
				id: 'more',
				type: 'long_text',
				title: 'What could we do better?',
				placeholder: 'Anything that comes to mind',
			},
		],
		thank_you: { title: 'Thank you!', text: 'We read every answer.' },
		trigger: { events: ['report.exported'] },
		limits: { show: 'once' },
		priority: 10,
	},
	{
		survey_id: 'upgrade-reason',
		name: 'Why did they upgrade?',
		questions: [
			{
				id: 'reason',
				type: 'single_choice',
				title: 'What made you choose the Pro plan?',
				options: [
					{ value: 'limits', label: 'I reached a limit' },
					{ value: 'feature', label: 'I needed a feature' },
					{ value: 'team', label: 'My team grew' },
				],
				other_label: 'Something else',
			},
		],
		thank_you: { title: 'Thank you, and welcome to Pro!' },
		audience: { saved: proPlan.key, version: 1, rule: proPlan.rule },
		trigger: { events: ['plan.changed'] },
		timing: { delay_seconds: 3 },
		budget: { responses: 400, period: { every: 'week', displays: 500 } },
	},
	{
		survey_id: 'search-help',
		name: 'Do people find things?',
		questions: [
			{
				id: 'found',
				type: 'rating',
				title: 'Did you find what you were looking for?',
				style: 'faces',
				scale: 5,
				low_label: 'Not at all',
				high_label: 'Exactly that',
			},
		],
		trigger: { events: ['search.completed'] },
		limits: { show: 'always', again_after_days: 0 },
	},
	{
		survey_id: 'search-without-result',
		name: 'What do they not find?',
		questions: [{ id: 'wanted', type: 'short_text', title: 'What were you looking for?' }],
		thank_you: { title: 'Thank you! We read every answer.' },
		// The third search in an hour that finds nothing; then this question comes before the one about every search.
		trigger: {
			events: ['search.completed'],
			where: { property: 'results', op: 'is', value: 0 },
			repeated: { times: 3, within_minutes: 60 },
		},
		priority: 1,
	},
	{
		survey_id: 'quick-poll',
		name: 'Quick poll',
		questions: [
			{ id: 'recommend', type: 'nps', title: 'How likely are you to recommend Reports?' },
			{ id: 'why', type: 'short_text', title: 'What is the main reason for your score?' },
		],
		thank_you: { title: 'Thank you!' },
		limits: { show: 'always', again_after_days: 0 },
	},
	{
		survey_id: 'page-helped',
		name: 'Did a page of the docs help?',
		questions: [
			{
				id: 'helped',
				type: 'yes_no',
				title: 'Did this page help?',
				branches: [{ when: { op: 'is', value: true }, go: 'end' }],
			},
			{ id: 'missing', type: 'long_text', title: 'What was missing or unclear?' },
		],
		thank_you: { title: 'Thank you!' },
		trigger: { events: ['docs.page_read'] },
		// Shown in the page itself, where it obstructs nobody.
		limits: { show: 'always', again_after_days: 0, site_limits: 'ignore' },
		appearance: { font: 'inherit', position: 'inline', target: '#page-helped' },
	},
	{
		survey_id: 'downgrade-reason',
		name: 'Why did they go back to Free?',
		questions: [
			{
				id: 'reason',
				type: 'single_choice',
				title: 'What made you go back to the Free plan?',
				options: [
					{ value: 'price', label: 'The price' },
					{ value: 'unused', label: 'I did not use what Pro adds' },
					{ value: 'mistake', label: 'I only tried it' },
				],
				other_label: 'Something else',
			},
		],
		thank_you: { title: 'Thank you!' },
		// A minute later, unless the plan changes again or they are busy with an export; one person of each company in a month.
		trigger: {
			events: ['plan.changed'],
			where: { property: 'plan', op: 'is', value: 'free' },
			unless: { events: ['plan.changed'], within_minutes: 1 },
			cancel_events: ['report.exported'],
		},
		limits: { per_group: { trait: 'company_id', days: 30 } },
	},
	{
		survey_id: 'bug-report',
		name: 'Bug report',
		questions: [
			{ id: 'problem', type: 'long_text', title: 'What went wrong?', required: true },
			{
				id: 'page',
				type: 'screenshot',
				title: 'Send a picture of this page?',
				help: 'You see it first, and can black out anything.',
			},
		],
		thank_you: { title: 'Thank you!', text: 'We will look into it.' },
		limits: { show: 'always', site_limits: 'ignore' },
	},
];

/** The title of the variant of `report-useful` that more people answer. */
export const shortTitle = 'Did this report help?';

const usefulness = {
	id: 'useful',
	type: 'rating',
	style: 'stars',
	low_label: 'Not at all',
	high_label: 'Very much',
} as const;

/** Prompts that the demo has only together with visits: they are about answers of several people. */
export const promptsWithVisits: PromptInput[] = [
	{
		survey_id: 'report-useful',
		name: 'Was the report useful?',
		questions: [
			{ ...usefulness, title: 'How useful is this report for the decisions that you make?' },
		],
		thank_you: { title: 'Thank you!' },
		trigger: { events: ['report.opened'] },
		limits: { show: 'once' },
		experiment: {
			key: 'wording',
			variants: [
				{ key: 'control' },
				{ key: 'short', questions: [{ ...usefulness, title: shortTitle }] },
			],
		},
	},
	{
		survey_id: 'invoice-clear',
		name: 'Was the invoice clear?',
		questions: [
			{
				id: 'clear',
				type: 'yes_no',
				title: 'Was your last invoice easy to understand?',
				branches: [{ when: { op: 'is', value: true }, go: 'end' }],
			},
			{ id: 'unclear', type: 'long_text', title: 'What was unclear?' },
		],
		thank_you: { title: 'Thank you! We will make it clearer.' },
		// The payment arrives at the backend; the prompt waits for a page of the account for up to a week.
		trigger: { events: ['invoice.paid'], source: 'backend' },
		timing: { wait_hours: 168 },
		limits: { show: 'always', again_after_days: 30 },
		priority: 5,
	},
];
