import { audienceKeySchema, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, option } from '../../describe.ts';
import { createOnce } from '../../idempotency.ts';
import { cleanLine } from '../../output/clean.ts';
import { audienceName, readRule, ruleFile } from './options.ts';

export const audienceCreate = defineCommand({
	name: 'audience create',
	summary: 'Save a rule as an audience that several prompts can use.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		audience: option(
			audienceKeySchema,
			'The key that prompts use for it, such as paying-teams.',
			'audience_key',
		),
		name: option(audienceName.optional(), 'What people call it; defaults to the key.', 'name'),
		file: option(ruleFile, 'The rule as YAML or JSON, "-" for standard input.', 'rule_file'),
		idempotency_key: idempotencyKey,
	}),
	positionals: ['audience'],
	output: routes.createAudience.output,
	examples: [
		{
			text: 'From a file that contains a rule',
			line: 'audience create paying-teams --name "Paying teams" --file audience.yaml',
		},
	],
	async run({ audience: key, name = key, file, idempotency_key: given }, context) {
		const rule = await readRule(context, file);
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`create the audience "${key}"`, grant);
		const { client } = context;
		return context.withApproval(grant, () =>
			createOnce(
				{ given, parts: ['audience', site, key, name, rule] },
				(options) => client.createAudience({ site, key, name, rule }, options),
				async () => (await client.getAudience({ site, audience: key })).archived_at !== null,
			),
		);
	},
	render: ({ key, name }, paint) =>
		[
			`Created the audience "${cleanLine(name)}", version 1.`,
			paint.dim(`Use it in a prompt file: audience: { saved: ${key} }`),
		].join('\n'),
});
