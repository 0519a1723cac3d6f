import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { describeReceipt } from './render.ts';

export const deletionList = defineCommand({
	name: 'deletion list',
	summary: 'List scheduled, undone and finished deletions, with what was deleted.',
	need: 'connection',
	options: z.object({ limit, cursor }),
	output: routes.listDeletions.output,
	examples: [
		{ text: 'What can be undone, and until when', line: 'deletion list' },
		{ text: 'The receipts', line: 'deletion list --json --fields name,state,ended_at,deleted' },
	],
	run: (options, { client }) => client.listDeletions(options),
	render: (page, paint) =>
		renderPage(
			page,
			'Nothing was deleted.',
			[
				{ head: 'KIND', cell: ({ kind }) => kind },
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'STATE', cell: ({ state }) => state },
				{ head: 'WHEN', cell: ({ ended_at, due_at }) => moment(ended_at ?? due_at) },
				{ head: 'UUID', cell: ({ id }) => id },
				{ head: 'DELETED', cell: (deletion) => describeReceipt(deletion) || null },
			],
			paint,
		),
});
