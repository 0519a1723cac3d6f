import {
	findReservedIds,
	limits,
	listIssues,
	promptSchema,
	describeIssue,
} from '@feedback/contract';
import type { Prompt, ValidationIssue } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';

export const validatePrompt: Operation<'validatePrompt'> = {
	access: 'nothing',
	run({ content }) {
		const { faults } = findContentIssues(content);
		return { valid: faults.length === 0, faults };
	},
};

type Faults = { faults: Pick<ValidationIssue, 'path' | 'message'>[]; prompt?: Prompt };

/** All issues of the content, or the prompt if there are none. */
export function findContentIssues(content: unknown): Faults {
	const parsed = promptSchema.safeParse(content, { reportInput: true });
	if (!parsed.success) {
		const faults = listIssues(parsed.error).map((fault) => ({
			path: fault.path,
			message: describeIssue(promptSchema, content, fault),
		}));
		return { faults };
	}
	const reserved = findReservedIds(parsed.data);
	if (reserved.length > 0) return { faults: reserved };
	const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
	if (bytes <= limits.prompt.bytes) return { faults: [], prompt: parsed.data };
	const message = `has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}`;
	return { faults: [{ path: [], message }] };
}
