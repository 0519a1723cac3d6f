import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptFile, promptUuid } from '../../describe.ts';
import { checkPrompt } from './check-prompt.ts';
import { withConflict } from './conflict.ts';
import { deriveKey, withKey } from '../../idempotency.ts';
import { readPromptFile } from './read-prompt-file.ts';

export const promptSave = defineCommand({
	name: 'prompt save',
	summary: 'Save a file as the next revision of a prompt.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		file: promptFile,
		base: option(
			z.coerce.number().int().min(1).optional(),
			'The revision you started from; fails if there is a newer one.',
			'integer',
		),
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.saveRevision.output,
	examples: [
		{ text: 'Save the next revision', line: 'prompt save <prompt_uuid> --file prompt.yaml' },
		{
			text: 'Only if nobody has saved since revision 3',
			line: 'prompt save <prompt_uuid> --file prompt.yaml --base 3',
		},
	],
	async run({ prompt, file, base, idempotency_key: key }, context) {
		const content = await readPromptFile(context, file);
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) {
			await checkPrompt(context, site, content);
			return context.describeDryRun(`save a revision of the prompt ${prompt}`, grant);
		}
		// Without a base, saving the same file again may be intended: there may be another revision in
		// between.
		const repeatable =
			base === undefined ? undefined : deriveKey('save', site, prompt, base, content);
		const idempotency = withKey(key ?? repeatable);
		const input = { site, prompt, content, ...(base !== undefined && { base }) };
		return withConflict(context, { site, prompt }, () =>
			context.withApproval(grant, () => context.client.saveRevision(input, idempotency)),
		);
	},
	render: ({ id, revision, changed }, paint) =>
		changed
			? `Saved revision ${revision}.\n${paint.dim(`Publish it: feedback prompt publish ${id} --revision ${revision}`)}`
			: `Nothing changed: revision ${revision} has the same content.`,
});
