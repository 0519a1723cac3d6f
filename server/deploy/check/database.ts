import { type DatabaseClient, connectDatabase } from '../../postgres/connect.ts';
import type { DatabaseAddress } from '../../postgres/database-address.ts';
import { listMigrations } from '../../postgres/migrations.ts';
import { compareMigrations } from '../../postgres/other-versions.ts';
import { acceptsPlain } from './accepts-plain.ts';
import { type Check, NotChecked } from './check.ts';
import { checkTrustedProxies } from './trusted-proxies.ts';
import { checkWorkerCalls } from './worker-calls.ts';

type Run = (sql: DatabaseClient) => Promise<string | undefined>;

/**
 * Checks that need the database.
 *
 * @param address of the role that pushed the migrations; without it, these checks are skipped
 */
export function checkDatabase(apiUrl: string, address: DatabaseAddress | undefined): Check[] {
	const withDatabase = (title: string, run: Run): Check => ({
		title,
		async run() {
			if (!address) throw new NotChecked('give the database: --database <postgres url>');
			const sql = connectDatabase(address);
			try {
				return await run(sql);
			} finally {
				await sql.end();
			}
		},
	});
	return [
		{
			title: 'The database refuses connections without TLS, and its certificate is valid',
			run: () => checkTls(address),
		},
		withDatabase('The migrations are those of this version', checkMigrations),
		withDatabase('The roles have the rights that they need, and no others', checkRoles),
		withDatabase('Maintenance runs', checkMaintenance),
		withDatabase('Retries and digests are sent on time', (sql) => checkWorkerCalls(sql, apiUrl)),
		withDatabase('FEEDBACK_PROXY_COUNT is the number of proxies', (sql) =>
			checkTrustedProxies(apiUrl, (run) =>
				sql.begin('read write', async (tx) => {
					await tx`set local role feedback_owner`;
					return run(tx);
				}),
			),
		),
	];
}

async function checkTls(address: DatabaseAddress | undefined): Promise<string | undefined> {
	if (!address) throw new NotChecked('give the database: --database <postgres url>');
	if (address.tls === false) {
		throw new NotChecked('the address says sslmode=disable, or is on this machine');
	}
	const sql = connectDatabase(address);
	try {
		await sql`select 1`;
	} catch (error) {
		throw new Error(
			`A verified connection fails: ${(error as Error).message}. Name the certificates of its authority: ` +
				'?sslrootcert=<file>.',
			{ cause: error },
		);
	} finally {
		await sql.end();
	}
	if (await acceptsPlain(address)) {
		throw new Error(
			'The database accepts connections without TLS. In the Supabase dashboard: Database → Settings → ' +
				'"Enforce SSL on incoming connections".',
		);
	}
	return undefined;
}

const checkMigrations: Run = async (sql) => {
	const applied = new Set(await compareMigrations(sql));
	const missing = listMigrations().filter(({ version }) => !applied.has(version));
	if (missing.length === 0) return `${applied.size} applied`;
	throw new Error(`${missing.length} are missing, the first is ${missing[0]!.name}. Deploy again.`);
};

const checkRoles: Run = async (sql) => {
	const [pusher] = await sql<{ name: string; superuser: boolean; creates: boolean }[]>`
		select rolname as name, rolsuper as superuser, rolcreaterole as creates
		from pg_roles where rolname = current_user`;
	const roles = await sql<{ name: string; login: boolean; strong: boolean; owns: boolean }[]>`
		select r.rolname as name, r.rolcanlogin as login,
			r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb or r.rolreplication as strong,
			exists (select from pg_class c where c.relowner = r.oid
				and c.relnamespace in ('app'::regnamespace, 'app_days'::regnamespace)) as owns
		from pg_roles r where r.rolname like 'feedback\\_%'`;
	const issues = roles.flatMap(({ name, login, strong, owns }) => [
		...(strong ? [`${name} has a right of a server: alter role ${name} with nosuperuser …`] : []),
		...(login !== [...logins, 'feedback_identity'].includes(name)
			? [`${name} must ${login ? 'not ' : ''}be able to log in`]
			: []),
		...(owns !== (name === 'feedback_owner')
			? [`${name} ${owns ? 'owns' : 'does not own'} the tables`]
			: []),
	]);
	const lacking = [...logins, 'feedback_owner'].filter(
		(name) => !roles.some((role) => role.name === name),
	);
	issues.push(...lacking.map((name) => `there is no role ${name}`));
	if (issues.length > 0) throw new Error(`${issues.join('; ')}.`);
	if (pusher!.superuser) {
		return `${pusher!.name}, who pushes the migrations, is a superuser; CREATEROLE would be enough`;
	}
	if (!pusher!.creates) throw new Error(`${pusher!.name} needs CREATEROLE to push migrations.`);
	return undefined;
};

/** Logins of the functions. */
const logins = ['feedback_ingest', 'feedback_manage'];

const checkMaintenance: Run = async (sql) => {
	const [days] = await sql<{ ahead: boolean }[]>`
		select to_regclass('app_days.events_' || to_char((now() at time zone 'UTC')::date + 13, 'YYYYMMDD'))
			is not null as ahead`;
	const [cron] = await sql<{ installed: boolean }[]>`
		select to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null as installed`;
	if (!cron!.installed) {
		if (days!.ahead) return 'without pg_cron; the partitions of the next 13 days exist';
		throw new Error(
			'pg_cron is not installed, and the partitions of the next days are missing. Install pg_cron and push ' +
				'the migrations again, or call app.maintain() every ten minutes in another way.',
		);
	}
	const [job] = await sql<{ jobid: string; active: boolean }[]>`
		select jobid::text, active from cron.job where jobname = 'feedback-maintain'`;
	const [due] = await sql<{ jobid: string; active: boolean }[]>`
		select jobid::text, active from cron.job where jobname = 'feedback-decide-due'`;
	if (!job) throw new Error('The job feedback-maintain is not scheduled. Deploy again.');
	if (!due) throw new Error('The job feedback-decide-due is not scheduled. Deploy again.');
	const paused = [job, due].find(({ active }) => !active);
	if (paused)
		throw new Error(`The job is paused: select cron.alter_job(${paused.jobid}, active := true);`);
	const [run] = await sql<{ status: string; message: string | null; recent: boolean }[]>`
		select status, return_message as message, start_time > now() - interval '1 hour' as recent
		from cron.job_run_details where jobid = ${job.jobid}::bigint and status <> 'running'
		order by runid desc limit 1`;
	if (!run) return 'scheduled; it has not run yet';
	if (run.status !== 'succeeded') throw new Error(`The last run of the job failed: ${run.message}`);
	if (!run.recent) throw new Error('The job has not run for an hour: pg_cron does not run.');
	if (!days!.ahead)
		throw new Error('The job runs, but the partitions of the next days are missing.');
	return 'the last run succeeded';
};
