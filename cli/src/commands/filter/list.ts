import { routes } from '@feedback/contract';
import type { SavedFilter } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { renderPage } from '../../output/table.ts';

export const filterList = defineCommand({
	name: 'filter list',
	summary: 'List the saved filters of a prompt.',
	need: 'connection',
	place: 'site',
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.listSavedFilters.output,
	examples: [
		{ text: 'What --filter of a response command can name', line: 'filter list <prompt_uuid>' },
	],
	run: async ({ prompt }, { client, site }) =>
		client.listSavedFilters({ site: await site(), prompt }),
	render: (page, paint) => {
		const table = renderPage(
			page,
			'The prompt has no saved filter yet. "feedback filter save" makes one.',
			[
				{ head: 'NAME', cell: ({ name }) => name },
				{ head: 'LETS THROUGH', cell: ({ filter }) => describeFilter(filter) },
				{ head: 'BY', cell: ({ created_by }) => created_by },
				{ head: 'UUID', cell: ({ id }) => id },
			],
			paint,
		);
		const gone = page.items.flatMap(({ name, gone: sentences }) =>
			sentences.map((sentence) => paint.yellow(`${cleanLine(name)}: ${cleanLine(sentence)}`)),
		);
		return [table, ...gone].join('\n');
	},
});

/**
 * @example
 * describeFilter({ trait: ['plan:pro'], days: 30 }); // 'trait plan:pro, days 30'
 */
function describeFilter(filter: SavedFilter): string {
	return Object.entries(filter)
		.map(([part, value]) => {
			const written =
				typeof value === 'object' && !Array.isArray(value)
					? JSON.stringify(value)
					: [value].flat().join(' ');
			return `${part} ${written}`;
		})
		.join(', ');
}
