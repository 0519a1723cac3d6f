import assert from 'node:assert/strict';

import type { Task } from '../task.ts';
import { published } from './ease.ts';

/** Tasks about sites and workspaces; only a person can do some of them, in the dashboard. */
export const siteTasks: readonly Task[] = [
	{
		id: 'webhook',
		sentence:
			'Send every complete response to https://127.0.0.1:9443/feedback, with the name “Hooks”.',
		start: published,
		async check({ person }) {
			const { items } = await person.client.listDestinations({ site: person.site.id });
			assert.deepEqual(
				items.map(({ kind, name }) => [kind, name]),
				[['webhook', 'Hooks']],
			);
		},
	},
	{
		id: 'audit',
		sentence:
			'Who published `ease`? Look into the audit log, or give me the link at which I can read it.',
		start: published,
		check({ answer, person }) {
			assert.ok(
				answer.includes(`/workspaces/${person.workspace}/audit`),
				`The link is missing in: ${answer}`,
			);
		},
	},
	{
		id: 'site-limit',
		sentence:
			'Show each visitor at most one prompt in 30 days on this site. If you cannot, give me the link at which I can.',
		start: published,
		check({ answer, person }) {
			assert.ok(
				answer.includes(`/sites/${person.site.id}/settings`),
				`The link is missing in: ${answer}`,
			);
		},
	},
	{
		id: 'pause-agents',
		sentence: 'Pause all agents of this workspace. If you cannot, give me the link at which I can.',
		check: ({ answer }) => assert.match(answer, /https?:\/\/\S+\/(connections|workspaces\/)/),
	},
	{
		id: 'create-site',
		sentence: 'Create a site named Billing, and give me its site ID.',
		async check({ answer, person }) {
			const { items } = await person.client.listSites({ workspace: person.workspace });
			const site = items.find(({ name }) => name === 'Billing');
			assert.ok(site, 'There is no such site.');
			assert.ok(answer.includes(site.site_id), 'The site ID is missing.');
		},
	},
];
