import { connectDatabase } from './connect.ts';
import type { DatabaseAddress } from './database-address.ts';

/**
 * Runs `work` while a transaction on a connection of its own holds the named lock, which it waits for. Unlike the lock
 * of a session, it works through a pooler in transaction mode, and it ends with the connection when this process is
 * killed.
 */
export async function withLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	work: () => Promise<Result>,
): Promise<Result> {
	return (await holdLock(address, name, 'pg_advisory_xact_lock', work)) as Result;
}

/** Like `withLock`, but does nothing and resolves to `undefined` when another session holds the lock. */
export async function withFreeLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	return holdLock(address, name, 'pg_try_advisory_xact_lock', work);
}

async function holdLock<Result>(
	address: string | DatabaseAddress,
	name: string,
	take: 'pg_advisory_xact_lock' | 'pg_try_advisory_xact_lock',
	work: () => Promise<Result>,
): Promise<Result | undefined> {
	const lock = connectDatabase(address);
	try {
		// It waits in an open transaction for as long as the work takes, which a role's settings may limit.
		await lock.unsafe(`begin; ${unlimited}`);
		// One function returns a boolean, the other nothing.
		const [row] = await lock<{ taken: boolean }[]>`
			select ${lock.unsafe(take)}(hashtextextended(${name}, 0))::text <> 'false' as taken`;
		return row!.taken ? await work() : undefined;
	} finally {
		// Closing ends the transaction. A statement would crash the driver if the connection had been lost.
		await lock.end({ timeout: 1 });
	}
}

/** Lifts the limits that the role or the database may set, for the transaction. */
export const unlimited = `
	set local statement_timeout = 0;
	set local lock_timeout = 0;
	set local idle_in_transaction_session_timeout = 0;
	set local transaction_timeout = 0`;
