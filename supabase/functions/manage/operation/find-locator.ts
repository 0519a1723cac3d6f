import { asCaller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/locator.ts';
import type { Tx } from '../../../../database/statement.ts';
import { transacted } from '../operations.ts';
import type { Service } from '../service.ts';
import { locate } from './authorize.ts';
import { listCells } from './in-cells.ts';
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
