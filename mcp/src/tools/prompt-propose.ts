import { parseInput, promptSchema } from '@feedback/contract';
import { z } from 'zod';

import { encodeProposal, longestProposal } from '../../../contract/src/prompt-file/proposal.ts';
import { content } from '../inputs.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool } from '../tool.ts';

export const promptPropose = defineTool({
	name: 'prompt_propose',
	title: 'Propose a prompt',
	description:
		'A link that contains the whole prompt, for a person to preview and save. Needs no sign-in; nothing is stored.',
	commands: ['prompt propose'],
	need: 'nothing',
	effect: 'reads',
	input: z.strictObject({ content }),
	output: z.object({ url: z.string(), survey_id: z.string() }),
	async run({ content: given }, { dashboardUrl }) {
		const prompt = parseInput(promptSchema, given, 'content');
		const fragment = await encodeProposal(prompt);
		if (fragment.length > longestProposal) {
			throw new ToolFailure(
				'invalid_prompt',
				`The prompt is too large for a link: ${fragment.length} characters, at most ${longestProposal}.`,
				{ hint: 'Save it as a draft with prompt_save instead.' },
			);
		}
		return { url: `${dashboardUrl}/propose#${fragment}`, survey_id: prompt.survey_id };
	},
});
