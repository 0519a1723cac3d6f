import { actions, actionSchema, routes } from '@feedback/contract';
import type { Launcher } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { readJson } from '../../read-json.ts';
import { moment } from '../../output/more.ts';
import { promptNameSchema } from '../../uuid.ts';

export const grantRequest = defineCommand({
	name: 'grant request',
	summary: 'Ask a person to approve an action.',
	need: 'connection',
	place: 'site',
	options: z.object({
		action: option(actionSchema, `One of ${Object.keys(actions).join(', ')}.`, 'action'),
		prompt: option(promptNameSchema.optional(), 'The prompt to publish.', 'prompt_uuid'),
		revision: option(
			z.coerce.number().int().min(1).optional(),
			'The revision to publish.',
			'integer',
		),
		launcher: option(
			z.string().min(1).optional(),
			'The feedback button to set, as JSON; null removes it.',
			'json',
		),
		name: option(z.string().min(1).max(120).optional(), 'The name of the site to create.', 'name'),
	}),
	positionals: ['action'],
	output: routes.requestGrant.output,
	examples: [
		{ text: 'Ask before a script begins', line: 'grant request prompt:draft --site <site_uuid>' },
		{
			text: 'Ask to publish one revision',
			line: 'grant request prompt:publish --prompt <prompt_uuid> --revision 2',
		},
	],
	async run({ action, prompt, revision, launcher, name }, context) {
		const place =
			action === 'site:create'
				? { workspace: await context.workspace(), ...(name !== undefined && { site_name: name }) }
				: { site: await context.site() };
		return context.client.requestGrant({
			action,
			...place,
			...(prompt !== undefined && { prompt }),
			...(revision !== undefined && { revision }),
			...(launcher !== undefined && {
				launcher: readJson<Launcher | null>(launcher, '--launcher'),
			}),
		});
	},
	render: ({ id, state, url, expires_at }, paint) =>
		state === 'approved'
			? 'A person has already approved it.'
			: [
					`A person decides until ${moment(expires_at)}: ${paint.cyan(url)}`,
					paint.dim(`Wait for it: feedback grant wait ${id}`),
				].join('\n'),
});
