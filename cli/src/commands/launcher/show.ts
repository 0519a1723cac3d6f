import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { renderLauncher } from './render.ts';

export const launcherShow = defineCommand({
	name: 'launcher show',
	summary: 'Show the feedback button of a site, and the prompt that it opens.',
	need: 'connection',
	place: 'site',
	options: z.object({}),
	output: routes.getLauncher.output,
	examples: [{ text: 'That of the site in feedback.json', line: 'launcher show' }],
	run: async (_, { client, site }) => client.getLauncher({ site: await site() }),
	render: renderLauncher,
});
