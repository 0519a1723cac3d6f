import type { Config } from '../config/config-schema.ts';
import type { Log } from '../log/log.ts';
import { giveUp, type Move, moveSteps } from '../postgres/cells/move-workspace.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { withFreeLock } from '../postgres/held-lock.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';

export type MoveOptions = Pick<Move, 'workspace' | 'to' | 'graceMs'> & {
	log: Log;
	/** Ends the move after the current step. */
	signal?: AbortSignal;
};

/**
 * Moves a workspace to the database with this name of `database.cells`, or to `home`; or continues a move that was
 * interrupted. When it fails before the workspace is there, writes go on where it was. Rejects with the problem.
 */
export async function moveWorkspace(
	{ database }: Pick<Config, 'database'>,
	{ log, signal, ...move }: MoveOptions,
): Promise<void> {
	const { url, cells, ca_file: caFile } = database;
	if (url === undefined) {
		throw new Error('Only a server with database.url has cells.');
	}
	const urls = Object.entries({ home: url, ...cells });
	const databases = new Map(
		urls.map(([name, each]) => [name, connectDatabase(each, { caFile, max: 2 })]),
	);
	try {
		const moved = await withFreeLock(
			readDatabaseAddress(url, caFile),
			`feedback: move ${move.workspace}`,
			async () => {
				await runSteps({ ...move, databases }, log, signal);
				return true;
			},
		);
		if (!moved) throw new Error('Another command is moving this workspace.');
	} finally {
		await Promise.all([...databases.values()].map((sql) => sql.end()));
	}
}

async function runSteps(move: Move, log: Log, signal?: AbortSignal): Promise<void> {
	try {
		for await (const step of moveSteps(move)) {
			log(`${move.workspace}: ${step}`);
			signal?.throwIfAborted();
		}
	} catch (error) {
		await giveUp(move).catch((also: unknown) =>
			log(
				`${move.workspace} is unavailable until the command is run again: ${String(also)}`,
				'error',
			),
		);
		throw error;
	}
}
