import type { Operation } from '../operation/operation.ts';
import { AudienceIssue, fillInAudience } from '../audiences/resolve-audience.ts';
import { findContentIssues } from './validate-prompt.ts';

export const checkPrompt: Operation<'checkPrompt'> = {
	access: 'read only',
	async run({ tx }, { site, content }) {
		const { faults, more, prompt } = findContentIssues(content);
		if (!prompt) return { valid: false, faults, more, content: null };
		try {
			return { valid: true, faults, more, content: await fillInAudience(tx, site, prompt) };
		} catch (error) {
			if (!(error instanceof AudienceIssue)) throw error;
			const { path, message } = error;
			return { valid: false, faults: [{ path, message }], more: 0, content: null };
		}
	},
};
