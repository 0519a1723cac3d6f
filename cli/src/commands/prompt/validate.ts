import { lintPrompt } from '@feedback/contract';
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
		warnings: z.array(z.object({ path: z.string(), message: z.string() })),
	}),
	examples: [
		{
			text: 'Check a file; lists every error with its line',
			line: 'prompt validate --file prompt.yaml',
		},
		{ text: 'Check what another program writes', line: 'prompt validate --file - --json' },
	],
	async run({ file }, context) {
		const prompt = await readPromptFile(context, file);
		const { survey_id, name, questions } = prompt;
		const warnings = lintPrompt(prompt, Date.now()).map(({ path, message }) => {
			return { path: path.join('.'), message };
		});
		return { valid: true as const, file, survey_id, name, questions: questions.length, warnings };
	},
	render: ({ file, name, survey_id, questions, warnings }, paint) =>
		[
			`${paint.green('✓')} ${file === '-' ? 'standard input' : file}: "${cleanLine(name)}" (${survey_id}) with ${count(questions, 'question')} is valid.`,
			...warnings.map(
				({ path, message }) => `${paint.yellow('!')} ${cleanLine(`${path} ${message}`)}`,
			),
		].join('\n'),
});
