import type { RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

type Paused = RouteOutput<'pauseAgents'>;
type AgentPause = NonNullable<Paused['agents_paused']>;

export const pauseAgents = changePause(true);
export const resumeAgents = changePause(false);

function changePause(pause: boolean) {
	return {
		access: 'read write',
		async run({ tx }, { workspace }) {
			const [row] = await tx<{ changed: boolean }[]>`
				select app.pause_agents(${workspace}, ${pause}) as changed`;
			if (row!.changed) {
				const did = pause ? 'pauseAgents' : 'resumeAgents';
				await tx`select app.record_action(${workspace}, null, ${did}, null)`;
			}
			const pauses = await listAgentPauses(tx);
			return { agents_paused: pauses.find((one) => one.workspace === workspace) ?? null };
		},
	} satisfies Operation<'pauseAgents'>;
}

/** The caller's workspaces in which an owner paused the connections. */
export async function listAgentPauses(tx: Tx): Promise<AgentPause[]> {
	const rows = await tx<(Omit<AgentPause, 'at'> & { at: Date })[]>`
		select workspace, workspace_name, paused_at as at, paused_by as by from app.list_agent_pauses()`;
	return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
