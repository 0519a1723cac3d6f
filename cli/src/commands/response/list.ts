import { readFilled } from '@feedback/client';
import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { cursor, limit } from '../../describe.ts';
import { moment } from '../../output/more.ts';
import { renderPage } from '../../output/table.ts';
import { filterOptions, toFilter } from './filter.ts';

export const responseList = defineCommand({
	name: 'response list',
	summary: 'List responses, newest first.',
	need: 'response:read',
	place: 'site',
	options: z.object({ ...filterOptions, limit, cursor }),
	output: routes.listResponses.output,
	examples: [
		{ text: 'The newest responses', line: 'response list' },
		{
			text: 'For one prompt, since a day',
			line: 'response list --prompt <prompt_uuid> --since 2026-01-31',
		},
		{
			text: 'From detractors who chose Slack export',
			line: `response list --prompt <prompt_uuid> --condition '{"all":[{"answer":"score","op":"at_most","value":6},{"answer":"tools","op":"is","value":"slack"}]}'`,
		},
		{ text: 'Only scores and texts', line: 'response list --fields created_at,answers' },
	],
	async run({ limit: number, cursor: at, ...filter }, { client, site: findSite, withApproval }) {
		const site = await findSite();
		const input = { site, limit: number, ...toFilter(filter) };
		const read = (cursor?: string) =>
			client.listResponses({ ...input, ...(cursor !== undefined && { cursor }) });
		return withApproval({ action: 'response:read', site }, () => readFilled(read, at));
	},
	render: (page, paint) =>
		renderPage(
			page,
			'There are no responses.',
			[
				{ head: 'AT', cell: ({ created_at }) => moment(created_at) },
				{ head: 'PROMPT', cell: ({ survey_id }) => survey_id },
				{ head: 'VARIANT', cell: ({ variant }) => variant },
				{ head: 'SENT', cell: ({ final }) => (final ? 'yes' : 'partly') },
				{ head: 'ACCOUNT', cell: ({ account }) => account },
				{
					head: 'ANSWERS',
					// A link says more than the ID of a picture.
					cell: ({ answers, screenshots }) => describeAnswers({ ...answers, ...screenshots }),
				},
			],
			paint,
		),
});

function describeAnswers(answers: Record<string, unknown>): string {
	return Object.entries(answers)
		.map(
			([question, answer]) =>
				`${question}: ${typeof answer === 'string' ? answer : JSON.stringify(answer)}`,
		)
		.join(' · ');
}
