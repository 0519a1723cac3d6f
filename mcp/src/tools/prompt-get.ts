import { compareValues, promptSummarySchema, revisionSchema } from '@feedback/contract';
import { z } from 'zod';

import { prompt, revision, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool } from '../tool.ts';

export const promptGet = defineTool({
	name: 'prompt_get',
	title: 'Read a prompt',
	description:
		'A prompt at its latest or a given revision, and what is left of its budget; compare_to adds what differs from it.',
	commands: ['prompt show', 'prompt export', 'prompt diff'],
	need: 'connection',
	effect: 'reads',
	input: z.strictObject({
		site,
		prompt,
		revision: revision.optional(),
		compare_to: revision.optional(),
	}),
	output: z.object({
		prompt: promptSummarySchema,
		revision: revisionSchema.extend({ content: z.record(z.string(), z.unknown()) }),
		changes: z
			.array(
				z.object({
					path: z.string(),
					before: z.unknown().optional(),
					after: z.unknown().optional(),
				}),
			)
			.optional(),
	}),
	async run({ site: named, prompt: id, revision: wanted, compare_to: other }, context) {
		const { client, signal } = context;
		const at = { site: await findSite(context, named), prompt: id };
		const { latest, ...summary } = await client.getPrompt(at, { signal });
		const read = async (number: number | undefined) =>
			number === undefined || number === latest.revision
				? latest
				: client.getRevision({ ...at, revision: number }, { signal });
		const shown = await read(wanted);
		const changes =
			other === undefined ? undefined : compareValues((await read(other)).content, shown.content);
		return { prompt: summary, revision: shown, ...(changes && { changes }) };
	},
});
