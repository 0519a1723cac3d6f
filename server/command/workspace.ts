import { moveWorkspace } from '../production/move-workspace.ts';
import { openServer } from './open-server.ts';

/** Moves a workspace to another database. */
export async function move(file: string | undefined, workspace: string, to: string): Promise<void> {
	const { config, log } = openServer(file);
	const stopping = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => stopping.abort(new Error('The move was stopped.')));
	await moveWorkspace(config, { workspace, to, log, signal: stopping.signal });
	console.log(`The workspace ${workspace} is in ${to}.`);
}
