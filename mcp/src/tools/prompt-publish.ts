import { routes } from '@feedback/contract';
import { z } from 'zod';

import { approved } from '../approval.ts';
import { prompt, revision, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool } from '../tool.ts';

export const promptPublish = defineTool({
	name: 'prompt_publish',
	title: 'Publish, pause, resume or archive a prompt',
	description:
		'Changes what visitors see. Needs an approval, to publish one for exactly this revision.',
	commands: ['prompt publish', 'prompt pause', 'prompt resume', 'prompt archive'],
	need: 'connection',
	effect: 'changes',
	input: z.strictObject({
		site,
		prompt,
		change: z.enum(['publish', 'pause', 'resume', 'archive']).default('publish'),
		revision: revision.optional().describe('To publish: the revision'),
	}),
	output: routes.publishPrompt.output,
	async run({ site: named, prompt: id, change, revision: number }, context) {
		const { client, signal } = context;
		if ((change === 'publish') === (number === undefined)) {
			throw new ToolFailure('invalid_request', 'To publish, and only then, name a revision.', {
				field: 'revision',
				hint: 'prompt_get tells the latest.',
			});
		}
		const at = { site: await findSite(context, named), prompt: id };
		if (number !== undefined) {
			const wanted = { action: 'prompt:publish', ...at, revision: number } as const;
			return approved(context, wanted, () =>
				client.publishPrompt({ ...at, revision: number }, { signal }),
			);
		}
		const calls = {
			pause: client.pausePrompt,
			resume: client.resumePrompt,
			archive: client.archivePrompt,
		};
		const call = calls[change as keyof typeof calls];
		return approved(context, { action: 'prompt:publish', ...at }, () => call(at, { signal }));
	},
});
