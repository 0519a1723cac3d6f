import { routes, sampleSiteName } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cleanLine } from '../../output/clean.ts';

export const siteSample = defineCommand({
	name: 'site sample',
	summary: 'Add a site with sample data, to see what results look like.',
	need: 'site:create',
	place: 'workspace',
	changes: true,
	options: z.object({}),
	output: routes.addSampleSite.output,
	examples: [{ text: 'See figures before anybody has answered', line: 'site sample' }],
	async run(_, context) {
		const workspace = await context.workspace();
		const grant = { action: 'site:create', workspace, site_name: sampleSiteName } as const;
		if (context.dryRun) return context.describeDryRun('add a site with sample data', grant);
		return context.withApproval(grant, () => context.client.addSampleSite({ workspace }));
	},
	render: ({ id, name }, paint) =>
		[
			`The site "${cleanLine(name)}" has made-up visitors and answers, apart from those of other sites.`,
			`site UUID  ${id}  ${paint.dim('for --site, for example "response summary"')}`,
			'A person removes it with one click, at the top of its pages in the dashboard.',
		].join('\n'),
});
