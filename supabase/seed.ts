// The demo: a workspace, its site, and the prompts of the example app.
import { promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';

import type { Database } from './functions/_shared/pool.ts';

/** Fixed, so that examples and docs can name it. */
export const demoSite = { id: '01980000-0000-7000-8000-000000000002', siteId: 'site_demo000000' };
const demoWorkspace = '01980000-0000-7000-8000-000000000001';

/** Where a demo is: the UUIDs of its workspace and its site, and the public site ID. */
export type DemoPlace = { workspace: string; id: string; siteId: string };

const proPlan = {
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
];

/**
 * Creates the demo workspace with `person` as its owner, the site `site_demo000000` and its prompts,
 * published. Safe to repeat: existing ones stay unchanged. `sql` connects as the role that pushed the
 * migrations. Tests choose another place.
 *
 * @example
 * await seedDemo(sql, { id: '7f0c…', email: 'demo@example.com' });
 */
export async function seedDemo(
	sql: Pick<Database, 'begin'>,
	person: { id: string; email: string },
	{ workspace, id, siteId }: DemoPlace = { workspace: demoWorkspace, ...demoSite },
): Promise<void> {
	await sql.begin('read write', async (tx) => {
		await tx`select pg_advisory_xact_lock(hashtextextended('feedback demo', 0))`;
		await tx`insert into app.workspaces (id, name) values (${workspace}, 'Demo workspace') on conflict (id) do nothing`;
		await tx`
			insert into app.members (workspace_id, person_id, role) values (${workspace}, ${person.id}, 'owner')
			on conflict (workspace_id, person_id) do nothing`;
		await tx`
			insert into app.sites (id, workspace_id, site_id, name, settings)
			values (${id}, ${workspace}, ${siteId}, 'Reports', ${tx.json({ limits: { cooldown_days: 0 } })})
			on conflict (id) do nothing`;
		await tx`
			insert into app.audiences (site_id, key, name) values (${id}, ${proPlan.key}, ${proPlan.name})
			on conflict (site_id, key) do nothing`;
		await tx`
			insert into app.audience_versions (site_id, audience_key, number, rule)
			values (${id}, ${proPlan.key}, 1, ${tx.json(proPlan.rule)})
			on conflict (site_id, audience_key, number) do nothing`;
		for (const input of demoPrompts) {
			const [known] = await tx`
				select from app.prompts where site_id = ${id} and survey_id = ${input.survey_id}`;
			if (known) continue;
			await tx`
				select app.publish(${id}, c.prompt_id, c.number, c.sha256)
				from app.create_prompt(${id}, ${tx.json(promptSchema.parse(input))}) c`;
		}
	});
}
