import type { TestSql } from './harness.ts';

/**
 * Begins `act` while a transaction holds the locks that `hold` took, and commits the transaction as soon as
 * `act` waits for it and `finish` is done.
 */
export async function waitBehind<Result>(
	admin: TestSql,
	hold: (tx: TestSql) => Promise<unknown>,
	act: () => Promise<Result>,
	finish: (tx: TestSql) => Promise<unknown> = async () => {},
): Promise<Result> {
	let acting: Promise<Result> | undefined;
	await admin.begin(async (tx) => {
		await hold(tx as unknown as TestSql);
		acting = act();
		let waiting = 0;
		while (waiting === 0) {
			const rows = await tx`
				select from pg_locks l where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))`;
			waiting = rows.length;
		}
		// Longer than the operation takes without competition.
		await tx`select pg_sleep(0.01)`;
		await finish(tx as unknown as TestSql);
	});
	return acting!;
}
