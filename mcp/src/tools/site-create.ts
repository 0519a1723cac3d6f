import { siteSchema } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { createOnce } from '../idempotency-key.ts';
import { workspace } from '../inputs.ts';
import { findWorkspace } from '../place.ts';
import { defineTool } from '../tool.ts';

export const siteCreate = defineTool({
	name: 'site_create',
	title: 'Create a site',
	description: 'Creates a site, one per web app. Needs an approval. Its site_id goes into init().',
	commands: ['site create'],
	need: 'connection',
	effect: 'adds',
	input: z.strictObject({ workspace, name: z.string().min(1).max(120) }),
	output: siteSchema,
	async run({ workspace: named, name }, context) {
		const { client, signal } = context;
		const place = await findWorkspace(context, named);
		return runWithApproval(
			context,
			{ action: 'site:create', workspace: place, site_name: name } as const,
			() =>
				createOnce(
					['site', place, name],
					(key) => client.createSite({ workspace: place, name }, { signal, ...key }),
					({ id }) => client.previewSiteDeletion({ site: id }, { signal }),
				),
		);
	},
});
