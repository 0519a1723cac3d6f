import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { setPassword } from '../../postgres/cluster.ts';
import { connectDatabase } from '../../postgres/connect.ts';
import { root } from '../../layout/tree.ts';
import { buildIfStale, builds } from '../../parts/builds.ts';
import { buildDashboard } from '../build-dashboard.ts';
import { type MailSecrets, listFormerMail } from '../mail-secrets.ts';
import { chooseSecrets, logins, secretNames } from '../secrets.ts';
import type { Step } from '../step.ts';
import { pushMigrations } from '../supabase-cli.ts';
import { listFunctions } from '../uploads.ts';
import { deliverUrl, scheduleStatement, wakeTokenName } from '../worker-calls.ts';
import { environmentFile, readEnvironmentFile, writeEnvironmentFile } from './environment-file.ts';
import { writeFunctions } from './write-functions.ts';

export type SelfHosted = {
	/** Origin under which browsers reach Supabase. */
	url: string;
	/** Postgres URL of the role that pushes the migrations. */
	database: string;
	/** Postgres URL as the functions reach it; role and password are replaced. */
	functionsDatabase: string;
	/** Folder that the functions' runtime reads. */
	functionsFolder: string;
	publishableKey: string;
	dashboardUrl: string;
	docsUrl?: string;
	/** How the functions send e-mails; without it, the current setting is kept. */
	mail?: MailSecrets;
	dryRun: boolean;
	rotatePasswords: boolean;
};

/** Secrets that self-hosted functions need; the operator chooses the authority of the database's certificate. */
export const neededSecrets = [
	...secretNames.filter((name) => name !== 'FEEDBACK_DATABASE_CA'),
	'FEEDBACK_API_URL',
];

/** The whole deployment to a self-hosted Supabase, in order. Every step may be repeated. */
export function listSelfHostedSteps(deployment: SelfHosted): Step[] {
	const { functionsFolder: folder } = deployment;
	return [
		{
			title: 'Push the migrations',
			shows: ['create extension if not exists pg_cron, pg_net, if allowed', 'supabase db push'],
			run: () => pushWithScheduler(deployment.database),
		},
		{
			title: 'Write the secrets of the functions',
			shows: [
				`${join(folder, environmentFile)} (${[...neededSecrets, ...Object.keys(deployment.mail ?? {})].join(', ')})`,
				...Object.values(logins).map((role) => `alter role ${role} login password '…'`),
				'A secret that is set already is kept, unless an option of this command sets it.',
				scheduleStatement(deployment.url, '…'),
			],
			run: () => writeSecrets(deployment),
		},
		{
			title: 'Write the functions and the script-tag files',
			shows: listFunctions(root).map((name) => join(folder, name, 'index.ts')),
			async run() {
				await buildIfStale(builds.sdk, (line) => console.log(`   ${line}`));
				await writeFunctions(folder);
			},
		},
		buildDashboard(
			deployment.url,
			() => Promise.resolve(deployment.publishableKey),
			deployment.docsUrl,
		),
		{
			title: 'What is left to you',
			shows: [
				`Let the functions read their secrets: env_file: ./volumes/functions/${environmentFile} in docker-compose.yml,`,
				`and in the environment there SUPABASE_URL: ${deployment.url} and VERIFY_JWT: "false".`,
				`Let Auth sign with an ES256 key, as ${deployment.url}/auth/v1.`,
				'Restart them: docker compose up -d functions auth',
				`Publish ${builds.dashboard.output} as static files at ${deployment.dashboardUrl}.`,
				`Then check: npm run deploy -- --check ${deployment.url} --database … --functions-folder …`,
			],
			run: () => Promise.resolve(),
		},
	];
}

async function pushWithScheduler(database: string): Promise<void> {
	const sql = connectDatabase(database);
	try {
		for (const extension of ['pg_cron', 'pg_net']) {
			await sql.script(`create extension if not exists ${extension}`).catch(() => {
				console.log(`   ${extension} cannot be installed by this role: see the documentation.`);
			});
		}
	} finally {
		await sql.end();
	}
	const applied = await pushMigrations(database);
	console.log(`   ${applied.length} applied.`);
}

async function writeSecrets(deployment: SelfHosted): Promise<void> {
	const { functionsFolder: folder, database, functionsDatabase, rotatePasswords } = deployment;
	if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
	const present = readEnvironmentFile(folder);
	const chosen = chooseSecrets(
		deployment,
		new Set([...present.keys(), 'FEEDBACK_DATABASE_CA']),
		random,
	);
	const secrets = { ...chosen, FEEDBACK_API_URL: `${deployment.url}/functions/v1` };
	const sql = connectDatabase(database);
	try {
		for (const [name, role] of Object.entries(logins)) {
			if (present.has(name) && !rotatePasswords) continue;
			const password = random();
			await setPassword(sql, role, password);
			Object.assign(secrets, { [name]: loginUrl(functionsDatabase, role, password) });
		}
		const token = present.get(wakeTokenName) ?? random();
		Object.assign(secrets, { [wakeTokenName]: token });
		const [scheduled] = await sql<{ reason: string | null }[]>`
			select app.schedule_worker_calls(${deliverUrl(deployment.url)}, ${token}) as reason`;
		if (scheduled!.reason !== null) {
			console.log(`   Messages are only sent after an answer: ${scheduled!.reason}.`);
		}
	} finally {
		await sql.end();
	}
	writeEnvironmentFile(folder, secrets, listFormerMail(deployment.mail, present));
}

function loginUrl(address: string, role: string, password: string): string {
	const url = new URL(address);
	// Behind Supabase's pooler, the name of a role ends with the name of its tenant.
	const tenant = /\..+$/.exec(decodeURIComponent(url.username))?.[0] ?? '';
	url.username = role + tenant;
	url.password = password;
	url.searchParams.delete('sslrootcert');
	return url.href;
}

function random(): string {
	return randomBytes(32).toString('base64url');
}
