import { routes, surveyIdSchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { deriveKey, withKey } from '../../idempotency.ts';

export const promptDuplicate = defineCommand({
	name: 'prompt duplicate',
	summary: 'Copy a prompt into a new draft.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		survey_id: option(surveyIdSchema, 'Survey ID of the copy.', 'survey_id'),
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.duplicatePrompt.output,
	examples: [
		{
			text: 'Start a second version',
			line: 'prompt duplicate <prompt_uuid> --survey-id export-again',
		},
	],
	async run({ prompt, survey_id, idempotency_key: key }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`copy the prompt to "${survey_id}"`, grant);
		const idempotency = withKey(key ?? deriveKey('duplicate', site, prompt, survey_id));
		return context.withApproval(grant, () =>
			context.client.duplicatePrompt({ site, prompt, survey_id }, idempotency),
		);
	},
	render: ({ id, survey_id, revision }) =>
		`Created the draft ${cleanLine(survey_id)}, revision ${revision}.\n${id}`,
});
