import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { audienceKey, audienceName, readRule, ruleFile } from './options.ts';

export const audienceUpdate = defineCommand({
	name: 'audience update',
	summary: 'Save the next version of an audience, or rename it.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		audience: audienceKey,
		name: option(audienceName.optional(), 'The new name.', 'name'),
		file: option(
			ruleFile.optional(),
			'The rule of the next version as YAML or JSON, "-" for standard input.',
			'rule_file',
		),
		base: option(
			z.coerce.number().int().min(1).optional(),
			'The version you started from; fails if there is a newer one.',
			'integer',
		),
	}),
	positionals: ['audience'],
	output: routes.updateAudience.output,
	examples: [
		{
			text: 'Save the next version; prompts keep theirs',
			line: 'audience update paying-teams --file audience.yaml --base 1',
		},
		{ text: 'Rename it', line: 'audience update paying-teams --name "Teams that pay"' },
	],
	async run({ audience, name, file, base }, context) {
		if (name === undefined && file === undefined) {
			throw new Failure('usage', 'There is nothing to change.', {
				hint: 'Pass --file, --name or both.',
				next: [['feedback', 'audience', 'update', '--help']],
			});
		}
		const rule = file === undefined ? undefined : await readRule(context, file);
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`change the audience "${audience}"`, grant);
		return context.withApproval(grant, () =>
			context.client.updateAudience({
				site,
				audience,
				...(name !== undefined && { name }),
				...(rule !== undefined && { rule }),
				...(base !== undefined && { base }),
			}),
		);
	},
	render: ({ key, version, prompts, changed }, paint) => {
		if (!changed) return `Nothing changed: version ${version} has the same rule.`;
		const next = `Prompts that could be updated: feedback audience show ${key}`;
		return [
			`The audience is at version ${version}.`,
			...(prompts > 0 ? [paint.dim(next)] : []),
		].join('\n');
	},
});
