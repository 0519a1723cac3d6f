import { routes } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { findDashboard } from '../../settings/find-dashboard.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { describePause } from './describe-pause.ts';

export const workspacePause = defineCommand({
	name: 'workspace pause',
	summary: 'Ask an owner to pause all programs of a workspace.',
	need: 'person',
	place: 'workspace',
	options: z.object({}),
	output: routes.pauseAgents.output,
	examples: [
		{
			text: 'Wait until an owner has paused them',
			line: 'workspace pause --workspace <workspace_uuid> --wait',
		},
	],
	async run(_, context) {
		const workspace = await context.workspace();
		return leaveToPerson(context, {
			task: 'pause all programs',
			url: `${findDashboard(context.settings)}/connections`,
			argv: ['workspace', 'pause', '--workspace', workspace],
			async look() {
				const { agents_paused: pauses } = await context.client.whoami();
				const agents_paused = pauses.find((pause) => pause.workspace === workspace);
				return agents_paused && { agents_paused };
			},
		});
	},
	render: describePause,
});
