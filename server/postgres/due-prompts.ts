import { connectDatabase } from './connect.ts';
import type { DatabaseAddress } from './database-address.ts';
import type { Log } from '../log/log.ts';

const everyMs = 30_000;
/** Prompts per statement. */
const batch = 1_000;

export type DuePrompts = {
	/** Decides now about all prompts that are due. Resolves to their number; undefined if that failed. */
	run(): Promise<number | undefined>;
	stop(): Promise<void>;
};

/** Ends reservations that no browser confirmed, each in a separate transaction. */
async function expireReservations(
	sql: ReturnType<typeof connectDatabase>,
	isStopped: () => boolean,
): Promise<void> {
	for (;;) {
		const [row] = await sql<{ expired: boolean }[]>`select app.expire_reservation() as expired`;
		if (!row!.expired || isStopped()) return;
	}
}

/**
 * Ends reservations that were not confirmed in time, and decides twice a minute about prompts that another event may
 * prevent. With several servers on a database, only one of them decides each prompt. Failures are logged and retried.
 *
 * @param address the database, as its owner
 */
export function decideDuePrompts(address: string | DatabaseAddress, log: Log): DuePrompts {
	const sql = connectDatabase(address, { idleSeconds: 5 });
	let running: Promise<number | undefined> | undefined;
	let isStopped = false;
	const decide = async () => {
		let decided = 0;
		try {
			for (;;) {
				const [row] = await sql<{ decided: number }[]>`
					select app.decide_due(clock_timestamp(), ${batch}) as decided`;
				decided += row!.decided;
				if (row!.decided < batch || isStopped) break;
			}
			await expireReservations(sql, () => isStopped);
			return decided;
		} catch (error) {
			if (!isStopped)
				log(`Deciding about due prompts failed and is tried again: ${String(error)}`, 'error');
			return undefined;
		}
	};
	const run = async () => {
		running ??= decide();
		try {
			return await running;
		} finally {
			running = undefined;
		}
	};
	void run();
	const timer = setInterval(() => void run(), everyMs);
	timer.unref();
	return {
		run,
		async stop() {
			isStopped = true;
			clearInterval(timer);
			await running;
			await sql.end();
		},
	};
}
