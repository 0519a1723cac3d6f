import { routes, variantKeySchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptUuid } from '../../describe.ts';
import { deriveKey, withKey } from '../../idempotency.ts';
import { withConflict } from './conflict.ts';

export const promptKeep = defineCommand({
	name: 'prompt keep',
	summary: 'Save a revision with one variant of an experiment instead of the experiment.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		variant: option(variantKeySchema, 'Key of the variant to keep.', 'variant'),
		base: option(
			z.coerce.number().int().min(1).optional(),
			'The latest revision; fails if there is a newer one.',
			'integer',
		),
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.keepVariant.output,
	examples: [{ text: 'End an experiment', line: 'prompt keep <prompt_uuid> --variant short' }],
	async run({ prompt, variant, base, idempotency_key: key }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) {
			return context.describeDryRun(`keep the variant "${variant}" of the prompt ${prompt}`, grant);
		}
		const repeatable =
			base === undefined ? undefined : deriveKey('keep', site, prompt, base, variant);
		const input = { site, prompt, variant, ...(base !== undefined && { base }) };
		return withConflict(context, { site, prompt }, () =>
			context.withApproval(grant, () =>
				context.client.keepVariant(input, withKey(key ?? repeatable)),
			),
		);
	},
	render: ({ id, revision }, paint) =>
		`Saved revision ${revision}. Visitors still see the experiment.\n${paint.dim(`Publish it: feedback prompt publish ${id} --revision ${revision}`)}`,
});
