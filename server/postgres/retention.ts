import { connectDatabase } from './connect.ts';
import type { DatabaseAddress } from './database-address.ts';
import { withFreeLock } from './held-lock.ts';
import type { Log } from '../log/log.ts';
import { createPartitions, maintain } from './maintain.ts';

const everyMs = 10 * 60_000;
const lockName = 'feedback: maintenance';

export type Retention = {
	/** Runs maintenance now. Resolves to false when this or another server is already running it, or when it failed. */
	run(): Promise<boolean>;
	/** When this server last completed a run; undefined before, and while another server does all of them. */
	finishedAt(): Date | undefined;
	stop(): Promise<void>;
};

/**
 * Runs maintenance now and every ten minutes; `address` is that of the database's owner. With several
 * servers on a database, one of them runs it and the others skip that run. A pg_cron job alternates with them,
 * piece by piece. Resolves when the partitions exist, and rejects when they cannot be created: without
 * tomorrow's partition, the service would soon refuse events. The rest continues in the background; failures
 * are logged and retried.
 */
export async function keepRetention(
	address: string | DatabaseAddress,
	log: Log,
): Promise<Retention> {
	const sql = connectDatabase(address, { idleSeconds: 5 });
	const stopping = new AbortController();
	let running = false;
	let finishedAt: Date | undefined;
	const maintainFully = async () => {
		await maintain(sql, { yields: true, signal: stopping.signal });
		finishedAt = new Date();
		return true;
	};
	const run = async () => {
		if (running) return false;
		running = true;
		try {
			return (await withFreeLock(address, lockName, maintainFully)) ?? false;
		} catch (error) {
			if (!stopping.signal.aborted) {
				log(`Retention failed and is tried again in ten minutes: ${String(error)}`, 'error');
			}
			return false;
		} finally {
			running = false;
		}
	};
	try {
		await createPartitions(sql);
	} catch (error) {
		await sql.end();
		throw error;
	}
	void run();
	const timer = setInterval(() => void run(), everyMs);
	timer.unref();
	return {
		run,
		finishedAt: () => finishedAt,
		async stop() {
			clearInterval(timer);
			stopping.abort();
			await sql.end();
		},
	};
}
