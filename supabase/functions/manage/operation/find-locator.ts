import { asCaller, type Caller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/locator.ts';
import type { Tx } from '../../../../database/statement.ts';
import { transacted } from '../operations.ts';
import type { Service } from '../service.ts';
import { locate } from './authorize.ts';
import type { ManageRequest } from './manage-request.ts';
import type { Transacted, TransactedName } from './operation.ts';

type Named = Pick<ManageRequest, 'person' | 'name' | 'place' | 'input'>;

/**
 * Finds the database that a request is about. Where the request names only what its database knows, such as an approval by
 * its ID, each database is asked in which the person has workspaces. Home answers for what none of them has.
 */
export async function findLocator(service: Service, request: Named): Promise<Locator> {
	const { person, name, place, input } = request;
	const operation: Partial<Transacted<TransactedName>> = Object.hasOwn(transacted, name)
		? (transacted[name as TransactedName] as Transacted<TransactedName>)
		: {};
	const located = operation.locate?.(input as never) ?? locate(place);
	const { seek } = operation;
	if (located !== 'home' || !seek || !service.hasCells) return located;
	const has = async (tx: Tx) => (await seek(tx, input as never)).length > 0;
	const [isHere, cells] = await asCaller(service.databaseOf('home'), person, 'read only', (tx) =>
		Promise.all([has(tx), listCells(tx)]),
	);
	if (isHere || cells.length === 0) return 'home';
	const asked = await Promise.allSettled(
		cells.map((cell) => asCaller(service.databaseOf({ cell }), person, 'read only', has)),
	);
	const at = asked.findIndex((answer) => answer.status === 'fulfilled' && answer.value);
	if (at !== -1) return { cell: cells[at]! };
	const failed = asked.find((answer) => answer.status === 'rejected');
	// It may be in the one that did not answer.
	if (failed) throw failed.reason;
	return 'home';
}

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
