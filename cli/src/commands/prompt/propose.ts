import { encodeProposal, longestProposal } from '@feedback/contract/proposal';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptFile } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { findDashboard } from '../../settings/find-dashboard.ts';
import { readPromptFile } from './read-prompt-file.ts';

export const promptPropose = defineCommand({
	name: 'prompt propose',
	summary: 'Create a link that proposes a prompt; needs no sign-in.',
	need: 'nothing',
	options: z.object({ file: promptFile }),
	output: z.object({ url: z.string(), survey_id: z.string(), characters: z.number().int() }),
	examples: [
		{
			text: 'A link for a person, who decides in the dashboard',
			line: 'prompt propose --file prompt.yaml',
		},
	],
	async run({ file }, context) {
		const prompt = await readPromptFile(context, file);
		const fragment = await encodeProposal(prompt);
		const { length } = fragment;
		if (length > longestProposal) {
			throw new Failure(
				'too_long',
				`The prompt is too large for a link: ${length} characters, but the maximum is ${longestProposal}.`,
				{
					hint: 'Sign in and create it as a draft instead.',
					details: { characters: length, most: longestProposal },
					next: [['feedback', 'prompt', 'create', '--file', file]],
				},
			);
		}
		const url = `${findDashboard(context.settings)}/propose#${fragment}`;
		return { url, survey_id: prompt.survey_id, characters: length };
	},
	render: ({ url }) => url,
});
