import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit, option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { paintState } from './state.ts';

const states = z.enum(['draft', 'published', 'paused', 'archived']);

export const promptList = defineCommand({
	name: 'prompt list',
	summary: 'List the prompts of a site.',
	need: 'connection',
	place: 'site',
	options: z.object({
		state: option(states.optional(), 'Only draft, published, paused or archived ones.', 'state'),
		limit,
		cursor,
	}),
	output: routes.listPrompts.output,
	examples: [
		{ text: 'What is live', line: 'prompt list --state published' },
		{ text: 'Names and UUIDs for a script', line: 'prompt list --fields id,survey_id,state' },
	],
	run: async (options, { client, site }) => client.listPrompts({ site: await site(), ...options }),
	render: (page, paint) =>
		renderPage(
			page,
			'There are no prompts yet. "feedback prompt create --file prompt.yaml" makes one.',
			[
				{ head: 'PROMPT', cell: ({ name }) => name },
				{ head: 'SURVEY ID', cell: ({ survey_id }) => survey_id },
				{
					head: 'STATE',
					cell: ({ state }) => state,
					style: (text, { state }) => text.replace(state, paintState(state, paint)),
				},
				{ head: 'LIVE', cell: ({ published_revision }) => published_revision, right: true },
				{ head: 'LATEST', cell: ({ latest_revision }) => latest_revision, right: true },
				{ head: 'DISPLAYS', cell: ({ displays }) => displays, right: true },
				{ head: 'RESPONSES', cell: ({ responses }) => responses, right: true },
				{ head: 'UPDATED', cell: ({ updated_at }) => moment(updated_at) },
				{ head: 'UUID', cell: ({ id }) => id },
			],
			paint,
		),
});
