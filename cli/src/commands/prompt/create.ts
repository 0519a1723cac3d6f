import { routes, surveyIdSchema } from '@feedback/contract';
import type { Prompt } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option, promptFile } from '../../describe.ts';
import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { cleanLine } from '../../output/clean.ts';
import { createOnce } from '../../idempotency.ts';
import { checkPrompt } from './check-prompt.ts';
import { isDeleted } from './is-deleted.ts';
import { findTemplate } from './find-template.ts';
import { readPromptFile } from './read-prompt-file.ts';
import { uuidSchema } from '../../uuid.ts';

export const promptCreate = defineCommand({
	name: 'prompt create',
	summary: 'Create a prompt from a file or a template, as a draft.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		file: promptFile.optional(),
		template: option(
			z.string().min(1).optional(),
			'A template instead of a file; "feedback prompt templates" lists them.',
			'template',
		),
		survey_id: option(
			surveyIdSchema.optional(),
			'Survey ID, instead of the one in the file or template.',
			'survey_id',
		),
		id: option(uuidSchema.optional(), 'UUID of the new prompt, chosen by you.', 'prompt_uuid'),
		idempotency_key: idempotencyKey,
	}),
	output: routes.createPrompt.output,
	examples: [
		{
			text: 'Create a draft on the site of feedback.json',
			line: 'prompt create --file prompt.yaml',
		},
		{
			text: 'Start from a template',
			line: 'prompt create --template nps --survey-id recommend-reports',
		},
		{
			text: 'In a script: wait up to five minutes for the approval',
			line: 'prompt create --workspace <workspace_uuid> --site <site_uuid> --file prompt.yaml --wait=300 --json',
		},
		{ text: 'See what would happen', line: 'prompt create --file prompt.yaml --dry-run' },
	],
	async run({ file, template, survey_id: surveyId, id, idempotency_key: key }, context) {
		const source = await readSource(context, file, template);
		const content = surveyId === undefined ? source : { ...source, survey_id: surveyId };
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) {
			await checkPrompt(context, site, content);
			return context.describeDryRun(`create the prompt "${content.survey_id}" as a draft`, grant);
		}
		const { client } = context;
		return context.withApproval(grant, () =>
			createOnce(
				{ given: key, parts: ['create', site, id, content] },
				(options) =>
					client.createPrompt({ site, content, ...(id !== undefined && { id }) }, options),
				({ id: prompt }) => isDeleted(context, site, prompt),
			),
		);
	},
	render: ({ id, name, survey_id: survey, revision }, paint) =>
		[
			`Created the draft "${cleanLine(name)}" (${cleanLine(survey)}), revision ${revision}.`,
			id,
			paint.dim(`Publish it: feedback prompt publish ${id} --revision ${revision}`),
		].join('\n'),
});

async function readSource(
	context: Context,
	file: string | undefined,
	template: string | undefined,
): Promise<Prompt> {
	if ((file === undefined) === (template === undefined)) {
		throw new Failure('usage', 'Pass exactly one of --file and --template.', {
			hint: '"feedback prompt templates" lists the templates.',
			next: [['feedback', 'prompt', 'templates']],
		});
	}
	return template === undefined ? readPromptFile(context, file!) : findTemplate(template);
}
