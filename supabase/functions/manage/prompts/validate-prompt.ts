import { limits, lintPrompt, listIssues, promptSchema, describeIssue } from '@feedback/contract';
import type { LintIssue, Prompt, ValidationIssue } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

export const validatePrompt: Operation<'validatePrompt'> = {
	access: 'nothing',
	run({ content }) {
		const { faults, warnings } = findContentIssues(content, Date.now());
		return { valid: faults.length === 0, faults, warnings };
	},
};

type Issue = Pick<ValidationIssue, 'path' | 'message'>;
type Faults = { faults: Issue[]; warnings: Issue[]; prompt?: Prompt };

/** All issues of the content, or the prompt if there are none; `now` in milliseconds. */
export function findContentIssues(content: unknown, now: number): Faults {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) {
		const faults = listIssues(parsed.error).map((fault) => ({
			path: fault.path,
			message: describeIssue(promptSchema, content, fault),
		}));
		return { faults, warnings: [] };
	}
	const found = lintPrompt(parsed.data, now);
	const list = (of: LintIssue['severity']) =>
		found.flatMap(({ severity, path, message }) => (severity === of ? [{ path, message }] : []));
	const warnings = list('warning');
	const errors = list('error');
	if (errors.length > 0) return { faults: errors, warnings };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { faults: [], warnings, prompt: parsed.data };
	const message = `has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}`;
	return { faults: [{ path: [], message }], warnings };
}
