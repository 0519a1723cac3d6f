import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { listLinks } from './find-link.ts';
import { describeState } from './render.ts';

export const linkList = defineCommand({
	name: 'link list',
	summary: 'List the links to the results of a prompt.',
	need: 'response:read',
	place: 'site',
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.listResultLinks.output,
	examples: [
		{ text: 'Which links are active, and when they were opened', line: 'link list <prompt_uuid>' },
	],
	run: async ({ prompt }, context) => listLinks(context, await context.site(), prompt),
	render: (page, paint) =>
		renderPage(
			page,
			'The prompt has no link yet. "feedback link create" asks a person for one.',
			[
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'LINK', cell: ({ prefix }) => `${prefix}…` },
				{ head: 'STATE', cell: describeState },
				{ head: 'SHOWS', cell: ({ words }) => (words ? 'figures and words' : 'figures') },
				{ head: 'BY', cell: ({ created_by: by }) => by },
				{ head: 'EXPIRES', cell: ({ expires_at: at }) => moment(at) },
				{ head: 'LAST OPENED', cell: ({ last_used_at: at }) => moment(at) },
				{ head: 'UUID', cell: ({ id }) => id },
			],
			paint,
		),
});
