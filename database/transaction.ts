import type { Session } from './session.ts';
import { createTx, encodeStatement, type Fragment, type Tx } from './statement.ts';

/**
 * Runs statements in one transaction. Commits only if all statements succeeded, including those whose errors `run`
 * handled, and otherwise rejects with the first error. Statements that are sent after the end reject.
 */
export async function runTransaction<Result>(
	session: Session,
	access: 'read only' | 'read write',
	run: (tx: Tx) => PromiseLike<Result>,
): Promise<Result> {
	await session.command(`begin ${access}`);
	const errors: unknown[] = [];
	let hasEnded = false;
	async function send(statement: Fragment): Promise<unknown[]> {
		if (hasEnded) throw new Error('The transaction has ended.');
		try {
			return await session.send(encodeStatement(statement));
		} catch (error) {
			errors.push(error);
			throw error;
		}
	}
	const tx = createTx((statement) => {
		const rows = send(statement);
		// Reported at the end of the transaction, even if the statement is not awaited.
		rows.catch(() => undefined);
		return rows;
	});
	try {
		const result = await run(tx);
		if (errors.length > 0) throw errors[0];
		hasEnded = true;
		const done = await session.command('commit');
		// A statement that was not awaited may have failed: Postgres then rolls back and reports no error.
		if (done !== 'COMMIT') throw errors[0] ?? new Error('The transaction was rolled back.');
		return result;
	} catch (error) {
		if (!hasEnded) {
			hasEnded = true;
			await rollBack(session);
		}
		throw isAborted(error) && errors.length > 0 ? errors[0] : error;
	}
}

/** Leaves no transaction open: a session that cannot roll back is destroyed, so Postgres rolls back. */
async function rollBack(session: Session): Promise<void> {
	try {
		await session.command('rollback');
	} catch {
		session.destroy();
	}
}

/** Whether the statement was only refused because an earlier one had failed. */
function isAborted(error: unknown): boolean {
	return (error as { code?: unknown } | undefined)?.code === '25P02';
}
