import { Script } from '../../database/statement.ts';
import { connectDatabase } from './connect.ts';
import type { DatabaseAddress } from './database-address.ts';

/**
 * Waits for the named lock and runs `work` while a transaction on a separate connection holds it. Unlike
 * a session's lock, this works through a pooler in transaction mode, and the lock ends with the connection
 * when this process is killed. If the connection is lost earlier, others may take the lock: `work` still
 * runs to its end, and then the returned promise rejects.
 */
export async function withLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	work: () => Promise<Result>,
): Promise<Result> {
	return (await holdLock(address, name, 'wait', work)) as Result;
}

/** Like `withLock`, but does nothing and resolves to `undefined` when another session holds the lock. */
export async function withFreeLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	return holdLock(address, name, 'try', work);
}

type Taken = { taken: boolean };

async function holdLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	take: 'wait' | 'try',
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const lock = connectDatabase(address);
	let isDone = false;
	try {
		return await lock.begin('read write', async (tx) => {
			// The transaction stays open for as long as the work takes, but a role's settings may limit this time.
			await tx.send(new Script(unlimited));
			const [row] = await (take === 'wait'
				? tx<Taken[]>`select true as taken from pg_advisory_xact_lock(hashtextextended(${name}, 0))`
				: tx<Taken[]>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`);
			// Closes the portal of the statement above, whose snapshot would keep indexes from being built, and dead rows from
			// being removed, until the work ends.
			await tx.send(new Script('select'));
			const result = row!.taken ? await work() : undefined;
			isDone = true;
			return result;
		});
	} catch (cause) {
		if (!isDone) throw cause;
		throw new Error(
			`The lock “${name}” was lost before its work had ended: ${(cause as Error).message}.`,
			{ cause },
		);
	} finally {
		await lock.end();
	}
}

/** Removes, for the transaction, the time limits that the role or the database may set. */
export const unlimited = `
	set local statement_timeout = 0;
	set local lock_timeout = 0;
	set local idle_in_transaction_session_timeout = 0;
	set local transaction_timeout = 0`;
