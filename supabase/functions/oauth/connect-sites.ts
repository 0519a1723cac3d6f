import { setTimeout } from 'node:timers/promises';

import type { Database } from '../../../database/database.ts';
import { logThrown } from '../_shared/http/reply.ts';
import type { Service } from './service.ts';

/** Milliseconds for which a new client waits until its sites in other databases are connected; after that they follow within seconds. */
const longestMs = 2_000;
const pollMs = 20;

/**
 * Has each cell connect the chosen sites that it has, once the copy of the connection is there. A cell that is down does it
 * later: the connection says what to do.
 */
export async function connectSites({ home, cells }: Service, connection: string): Promise<void> {
	if (cells.size === 0) return;
	const rows = await home<{ name: string }[]>`
		select c as name from app.cells_of_connection(${connection}) c`;
	const chosen = rows.map(({ name }) => cells.get(name)).filter((cell) => cell !== undefined);
	await Promise.all(
		chosen.map((cell) =>
			connectIn(cell, connection).catch((error: unknown) => void logThrown(error, 'cell')),
		),
	);
}

async function connectIn(cell: Database, connection: string): Promise<void> {
	const until = performance.now() + longestMs;
	const within = cell.within({ until });
	while (performance.now() < until) {
		const [row] = await within<{ done: boolean }[]>`
			select app.adopt_connection(${connection}) as done`;
		if (row!.done) return;
		await setTimeout(pollMs);
	}
}
