import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { confirmedName } from '../../describe.ts';
import { deleteOne } from '../deletion/delete-one.ts';
import { renderDeletion } from '../deletion/render.ts';

export const siteDelete = defineCommand({
	name: 'site delete',
	summary: 'Ask an owner to delete a site.',
	need: 'person',
	place: 'site',
	changes: true,
	options: z.object({ confirm: confirmedName }),
	output: routes.deleteSite.output,
	examples: [
		{ text: 'Count what would be deleted', line: 'site delete --site <site_uuid> --dry-run' },
		{
			text: 'Wait until an owner has deleted it',
			line: 'site delete --site <site_uuid> --confirm Reports --wait',
		},
	],
	async run({ confirm }, context) {
		const site = await context.site();
		return deleteOne(
			context,
			{
				kind: 'site',
				argv: ['site', 'delete', '--site', site],
				preview: () => context.client.previewSiteDeletion({ site }),
			},
			confirm,
		);
	},
	render: renderDeletion,
});
