import type { RouteOutput } from '@feedback/contract';

import { cleanLine } from '../../output/clean.ts';
import { moment } from '../../output/more.ts';

/** Says whether the programs of a workspace are paused, by whom and since when. */
export function describePause({ agents_paused: pause }: RouteOutput<'pauseAgents'>): string {
	if (!pause) return 'Programs may act in this workspace.';
	const { workspace_name: name, by, at } = pause;
	return `${cleanLine(by)} paused all programs in "${cleanLine(name)}" at ${moment(at)}.`;
}
