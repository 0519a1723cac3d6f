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
	const faults = parsed.issues.map((fault) => ({ ...fault, text: describeFault(name, fault) }));
	const { more } = parsed;
	const all = count(faults.length + more, 'error');
	const listed = more > 0 ? `; the first ${faults.length} are listed` : '';
	throw new Failure('invalid_prompt', `${name} has ${all}${listed}.`, {
		hint: '"feedback prompt schema" prints the schema of a prompt file.',
		details: { file: name, faults, ...(more > 0 && { more }) },
		next: [['feedback', 'prompt', 'schema']],
	});
}

/** `prompt.yaml:3:1 questons is not known here; did you mean "questions"?` */
function describeFault(name: string, fault: PromptFileIssue): string {
	const path = fault.path.join('.');
	const meant = fault.suggestion === undefined ? '' : `; did you mean "${fault.suggestion}"?`;
	const said = path ? `${path} ${fault.message}` : fault.message;
	return `${name}:${fault.line}:${fault.column} ${said}${meant}`;
}
