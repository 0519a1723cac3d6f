import { join } from 'node:path';

import { lintPrompt, listIssues } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { option } from '../describe.ts';
import { Failure } from '../failure.ts';
import type { Imported } from '../import/draft.ts';
import { sources } from '../import/sources.ts';
import { cleanLine } from '../output/clean.ts';
import { count } from '../output/more.ts';
import { writeNewFile } from '../write-file.ts';

const names = Object.keys(sources) as (keyof typeof sources)[];

const noteSchema = z.object({
	path: z.string(),
	outcome: z.enum(['changed', 'left_out']),
	message: z.string(),
});

export const importSurveys = defineCommand({
	name: 'import',
	summary: 'Turn surveys of another product into prompt files; needs no sign-in.',
	need: 'nothing',
	options: z.object({
		from: option(z.enum(names), `The product: ${names.join(', ')}.`, 'product'),
		file: option(z.string().min(1), 'Its export as JSON, "-" for standard input.', 'file'),
		output: option(z.string().min(1).default('.'), 'Folder for the prompt files.', 'folder'),
		force: option(z.boolean().default(false), 'Replace existing files.'),
	}),
	positionals: ['from', 'file'],
	output: z.object({
		prompts: z.array(
			z.object({
				survey_id: z.string(),
				name: z.string(),
				questions: z.number().int(),
				file: z.string(),
				notes: z.array(noteSchema),
				warnings: z.array(z.object({ path: z.string(), message: z.string() })),
			}),
		),
	}),
	examples: [
		{ text: 'Import a form of Typeform', line: 'import typeform form.json --output prompts' },
		{ text: 'Import all surveys of a PostHog project', line: 'import posthog surveys.json --json' },
	],
	async run({ from, file, output, force }, { readText }) {
		const imported = readExport(from, file, await readText(file));
		return {
			prompts: imported.map(({ prompt, notes }) => {
				const { survey_id, name, questions } = prompt;
				const path = join(output, `${survey_id}.prompt.yaml`);
				writeNewFile(path, writePromptFile(prompt, 'yaml'), force);
				const warnings = lintPrompt(prompt, Date.now()).map((issue) => {
					return { path: issue.path.join('.'), message: issue.message };
				});
				return { survey_id, name, questions: questions.length, file: path, notes, warnings };
			}),
		};
	},
	render: ({ prompts }, paint) =>
		prompts
			.flatMap(({ name, questions, file, notes, warnings }) => [
				`${paint.green('✓')} ${cleanLine(name)}: ${count(questions, 'question')} in ${file}.`,
				...notes.map(({ path, outcome, message }) =>
					cleanLine(`  ${outcome === 'changed' ? 'changed ' : 'left out'} ${path}: ${message}`),
				),
				...warnings.map(
					({ path, message }) => `${paint.yellow('!')} ${cleanLine(`${path} ${message}`)}`,
				),
			])
			.join('\n'),
});

/** Everything is read before anything is written. */
function readExport(from: keyof typeof sources, file: string, text: string): Imported[] {
	const { title, file: wanted, read } = sources[from];
	const name = file === '-' ? 'Standard input' : file;
	const refuse = (problem: string) =>
		new Failure('invalid_file', `${name} ${problem}.`, {
			hint: `For ${title}, pass ${wanted} as JSON.`,
			next: [['feedback', 'import', '--help']],
		});
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw refuse('is not JSON');
	}
	const found = read(value);
	if ('error' in found) {
		const [issue] = listIssues(found.error);
		throw refuse(
			`is no export of ${title}: ${[issue!.path.join('.'), issue!.message].join(' ').trim()}`,
		);
	}
	return found.surveys.map((survey, at) => {
		try {
			return survey();
		} catch (error) {
			throw refuse(`cannot be imported: survey ${at + 1} ${(error as Error).message}`);
		}
	});
}
