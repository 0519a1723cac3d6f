import { routes } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptUuid } from '../../describe.ts';
import { cleanText } from '../../output/clean.ts';
import { moment } from '../../output/more.ts';
import { renderFacts } from '../../output/table.ts';
import { describeBudget } from './describe-budget.ts';

export const promptShow = defineCommand({
	name: 'prompt show',
	summary: 'Show a prompt with its latest revision.',
	need: 'connection',
	place: 'site',
	options: z.object({ prompt: promptUuid }),
	positionals: ['prompt'],
	output: routes.getPrompt.output,
	examples: [
		{ text: 'Everything about a prompt', line: 'prompt show <prompt_uuid>' },
		{
			text: 'Only its state and latest revision',
			line: 'prompt show <prompt_uuid> --fields state,latest_revision',
		},
	],
	run: async ({ prompt }, { client, site }) => client.getPrompt({ site: await site(), prompt }),
	render: (data, paint) => {
		const { latest } = data;
		const facts = renderFacts(
			[
				['Prompt', data.name],
				['UUID', data.id],
				['Survey ID', data.survey_id],
				['State', data.state],
				['Published revision', String(data.published_revision ?? '–')],
				[
					'Latest revision',
					`${latest.revision}, ${moment(latest.created_at)} by ${latest.created_by}`,
				],
				['Displays', `${data.displays}, of which ${data.unconfirmed} unconfirmed`],
				['Responses', String(data.responses)],
				...describeBudget(data.budget),
			],
			paint,
		);
		return `${facts}\n\n${cleanText(writePromptFile(latest.content, 'yaml'))}`;
	},
});
