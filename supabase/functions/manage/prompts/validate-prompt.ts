import {
	findIssues,
	findReservedIds,
	firstIssues,
	limits,
	promptSchema,
	describeIssue,
} from '@feedback/contract';
import type { Prompt, ValidationIssue } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

export const validatePrompt: Operation<'validatePrompt'> = {
	access: 'nothing',
	run({ content }) {
		const { faults, more } = findContentIssues(content);
		return { valid: faults.length === 0, faults, more };
	},
};

type Faults = {
	faults: Pick<ValidationIssue, 'path' | 'message'>[];
	more: number;
	prompt?: Prompt;
};

/** The first issues of the content, or the prompt if there are none. */
export function findContentIssues(content: unknown): Faults {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) {
		const { issues, more } = findIssues(parsed.error);
		const faults = issues.map((issue) => ({
			path: issue.path.map(cutKey),
			message: describeIssue(promptSchema, content, issue),
		}));
		return { faults, more };
	}
	const reserved = findReservedIds(parsed.data);
	if (reserved.length > 0) {
		const { issues: faults, more } = firstIssues(reserved);
		return { faults, more };
	}
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { faults: [], more: 0, prompt: parsed.data };
	const message = `has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}`;
	return { faults: [{ path: [], message }], more: 0 };
}

const longestKey = 200;

// Every fault would repeat a long key that it is in.
function cutKey(key: string | number): string | number {
	return typeof key === 'string' && key.length > longestKey ? `${key.slice(0, longestKey)}…` : key;
}
