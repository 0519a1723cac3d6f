import { readPages } from '@feedback/client';
import type { Client } from '@feedback/client';
import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import type { Deletion } from './delete-one.ts';
import { leaveToPerson } from './leave-to-person.ts';
import { nameDeletion } from './name-deletion.ts';
import { renderDeletion } from './render.ts';
import { uuidSchema } from '../../uuid.ts';

export const deletionUndo = defineCommand({
	name: 'deletion undo',
	summary: 'Undo the deletion of a draft, or ask a person to undo another one.',
	need: 'prompt:draft',
	changes: true,
	options: z.object({
		deletion: option(uuidSchema, 'The deletion; "deletion list" shows them.', 'deletion_uuid'),
	}),
	positionals: ['deletion'],
	output: routes.undoDeletion.output,
	examples: [
		{ text: 'A draft that was deleted by mistake', line: 'deletion undo <deletion_uuid>' },
		{
			text: 'A site: wait until a person has undone it',
			line: 'deletion undo <deletion_uuid> --wait',
		},
	],
	async run({ deletion: id }, context) {
		const { client, dryRun, describeDryRun, withApproval } = context;
		const deletion = await findDeletion(client, id);
		const { workspace, state } = deletion;
		const what = nameDeletion(deletion);
		if (state === 'undone') return deletion;
		if (state === 'finished') {
			throw new Failure('conflict', `Already deleted: ${what}.`, {
				details: { ended_at: deletion.ended_at, deleted: deletion.deleted },
			});
		}
		const { allowed, url, site } = await previewOf(context, deletion);
		const task = `undo the deletion of ${what}`;
		const grant = { action: 'prompt:draft', ...(site && { site }) } as const;
		if (dryRun) {
			if (allowed) return describeDryRun(task, grant);
			const would = `ask a person to ${task}`;
			return { dry_run: true, would, needs: 'person', approved: false };
		}
		if (allowed) {
			return withApproval(grant, () =>
				client.undoDeletion({ workspace: workspace!, deletion: id }),
			);
		}
		return leaveToPerson(context, {
			task,
			url,
			argv: ['deletion', 'undo', id],
			look: async () => {
				const now = await findDeletion(client, id);
				return now.state === 'scheduled' ? undefined : now;
			},
		});
	},
	render: renderDeletion,
});

async function findDeletion(client: Client, id: string): Promise<Deletion> {
	for await (const { items } of readPages((cursor) =>
		client.listDeletions({ limit: 200, cursor }),
	)) {
		const found = items.find((one) => one.id === id);
		if (found) return found;
	}
	throw new Failure('not_found', 'There is no such deletion, or you cannot see what it deleted.', {
		next: [['feedback', 'deletion', 'list']],
	});
}

/** Whether this command may undo the deletion, and where a person can. */
async function previewOf({ client }: Context, { kind, workspace, site, target }: Deletion) {
	if (kind === 'prompt') {
		return { ...(await client.previewPromptDeletion({ site: site!, prompt: target })), site };
	}
	if (kind === 'responses') {
		// The settings of the site list its deletions; with `?delete`, they would open the dialog of the site.
		const { url } = await client.previewSiteDeletion({ site: site! });
		return { allowed: false, url: url.replace(/\?delete$/, ''), site };
	}
	if (kind === 'site') return { ...(await client.previewSiteDeletion({ site: target })), site };
	if (kind === 'workspace') {
		const preview = await client.previewWorkspaceDeletion({ workspace: workspace! });
		return { ...preview, site: null };
	}
	throw new Failure('forbidden', 'Only the person can undo the deletion of their account.');
}
