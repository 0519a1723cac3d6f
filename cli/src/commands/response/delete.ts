import { limits, routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { count } from '../../output/more.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { findNewDeletion } from '../deletion/find-new-deletion.ts';
import { renderDeletion } from '../deletion/render.ts';
import { filterOptions, toFilter } from './filter.ts';

const most = limits.deletion.responses;

export const responseDelete = defineCommand({
	name: 'response delete',
	summary: 'Count the responses of a filter, and ask an owner to delete them.',
	need: 'response:read',
	place: 'site',
	changes: true,
	options: z.object(filterOptions),
	output: routes.deleteResponses.output,
	examples: [
		{
			text: 'Count what would be deleted',
			line: 'response delete --prompt <prompt_uuid> --search casino --dry-run',
		},
		{
			text: 'Wait until an owner has deleted the answers from before a day',
			line: 'response delete --until 2026-01-31 --wait',
		},
	],
	async run(filter, context) {
		const { client, dryRun, withApproval } = context;
		const site = await context.site();
		const preview = await withApproval({ action: 'response:read', site }, () =>
			client.previewResponseDeletion({ site, ...toFilter(filter) }),
		);
		const { name, url, counts } = preview;
		const task = `delete ${name}`;
		if (dryRun) {
			return { dry_run: true, would: `ask a person to ${task}`, needs: 'person', approved: false };
		}
		const matching = counts['responses'] ?? 0;
		if (matching === 0) {
			throw new Failure('not_found', 'No response matches the filter.', { details: { counts } });
		}
		if (matching > most) {
			throw new Failure('usage', `The filter matches more than ${count(most, 'response')}.`, {
				hint: 'Narrow it, for example to a shorter period.',
				details: { counts },
			});
		}
		return leaveToPerson(context, {
			url,
			argv: ['response', 'delete', '--site', site, ...toFlags(filter)],
			task,
			look: await findNewDeletion(client, site),
		});
	},
	render: renderDeletion,
});

/** The options of the command as they were given. */
function toFlags(filter: z.output<z.ZodObject<typeof filterOptions>>): string[] {
	return Object.entries(filter).flatMap(([name, value]) => {
		if (value === undefined || value === false) return [];
		return value === true ? [`--${name}`] : [`--${name}`, String(value)];
	});
}
