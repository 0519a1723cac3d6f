import { limits, listIssues, promptSchema, describeIssue } from '@feedback/contract';

import type { Operation } from './operation.ts';

export const validatePrompt: Operation<'validatePrompt'> = {
	access: 'nothing',
	run({ content }) {
		const parsed = promptSchema.safeParse(content, { reportInput: true });
		if (!parsed.success) {
			const faults = listIssues(parsed.error).map((fault) => ({
				path: fault.path,
				message: describeIssue(promptSchema, content, fault),
			}));
			return { valid: false, faults };
		}
		const bytes = new TextEncoder().encode(JSON.stringify(parsed.data)).length;
		if (bytes <= limits.prompt.bytes) return { valid: true, faults: [] };
		const message = `has ${bytes} bytes as JSON, at most ${limits.prompt.bytes}`;
		return { valid: false, faults: [{ path: [], message }] };
	},
};
