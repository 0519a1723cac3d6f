import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { promptFile } from '../../describe.ts';
import { cleanLine } from '../../output/clean.ts';
import { count } from '../../output/more.ts';
import { readPromptFile } from './read-prompt-file.ts';

export const promptValidate = defineCommand({
	name: 'prompt validate',
	summary: 'Check a prompt file; needs no sign-in.',
	need: 'nothing',
	options: z.object({ file: promptFile }),
	output: z.object({
		valid: z.literal(true),
		file: z.string(),
		survey_id: z.string(),
		name: z.string(),
		questions: z.number().int(),
	}),
	examples: [
		{
			text: 'Check a file; lists every error with its line',
			line: 'prompt validate --file prompt.yaml',
		},
		{ text: 'Check what another program writes', line: 'prompt validate --file - --json' },
	],
	async run({ file }, context) {
		const { survey_id, name, questions } = await readPromptFile(context, file);
		return { valid: true as const, file, survey_id, name, questions: questions.length };
	},
	render: ({ file, name, survey_id, questions }, paint) =>
		`${paint.green('✓')} ${file === '-' ? 'standard input' : file}: "${cleanLine(name)}" (${survey_id}) with ${count(questions, 'question')} is valid.`,
});
