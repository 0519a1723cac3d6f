import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderFacts } from '../../output/table.ts';
import { audienceKey } from './options.ts';
import { renderRule, renderUses } from './render.ts';

export const audienceShow = defineCommand({
	name: 'audience show',
	summary: 'Show a saved audience, its versions and the prompts that use it.',
	need: 'connection',
	place: 'site',
	options: z.object({
		audience: audienceKey,
		version: option(
			z.coerce.number().int().min(1).optional(),
			'The version whose rule is shown; defaults to the newest.',
			'integer',
		),
	}),
	positionals: ['audience'],
	output: routes.getAudience.output.extend({
		/** The version that is shown. */
		shown: routes.getAudienceVersion.output,
	}),
	examples: [
		{ text: 'The rule, and which prompts could be updated', line: 'audience show paying-teams' },
		{ text: 'An earlier rule', line: 'audience show paying-teams --version 1' },
	],
	async run({ audience, version }, { client, site: findSite }) {
		const site = await findSite();
		const found = await client.getAudience({ site, audience });
		const shown =
			version === undefined || version === found.version
				? found.versions[0]!
				: await client.getAudienceVersion({ site, audience, version });
		return { ...found, shown };
	},
	render: ({ key, name, version, archived_at, shown, uses }, paint) => {
		const facts = renderFacts(
			[
				['Audience', name],
				['Key', key],
				['Newest version', String(version)],
				...(archived_at ? [['Archived', moment(archived_at)] as [string, string]] : []),
				['Shown version', `${shown.version}, ${moment(shown.created_at)} by ${shown.created_by}`],
			],
			paint,
		);
		const used = uses.length > 0 ? renderUses(uses, paint) : 'No prompt uses it.';
		return `${facts}\n\n${renderRule(shown.rule)}\n\n${used}`;
	},
});
