import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { limit, option } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { filterOptions } from './filter.ts';
import { uuidSchema } from '../../uuid.ts';

const { final: _, figure: __, search, ...texts } = filterOptions;

export const responseTexts = defineCommand({
	name: 'response texts',
	summary: 'List and search what visitors wrote, with tags.',
	need: 'response:read',
	place: 'site',
	options: z.object({
		search,
		status: option(z.enum(['open', 'done']).optional(), 'Only those that are open, or done.'),
		tag: option(
			uuidSchema.optional(),
			'Only those with this tag; "response tags" shows them.',
			'tag_uuid',
		),
		...texts,
		limit,
		cursor: option(z.string().max(400).optional(), 'Continue after the previous page.', 'cursor'),
	}),
	output: routes.listTextAnswers.output,
	examples: [
		{ text: 'The newest texts that are open', line: 'response texts --status open' },
		{ text: 'Those about exports', line: 'response texts --search "export -import"' },
	],
	async run({ limit: number, ...filter }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const given = Object.fromEntries(
			Object.entries(filter).filter(([, value]) => value !== undefined),
		);
		return withApproval({ action: 'response:read', site }, () =>
			client.listTextAnswers({ site, limit: number, ...given }),
		);
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no texts.',
			[
				{ head: 'AT', cell: ({ answered_at: at }) => moment(at) },
				{ head: 'RESPONSE', cell: ({ response }) => response },
				{ head: 'QUESTION', cell: ({ question }) => question },
				{ head: 'STATUS', cell: ({ status }) => status },
				{ head: 'TAGS', cell: ({ tags }) => tags.map(({ name }) => name).join(', ') },
				{ head: 'TEXT', cell: ({ text }) => text },
			],
			paint,
		),
});
