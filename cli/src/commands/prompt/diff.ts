import { writePromptFile } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { option, promptUuid } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { cleanText } from '../../output/clean.ts';
import { compareLines } from './compare-lines.ts';
import { checkPrompt } from './check-prompt.ts';
import { readPromptFile } from './read-prompt-file.ts';

const revision = z.coerce.number().int().min(1).optional();

export const promptDiff = defineCommand({
	name: 'prompt diff',
	summary: 'Compare a file or a revision with a revision.',
	need: 'connection',
	place: 'site',
	options: z.object({
		prompt: promptUuid,
		revision: option(revision, 'The revision to compare with; defaults to the latest.', 'integer'),
		file: option(
			z.string().min(1).optional(),
			'A prompt file, "-" for standard input.',
			'prompt_file',
		),
		to: option(revision, 'Or another revision.', 'integer'),
	}),
	positionals: ['prompt'],
	output: z.object({
		changed: z.boolean(),
		from: z.string(),
		to: z.string(),
		/** As YAML, in unified form. */
		diff: z.string(),
	}),
	examples: [
		{
			text: 'What would saving this file change?',
			line: 'prompt diff <prompt_uuid> --file prompt.yaml',
		},
		{
			text: 'What changed between two revisions?',
			line: 'prompt diff <prompt_uuid> --revision 1 --to 2',
		},
	],
	async run(options, context) {
		const { prompt, file, to } = options;
		if ((file === undefined) === (to === undefined)) {
			throw new Failure('usage', 'Pass exactly one of --file and --to.', {
				hint: 'For example: feedback prompt diff <prompt_uuid> --file prompt.yaml',
				next: [['feedback', 'prompt', 'diff', '--help']],
			});
		}
		const ofFile = file === undefined ? undefined : await readPromptFile(context, file);
		const site = await context.site();
		const read = (number: number | undefined) =>
			number === undefined
				? context.client.getPrompt({ site, prompt }).then(({ latest }) => latest)
				: context.client.getRevision({ site, prompt, revision: number });
		const before = await read(options.revision);
		const after = ofFile ? await checkPrompt(context, site, ofFile) : (await read(to)).content;
		const from = `revision ${before.revision}`;
		const target = file ?? `revision ${to}`;
		const diff = compareLines(
			writePromptFile(before.content, 'yaml'),
			writePromptFile(after, 'yaml'),
			from,
			target,
		);
		return { changed: diff !== '', from, to: target, diff };
	},
	render: ({ changed, from, to, diff }, paint) => {
		if (!changed) return `There is no difference between ${from} and ${to}.`;
		const painted = cleanText(diff)
			.split('\n')
			.map((line) => {
				if (line.startsWith('+')) return paint.green(line);
				if (line.startsWith('-')) return paint.red(line);
				return line.startsWith('@@') ? paint.cyan(line) : line;
			});
		return painted.join('\n');
	},
});
