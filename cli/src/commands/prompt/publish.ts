import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptUuid } from '../../describe.ts';
import { withKey } from '../../idempotency.ts';
import { requireLatest, withConflict } from './conflict.ts';
import { renderPublished } from './went-back.ts';

export const promptPublish = defineCommand({
	name: 'prompt publish',
	summary: 'Publish a revision of a prompt, even an older one.',
	need: 'prompt:publish',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		revision: option(
			z.coerce.number().int().min(1),
			'The revision; "prompt show" shows the latest.',
			'integer',
		),
		if_latest: option(z.boolean().default(false), 'Refuse when the prompt has a newer revision.'),
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.publishPrompt.output,
	examples: [
		{ text: 'Publish revision 2', line: 'prompt publish <prompt_uuid> --revision 2' },
		{
			text: 'Only if nobody has saved a newer revision',
			line: 'prompt publish <prompt_uuid> --revision 2 --if-latest',
		},
		{
			text: 'In a script: wait up to five minutes for the approval',
			line: 'prompt publish <prompt_uuid> --workspace <workspace_uuid> --site <site_uuid> --revision 2 --wait=300 --json',
		},
	],
	async run({ prompt, revision, if_latest, idempotency_key: key }, context) {
		const site = await context.site();
		// The grant is for this revision: a revision saved in the meantime cannot be published with it.
		const grant = { action: 'prompt:publish', site, prompt, revision } as const;
		if (context.dryRun) {
			const [{ content }, { latest, published_revision: live }] = await Promise.all([
				context.client.getRevision({ site, prompt, revision }),
				context.client.getPrompt({ site, prompt }),
			]);
			if (if_latest) requireLatest(latest, revision, { site, prompt });
			const back = live !== null && live > revision ? `, back from revision ${live}` : '';
			return context.describeDryRun(
				`publish revision ${revision} of "${content.survey_id}"${back}`,
				grant,
			);
		}
		const input = { site, prompt, revision, if_latest };
		return withConflict(context, { site, prompt }, () =>
			context.withApproval(grant, () => context.client.publishPrompt(input, withKey(key))),
		);
	},
	render: renderPublished,
});
