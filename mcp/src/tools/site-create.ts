import { siteSchema } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { deriveKey } from '../idempotency-key.ts';
import { workspace } from '../inputs.ts';
import { findWorkspace } from '../place.ts';
import { defineTool } from '../tool.ts';

export const siteCreate = defineTool({
	name: 'site_create',
	title: 'Create a site',
	description:
		'Creates a site, one for each web app. Needs an approval. Its site_id goes into init().',
	commands: ['site create'],
	need: 'connection',
	effect: 'adds',
	input: z.strictObject({ workspace, name: z.string().min(1).max(120) }),
	output: siteSchema,
	async run({ workspace: named, name }, context) {
		const { client, signal } = context;
		const place = await findWorkspace(context, named);
		const idempotencyKey = await deriveKey('site', place, name);
		return runWithApproval(context, { action: 'site:create', workspace: place }, () =>
			client.createSite({ workspace: place, name }, { signal, idempotencyKey }),
		);
	},
});
