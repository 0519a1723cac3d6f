import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { withKey } from '../../idempotency.ts';
import { uuidSchema } from '../../uuid.ts';

export const siteCreate = defineCommand({
	name: 'site create',
	summary: 'Create a site.',
	need: 'site:create',
	place: 'workspace',
	changes: true,
	options: z.object({
		name: option(z.string().min(1).max(120), 'Name of the app.', 'name'),
		id: option(uuidSchema.optional(), 'UUID of the new site, chosen by you.', 'site_uuid'),
		idempotency_key: idempotencyKey,
	}),
	output: routes.createSite.output,
	examples: [
		{ text: 'Create a site in the only workspace', line: 'site create --name "My app"' },
		{
			text: 'In a script',
			line: 'site create --workspace <workspace_uuid> --name "My app" --wait=300 --json',
		},
	],
	async run({ name, id, idempotency_key: key }, context) {
		const workspace = await context.workspace();
		const grant = { action: 'site:create', workspace, site_name: name } as const;
		if (context.dryRun) return context.describeDryRun(`create the site "${name}"`, grant);
		const idempotency = withKey(key);
		return context.withApproval(grant, () =>
			context.client.createSite({ workspace, name, ...(id !== undefined && { id }) }, idempotency),
		);
	},
	render: ({ id, site_id, name }, paint) =>
		[
			`Created the site "${cleanLine(name)}".`,
			`site ID    ${cleanLine(site_id)}  ${paint.dim('for init({ siteId })')}`,
			`site UUID  ${id}  ${paint.dim('for --site and feedback.json')}`,
		].join('\n'),
});
