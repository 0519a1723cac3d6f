import { routes } from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { idempotencyKey, prompt, revision, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool } from '../tool.ts';

export const promptPublish = defineTool({
	name: 'prompt_publish',
	title: 'Publish, pause, resume or archive a prompt',
	description:
		'Changes what visitors see. An older revision goes back to it: went_back says what is undone. Needs an approval, to publish one for exactly this revision.',
	commands: ['prompt publish', 'prompt pause', 'prompt resume', 'prompt archive'],
	need: 'connection',
	effect: 'changes',
	input: z.strictObject({
		site,
		prompt,
		change: z.enum(['publish', 'pause', 'resume', 'archive']).default('publish'),
		revision: revision.optional().describe('To publish: the revision'),
		if_latest: z.boolean().default(false).describe('To publish: refuse if there is a newer one'),
		idempotency_key: idempotencyKey.optional().describe('To publish: repeated, changes nothing'),
	}),
	// Only publishing can go back to an older revision.
	output: routes.publishPrompt.output.partial({ went_back: true }),
	async run({ site: named, prompt: id, change, revision: number, ...how }, context) {
		const { client, signal } = context;
		const { if_latest, idempotency_key: idempotencyKey } = how;
		if ((change === 'publish') === (number === undefined)) {
			throw new ToolFailure('invalid_request', 'Pass a revision to publish, and only then.', {
				field: 'revision',
				hint: 'prompt_get shows the latest.',
			});
		}
		const unused = idempotencyKey !== undefined ? 'idempotency_key' : if_latest && 'if_latest';
		if (change !== 'publish' && unused) {
			throw new ToolFailure('invalid_request', `Only publishing accepts ${unused}.`, {
				field: unused,
			});
		}
		const at = { site: await findSite(context, named), prompt: id };
		if (number !== undefined) {
			const grant = { action: 'prompt:publish', ...at, revision: number } as const;
			return runWithApproval(context, grant, () =>
				client.publishPrompt(
					{ ...at, revision: number, if_latest },
					{ signal, ...(idempotencyKey !== undefined && { idempotencyKey }) },
				),
			);
		}
		const calls = {
			pause: client.pausePrompt,
			resume: client.resumePrompt,
			archive: client.archivePrompt,
		};
		const call = calls[change as keyof typeof calls];
		return runWithApproval(context, { action: 'prompt:publish', ...at }, () =>
			call(at, { signal }),
		);
	},
});
