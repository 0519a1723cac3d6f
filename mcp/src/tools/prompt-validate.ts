import { z } from 'zod';

import { content } from '../inputs.ts';
import { defineTool } from '../tool.ts';

export const promptValidate = defineTool({
	name: 'prompt_validate',
	title: 'Check a prompt',
	description: 'What is wrong with a prompt.',
	commands: ['prompt validate'],
	need: 'nothing',
	effect: 'reads',
	input: z.strictObject({ content }),
	output: z.object({
		valid: z.boolean(),
		faults: z.array(z.object({ path: z.array(z.unknown()), message: z.string() })),
		more: z.int(),
		warnings: z.array(z.unknown()),
	}),
	run: (input, { client, signal }) => client.validatePrompt(input, { signal }),
});
