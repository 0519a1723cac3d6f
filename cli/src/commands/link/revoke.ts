import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { findLink, findShareDialog, listLinks } from './find-link.ts';
import { describeState, renderLink } from './render.ts';

export const linkRevoke = defineCommand({
	name: 'link revoke',
	summary: 'Ask a person to revoke a link to results.',
	need: 'person',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		link: option(
			z.string().min(1).max(100),
			'The link, by UUID, first characters or name.',
			'link',
		),
	}),
	positionals: ['prompt', 'link'],
	output: routes.revokeResultLink.output,
	examples: [
		{
			text: 'Wait until a person has revoked it',
			line: 'link revoke <prompt_uuid> "For the board" --wait',
		},
	],
	async run({ prompt, link: named }, context) {
		const site = await context.site();
		const read = async () => (await listLinks(context, site, prompt)).items;
		const link = findLink(await read(), prompt, named);
		const task = `revoke the link "${link.name}" (${link.prefix}…)`;
		if (context.dryRun) {
			return { dry_run: true, would: `ask a person to ${task}`, needs: 'person', approved: false };
		}
		if (describeState(link) !== 'active') return link;
		return leaveToPerson(context, {
			task,
			url: findShareDialog(context, { site, prompt }, { revoke: link.id }),
			argv: ['link', 'revoke', prompt, link.id, '--site', site],
			look: async () =>
				(await read()).find(({ id, revoked_at }) => id === link.id && revoked_at !== null),
		});
	},
	render: renderLink,
});
