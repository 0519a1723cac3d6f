import { moveWorkspace } from '../production/move-workspace.ts';
import { openServer } from './open-server.ts';

/** Moves a workspace to another database. */
export async function move(file: string | undefined, workspace: string, to: string): Promise<void> {
	const { config, log } = openServer(file);
	await moveWorkspace(config, { workspace, to, log });
	console.log(`The workspace ${workspace} is in ${to}.`);
}
