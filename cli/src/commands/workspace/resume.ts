import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { Failure } from '../../failure.ts';
import { findDashboard } from '../../settings/find-dashboard.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { describePause } from './describe-pause.ts';

export const workspaceResume = defineCommand({
	name: 'workspace resume',
	summary: 'Ask an owner to resume the programs of a workspace.',
	need: 'person',
	place: 'workspace',
	options: z.object({}),
	output: routes.resumeAgents.output,
	examples: [{ text: 'Wait until an owner has resumed them', line: 'workspace resume --wait' }],
	async run(_, context) {
		const { client, settings } = context;
		// Nothing else shows a workspace whose programs are paused.
		const { agents_paused: pauses } = await client.whoami();
		const named = settings.workspace?.value;
		const wanted = pauses.filter(({ workspace }) => named === undefined || workspace === named);
		if (wanted.length > 1) {
			throw new Failure('usage', 'Programs are paused in more than one workspace.', {
				hint: `Name it with --workspace: ${wanted.map(({ workspace }) => workspace).join(', ')}`,
			});
		}
		const [pause] = wanted;
		if (!pause) return { agents_paused: null };
		return leaveToPerson(context, {
			task: `resume the programs that ${pause.by} paused`,
			url: `${findDashboard(settings)}/connections`,
			argv: ['workspace', 'resume', '--workspace', pause.workspace],
			async look() {
				const { agents_paused: left } = await client.whoami();
				const isPaused = left.some(({ workspace }) => workspace === pause.workspace);
				return isPaused ? undefined : { agents_paused: null };
			},
		});
	},
	render: describePause,
});
