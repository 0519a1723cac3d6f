import { join } from 'node:path';

import { lintPrompt, listIssues } from '@feedback/contract';
import { writePromptFile } from '@feedback/contract/prompt-file';
import { z } from 'zod';

import { defineCommand } from '../command.ts';
import { option } from '../describe.ts';
import { Failure } from '../failure.ts';
import { sources } from '../import/sources.ts';
import { cleanLine } from '../output/clean.ts';
import { count } from '../output/more.ts';
import { makeFolder, writeNewFile } from '../write-file.ts';

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
		answers: option(
			z.string().min(1).optional(),
			'Exported answers as JSON, which become NDJSON beside the prompt files.',
			'file',
		),
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
				/** With `--answers`: the file, and how many responses are in it. */
				answers: z.object({ file: z.string(), responses: z.number().int() }).optional(),
				notes: z.array(noteSchema),
				warnings: z.array(z.object({ path: z.string(), message: z.string() })),
			}),
		),
	}),
	examples: [
		{ text: 'Import a form of Typeform', line: 'import typeform form.json --output prompts' },
		{ text: 'Import all surveys of a PostHog project', line: 'import posthog surveys.json --json' },
	],
	async run({ from, file, answers, output, force }, { readText }) {
		const imported = readExport(from, file, await readText(file));
		const responses =
			answers === undefined ? [] : readAnswers(from, answers, await readText(answers));
		makeFolder(output);
		return {
			prompts: imported.map(({ id, prompt, notes, toAnswers }) => {
				const { survey_id, name, questions } = prompt;
				const path = join(output, `${survey_id}.prompt.yaml`);
				writeNewFile(path, writePromptFile(prompt, 'yaml'), force);
				const lines = responses
					.filter(({ survey }) => survey === undefined || id === undefined || survey === id)
					.map(({ id: response, created_at, answers: given }) => ({
						imported_from: from,
						survey_id,
						id: response,
						created_at,
						answers: toAnswers(given),
					}))
					.filter((line) => Object.keys(line.answers).length > 0);
				const answersPath = join(output, `${survey_id}.answers.ndjson`);
				if (answers !== undefined) {
					const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
					writeNewFile(answersPath, text, force);
				}
				const warnings = lintPrompt(prompt, Date.now()).map((issue) => {
					return { path: issue.path.join('.'), message: issue.message };
				});
				return {
					survey_id,
					name,
					questions: questions.length,
					file: path,
					...(answers !== undefined && { answers: { file: answersPath, responses: lines.length } }),
					notes,
					warnings,
				};
			}),
		};
	},
	render: ({ prompts }, paint) =>
		prompts
			.flatMap(({ name, questions, file, answers, notes, warnings }) => [
				`${paint.green('✓')} ${cleanLine(name)}: ${count(questions, 'question')} in ${file}.`,
				...(answers ? [`  ${count(answers.responses, 'response')} in ${answers.file}.`] : []),
				...notes.map(({ path, outcome, message }) =>
					cleanLine(`  ${outcome === 'changed' ? 'changed ' : 'left out'} ${path}: ${message}`),
				),
				...warnings.map(
					({ path, message }) => `${paint.yellow('!')} ${cleanLine(`${path} ${message}`)}`,
				),
			])
			.join('\n'),
});

type From = keyof typeof sources;

/** Everything is read before anything is written. */
function readExport(from: From, file: string, text: string) {
	const { title, file: wanted, read } = sources[from];
	const refuse = refuseFile(file, `For ${title}, pass ${wanted} as JSON.`);
	const found = read(readJson(text, refuse));
	if ('error' in found) throw refuse(`is no export of ${title}: ${firstIssue(found.error)}`);
	return found.surveys.map(({ id, toPrompt }, at) => {
		try {
			return { id, ...toPrompt() };
		} catch (error) {
			throw refuse(`cannot be imported: survey ${at + 1} ${(error as Error).message}`);
		}
	});
}

function readAnswers(from: From, file: string, text: string) {
	const { title, answersFile, readResponses } = sources[from];
	const refuse = refuseFile(file, `For the answers of ${title}, pass ${answersFile} as JSON.`);
	const found = readResponses(readJson(text, refuse));
	if ('error' in found) throw refuse(`has no answers of ${title}: ${firstIssue(found.error)}`);
	return found.responses;
}

type Refuse = (problem: string) => Failure;

function refuseFile(file: string, hint: string): Refuse {
	const name = file === '-' ? 'Standard input' : file;
	return (problem) =>
		new Failure('invalid_file', `${name} ${problem}.`, {
			hint,
			next: [['feedback', 'import', '--help']],
		});
}

function readJson(text: string, refuse: Refuse): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw refuse('is not JSON');
	}
}

function firstIssue(error: z.ZodError): string {
	const [issue] = listIssues(error);
	return [issue!.path.join('.'), issue!.message].join(' ').trim();
}
