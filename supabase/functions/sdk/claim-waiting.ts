import type { Statements } from '../_shared/statement.ts';
import { call } from './database-errors.ts';
import { json, toRow, type Decided, type RequestContext } from './database.ts';

/**
 * Claims a prompt that waits for the visitor's account; `undefined` when none is to be displayed now. `carrier` is the event
 * whose response carries it: that event, sent again, releases what was reserved.
 */
export async function claimWaiting(
	sql: Statements,
	requestContext: RequestContext,
	carrier: string,
	display: string,
): Promise<Decided | undefined> {
	const [row] = await call(
		sql<{ decided: Decided | null }[]>`
			select app.claim_waiting(${json(sql, toRow(requestContext))}, ${carrier}::uuid, ${display}::uuid) as decided`,
	);
	return row?.decided ?? undefined;
}
