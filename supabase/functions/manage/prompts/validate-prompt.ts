import {
	findIssues,
	firstIssues,
	limits,
	lintPrompt,
	promptSchema,
	describeIssue,
} from '@feedback/contract';
import type { LintIssue, Prompt, ValidationIssue } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

export const validatePrompt: Operation<'validatePrompt'> = {
	access: 'nothing',
	run({ content }) {
		const { faults, more, warnings } = findContentIssues(content, Date.now());
		return { valid: faults.length === 0, faults, more, warnings };
	},
};

type Issue = Pick<ValidationIssue, 'path' | 'message'>;
type Faults = { faults: Issue[]; more: number; warnings: Issue[]; prompt?: Prompt };

/** The first issues of the content, or the prompt if there are none; `now` in milliseconds. */
export function findContentIssues(content: unknown, now: number): Faults {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) {
		const { issues, more } = findIssues(parsed.error);
		const faults = issues.map((issue) => ({
			path: issue.path.map(cutKey),
			message: describeIssue(promptSchema, content, issue),
		}));
		return { faults, more, warnings: [] };
	}
	const found = lintPrompt(parsed.data, now);
	const list = (of: LintIssue['severity']) =>
		firstIssues(
			found.flatMap(({ severity, path, message }) => (severity === of ? [{ path, message }] : [])),
		);
	const { issues: warnings } = list('warning');
	const { issues: errors, more } = list('error');
	if (errors.length > 0) return { faults: errors, more, warnings };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { faults: [], more: 0, warnings, prompt: parsed.data };
	const message = `has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}`;
	return { faults: [{ path: [], message }], more: 0, warnings };
}

const longestKey = 200;

// Every fault would repeat a long key that it is in.
function cutKey(key: string | number): string | number {
	return typeof key === 'string' && key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
}
