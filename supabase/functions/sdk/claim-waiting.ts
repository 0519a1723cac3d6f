import type { Statements } from '../../../database/statement.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { call } from './database-errors.ts';
import { flushReservation, json, toRow, type RequestContext } from './database.ts';
import type { Decided } from './decided.ts';
import type { Call } from './request-context.ts';

/**
 * Claims a prompt that waits for the visitor's subject; `undefined` when no prompt is to be displayed now.
 * `carrier` is the event or request whose response contains the prompt: if it is sent again, the
 * reservation is released.
 */
export async function claimWaiting(
	sql: Statements,
	requestContext: RequestContext,
	carrier: string,
	display: string,
): Promise<Decided | undefined> {
	const row = json(sql, toRow(requestContext));
	return finish(
		sql,
		sql<Claimed[]>`select app.claim_waiting(${row}, ${carrier}::uuid, ${display}::uuid) as decided`,
	);
}

/** The same for an idle page. If the response is lost and the request sent again, the reservation is released. */
export async function poll(
	sql: Statements,
	requestContext: RequestContext,
	request: string,
	display: string,
): Promise<Decided | undefined> {
	const row = json(sql, toRow(requestContext));
	return finish(
		sql,
		sql<Claimed[]>`select app.poll(${row}, ${request}::uuid, ${display}::uuid) as decided`,
	);
}

type Claimed = { decided: Decided | null };

async function finish(
	sql: Statements,
	statement: PromiseLike<Claimed[]>,
): Promise<Decided | undefined> {
	const [claimed] = await call(statement);
	const decided = claimed?.decided ?? undefined;
	await flushReservation(sql, decided);
	return decided;
}

/**
 * Returns the decision of a call or, when that decision displays nothing, claims a prompt that waits for the
 * visitor's account.
 */
export async function claimInstead(
	{ sql, site, now }: Call,
	requestContext: RequestContext,
	carrier: string | undefined,
	decided: Decided,
): Promise<Decided> {
	if (!site.keepsWaiting || carrier === undefined || !mayClaim(decided)) return decided;
	return (await claimWaiting(sql, requestContext, carrier, mintUuidv7(now))) ?? decided;
}

// A prompt that is delayed in the page will be displayed there. One that the database keeps may be due much later.
function mayClaim(decided: Decided): boolean {
	if (decided.reason === 'waiting') return decided.kept === true;
	return !['displayed', 'duplicate', 'throttled', 'bot'].includes(decided.reason);
}
