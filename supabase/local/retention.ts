import postgres from 'postgres';

const everyMs = 60 * 60_000;

/**
 * Runs `app.maintain()` now and every hour, as pg_cron does on hosted Supabase. Rejects when the first run does:
 * without tomorrow's partition the service would soon refuse events. Later failures are logged and tried again.
 */
export async function keepRetention(
	url: string,
	log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
	const sql = postgres(url, { max: 1, idle_timeout: 5, onnotice() {} });
	const maintain = () => sql`select app.maintain()`;
	await maintain();
	const timer = setInterval(() => {
		maintain().catch((error: unknown) => {
			log(`Retention failed and is tried again in an hour: ${String(error)}`);
		});
	}, everyMs);
	timer.unref();
	return {
		async stop() {
			clearInterval(timer);
			await sql.end({ timeout: 1 });
		},
	};
}
