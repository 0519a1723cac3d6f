import type { DatabaseClient } from '../../postgres/connect.ts';
import { ask } from './ask.ts';

/** Whether the database calls the `deliver` function when something is due, and the function accepts the call. */
export async function checkWorkerCalls(sql: DatabaseClient, apiUrl: string): Promise<string> {
	const [call] = await sql.begin('read only', async (tx) => {
		await tx`set local role feedback_owner`;
		return tx<{ url: string; token: string }[]>`select url, token from app.worker_calls`;
	});
	if (!call) throw new Error(`The database does not know the function. ${again}`);
	if (call.url !== `${apiUrl}/deliver`) {
		throw new Error(`The database calls ${call.url}, not ${apiUrl}/deliver. Deploy again.`);
	}
	const { status } = await ask(call.url, {
		method: 'POST',
		headers: { authorization: `Bearer ${call.token}` },
	});
	if (status !== 202) {
		throw new Error(
			`The function answers the call of the database with ${status}: FEEDBACK_WAKE_TOKEN differs from what the ` +
				'database sends. Deploy again, and restart the functions.',
		);
	}
	const [installed] = await sql<{ cron: boolean; net: boolean }[]>`
		select to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null as cron,
			to_regnamespace('net') is not null as net`;
	if (!installed!.cron) throw new Error(`pg_cron is not installed. ${again}`);
	if (!installed!.net) throw new Error(`pg_net is not installed. ${again}`);
	const [job] = await sql<{ jobid: string; active: boolean }[]>`
		select jobid::text, active from cron.job where jobname = 'feedback-deliver'`;
	if (!job) throw new Error('The job feedback-deliver is not scheduled. Deploy again.');
	if (!job.active)
		throw new Error(`The job is paused: select cron.alter_job(${job.jobid}, active := true);`);
	const [run] = await sql<{ status: string; message: string | null; recent: boolean }[]>`
		select status, return_message as message, start_time > now() - interval '1 minute' as recent
		from cron.job_run_details where jobid = ${job.jobid}::bigint and status in ('succeeded', 'failed')
		order by runid desc limit 1`;
	if (!run) return 'scheduled; it has not run yet';
	if (run.status !== 'succeeded') throw new Error(`The last run of the job failed: ${run.message}`);
	if (!run.recent) throw new Error('The job has not run for a minute: pg_cron does not run.');
	return 'the last run succeeded';
}

const again =
	'Retries and digests wait for the next answer. Install pg_cron and pg_net, and deploy again.';
