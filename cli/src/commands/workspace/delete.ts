import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { confirmedName } from '../../describe.ts';
import { deleteOne } from '../deletion/delete-one.ts';
import { renderDeletion } from '../deletion/render.ts';

export const workspaceDelete = defineCommand({
	name: 'workspace delete',
	summary: 'Ask an owner to delete a workspace with its sites.',
	need: 'person',
	place: 'workspace',
	changes: true,
	options: z.object({ confirm: confirmedName }),
	output: routes.deleteWorkspace.output,
	examples: [
		{
			text: 'Wait until an owner has deleted it',
			line: 'workspace delete --workspace <workspace_uuid> --confirm Acme --wait',
		},
	],
	async run({ confirm }, context) {
		const workspace = await context.workspace();
		return deleteOne(
			context,
			{
				kind: 'workspace',
				argv: ['workspace', 'delete', '--workspace', workspace],
				preview: () => context.client.previewWorkspaceDeletion({ workspace }),
			},
			confirm,
		);
	},
	render: renderDeletion,
});
