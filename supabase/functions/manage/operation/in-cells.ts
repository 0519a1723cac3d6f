import { asCaller, type Caller } from '../../_shared/caller/caller.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Service } from '../service.ts';

/** Names of the cells, besides home, in which the caller may have workspaces. At home. */
export async function listCells(tx: Tx): Promise<string[]> {
	const rows = await tx<{ name: string }[]>`select c as name from app.cells_of_person() c`;
	return rows.map(({ name }) => name);
}

export type Asking = { service: Service; person: Caller };

/** Runs statements as the caller in each of these cells, in parallel. One that does not answer fails all. */
export function inCells<Result>(
	{ service, person }: Asking,
	cells: readonly string[],
	run: (tx: Tx) => PromiseLike<Result>,
): Promise<Result[]> {
	return Promise.all(
		cells.map((cell) => asCaller(service.databaseOf({ cell }), person, 'read only', run)),
	);
}
