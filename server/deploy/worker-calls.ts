/** Name of the secret that the database sends when it calls the worker, and that the function checks. */
export const wakeTokenName = 'FEEDBACK_WAKE_TOKEN';

/** URL of a project's `deliver` function. */
export function deliverUrl(url: string): string {
	return `${url}/functions/v1/deliver`;
}

/**
 * The statement that lets the database call the `deliver` function of a project; its column `reason` contains the
 * reason if that is impossible. Run it as the role that may use pg_cron and pg_net.
 *
 * @param url origin of the project
 */
export function scheduleStatement(url: string, token: string): string {
	const values = [deliverUrl(url), token].map((value) => `'${value.replaceAll("'", "''")}'`);
	return `select app.schedule_worker_calls(${values.join(', ')}) as reason`;
}
