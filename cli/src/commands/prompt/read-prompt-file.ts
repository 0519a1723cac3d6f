import type { Prompt } from '@feedback/contract';
import { parsePromptFile } from '@feedback/contract/prompt-file';
import type { PromptFileIssue } from '@feedback/contract/prompt-file';

import type { Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { count } from '../../output/more.ts';

/** Reads and validates a prompt file. The failure lists the first issues with their positions. */
export async function readPromptFile({ readText }: Context, path: string): Promise<Prompt> {
	const name = path === '-' ? 'standard input' : path;
	const parsed = parsePromptFile(await readText(path), name);
	if ('content' in parsed) return parsed.content;
	const issues = parsed.issues.map((issue) => ({ ...issue, text: describeIssue(name, issue) }));
	const { more } = parsed;
	const all = count(issues.length + more, 'error');
	const listed = more > 0 ? `; the first ${issues.length} are listed` : '';
	throw new Failure('invalid_prompt', `${name} has ${all}${listed}.`, {
		hint: '"feedback prompt schema" prints the schema of a prompt file.',
		details: { file: name, faults: issues, ...(more > 0 && { more }) },
		next: [['feedback', 'prompt', 'schema']],
	});
}

/** `prompt.yaml:3:1 questons is not known here; did you mean "questions"?` */
function describeIssue(name: string, issue: PromptFileIssue): string {
	const path = issue.path.join('.');
	const meant = issue.suggestion === undefined ? '' : `; did you mean "${issue.suggestion}"?`;
	const said = path ? `${path} ${issue.message}` : issue.message;
	return `${name}:${issue.line}:${issue.column} ${said}${meant}`;
}
