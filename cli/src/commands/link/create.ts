import { limits, resultLinkSchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { findResultsPage, listLinks } from './find-link.ts';
import { renderLink } from './render.ts';

export const linkCreate = defineCommand({
	name: 'link create',
	summary: 'Ask a person for a link to results.',
	need: 'person',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		name: option(
			z.string().trim().min(1).max(limits.results.filterName),
			'The heading of the shared page.',
			'name',
		),
	}),
	positionals: ['prompt'],
	output: resultLinkSchema,
	examples: [
		{
			text: 'Wait until a person has created it; only they see its URL, once',
			line: 'link create <prompt_uuid> --name "For the board" --wait',
		},
	],
	async run({ prompt, name }, context) {
		const site = await context.site();
		const task = `create the link "${name}" with Share`;
		if (context.dryRun) {
			return { dry_run: true, would: `ask a person to ${task}`, needs: 'person', approved: false };
		}
		const look = async () => (await listLinks(context, site, prompt)).items;
		const before = new Set((await look()).map(({ id }) => id));
		return leaveToPerson(context, {
			...{ task, url: findResultsPage(context, site, prompt) },
			argv: ['link', 'create', prompt, '--site', site, '--name', name],
			look: async () => (await look()).find((link) => !before.has(link.id) && link.name === name),
		});
	},
	render: (link, paint) =>
		[renderLink(link), paint.dim('Its URL was shown to the person who created it.')].join('\n'),
});
