import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { instant, option } from '../../describe.ts';
import { renderTable } from '../../output/table.ts';
import { promptNameSchema } from '../../uuid.ts';

export const responseTags = defineCommand({
	name: 'response tags',
	summary: 'List the tags of texts, with definitions and counts.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		prompt: option(promptNameSchema.optional(), 'Count only texts of this prompt.', 'prompt_uuid'),
		since: instant('Count only texts since a day or a time.'),
		until: instant('Count only texts before a day or a time.'),
	}),
	output: routes.listTags.output,
	examples: [{ text: 'Counts since a day', line: 'response tags --since 2026-01-31' }],
	async run(period, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const given = Object.fromEntries(
			Object.entries(period).filter(([, value]) => value !== undefined),
		);
		return withApproval({ action: 'response:read', site }, () =>
			client.listTags({ site, ...given }),
		);
	},
	render: ({ tags, answers, untagged }, paint) =>
		[
			tags.length === 0
				? 'There are no tags.'
				: renderTable(
						tags,
						[
							{ head: 'TAG', cell: ({ id }) => id },
							{ head: 'NAME', cell: ({ name }) => name },
							{ head: 'STATE', cell: ({ state }) => state },
							{ head: 'TEXTS', cell: (tag) => String(tag.answers) },
							{ head: 'OPEN', cell: ({ open }) => String(open) },
							{ head: 'DEFINITION', cell: ({ definition }) => definition },
						],
						paint,
					),
			paint.dim(`${untagged} of ${answers} texts have no tag.`),
		].join('\n'),
});
