import postgres from 'postgres';

import { createPartitions, maintain } from './maintain.ts';

const everyMs = 10 * 60_000;

/**
 * Runs maintenance now and every ten minutes, as pg_cron does on hosted Supabase. Resolves when there are
 * partitions, and rejects when they cannot be created: without tomorrow's the service would soon refuse events.
 * The rest goes on behind; what fails is logged and tried again.
 */
export async function keepRetention(
	url: string,
	log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
	const sql = postgres(url, { max: 1, idle_timeout: 5, onnotice() {} });
	const stopping = new AbortController();
	let running = false;
	const run = async () => {
		if (running) return;
		running = true;
		try {
			await maintain(sql, { yields: true, signal: stopping.signal });
		} catch (error) {
			if (!stopping.signal.aborted) {
				log(`Retention failed and is tried again in ten minutes: ${String(error)}`);
			}
		} finally {
			running = false;
		}
	};
	try {
		await createPartitions(sql);
	} catch (error) {
		await sql.end({ timeout: 1 });
		throw error;
	}
	void run();
	const timer = setInterval(() => void run(), everyMs);
	timer.unref();
	return {
		async stop() {
			clearInterval(timer);
			stopping.abort();
			await sql.end({ timeout: 1 });
		},
	};
}
