import { routes, surveyIdSchema } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { createOnce } from '../../idempotency.ts';
import { isDeleted } from './is-deleted.ts';

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
	async run({ prompt, survey_id, idempotency_key: given }, context) {
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`copy the prompt to "${survey_id}"`, grant);
		return context.withApproval(grant, () =>
			createOnce(
				{ given, parts: ['duplicate', site, prompt, survey_id] },
				(options) => context.client.duplicatePrompt({ site, prompt, survey_id }, options),
				({ id }) => isDeleted(context, site, id),
			),
		);
	},
	render: ({ id, survey_id, revision }) =>
		`Created the draft ${cleanLine(survey_id)}, revision ${revision}.\n${id}`,
});
