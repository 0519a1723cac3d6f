import { randomBytes } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { type Build, buildIfStale, builds } from '../parts/builds.ts';
import { root } from '../layout/tree.ts';
import { readFromSupabase, runSupabase } from './supabase-cli.ts';
import { buildDashboard } from './build-dashboard.ts';
import { poolerUrl } from './pooler.ts';
import { type MailSecrets, listFormerMail } from './mail-secrets.ts';
import { chooseSecrets, logins, secretNames } from './secrets.ts';
import { writeCodeMigration } from '../postgres/code/write-code-migration.ts';
import type { Step } from './step.ts';
import { listFunctions } from './uploads.ts';
import { scheduleStatement, wakeTokenName } from './worker-calls.ts';

export type Deployment = {
	/** Reference of the Supabase project. */
	project: string;
	/** Origin under which the dashboard is published. */
	dashboardUrl: string;
	/** Address of the documentation. */
	docsUrl?: string;
	/** How the functions send e-mails; without it, the current setting is kept. */
	mail?: MailSecrets;
	dryRun: boolean;
	/** Gives the database logins new passwords even if they have passwords already. */
	rotatePasswords: boolean;
};

/** The whole deployment, in order. Every step may be repeated. */
export function listSteps(deployment: Deployment): Step[] {
	return [
		link(deployment),
		installScheduler(),
		pushMigrations(),
		setSecrets(deployment),
		callWorker(deployment),
		addScripts(),
		deployFunctions(),
		buildDashboard(
			`https://${deployment.project}.supabase.co`,
			readPublishableKey,
			deployment.docsUrl,
		),
		sayWhatIsLeft(deployment),
	];
}

function link({ project }: Deployment): Step {
	const args = ['link', '--project-ref', project];
	return { title: 'Link the project', shows: [shown(args)], run: () => supabase(args) };
}

// The migrations schedule retention if pg_cron is installed; only the project's own role may install it.
function installScheduler(): Step {
	const statement = 'create extension if not exists pg_cron';
	return {
		title: 'Install pg_cron, which runs retention every ten minutes',
		shows: [statement],
		run: () => query(statement),
	};
}

function pushMigrations(): Step {
	const args = ['db', 'push', '--include-all', '--remote', '--yes'];
	return {
		title: 'Push the migrations',
		shows: [
			'supabase/schemas → supabase/migrations/…_code.sql (what no migration contains yet; keep the file)',
			shown(args),
		],
		async run() {
			await writeCodeMigration(join(root, 'supabase/migrations'), join(root, 'supabase/schemas'));
			await supabase(args);
		},
	};
}

function setSecrets(deployment: Deployment): Step {
	return {
		title: 'Set the secrets of the functions',
		shows: [
			'supabase secrets list',
			...Object.values(logins).map((role) => `alter role ${role} login password '…'`),
			`supabase secrets set --env-file … (${[...secretNames, ...Object.keys(deployment.mail ?? {})].join(', ')})`,
			...(deployment.mail ? ['supabase secrets unset … (other FEEDBACK_MAIL_ variables)'] : []),
			'A secret that is set already is kept, unless an option of this command sets it.',
		],
		async run() {
			const listed = await readList<{ name: string }>(['secrets', 'list']);
			const present = new Set(listed.map(({ name }) => name));
			const secrets = chooseSecrets(deployment, present, random);
			for (const [name, role] of Object.entries(logins)) {
				if (present.has(name) && !deployment.rotatePasswords) continue;
				const password = random();
				await query(`alter role ${role} login password '${password}'`);
				secrets[name] = poolerUrl(readPooler(), role, password);
			}
			await withFile(
				Object.entries(secrets)
					.map(([name, value]) => `${name}=${value}\n`)
					.join(''),
				(path) => supabase(['secrets', 'set', '--remote', '--env-file', path]),
			);
			const former = listFormerMail(deployment.mail, present);
			if (former.length > 0) await supabase(['secrets', 'unset', '--yes', ...former]);
		},
	};
}

// A project's functions run only while they handle a request: without regular calls, retries and digests would wait.
function callWorker({ project }: Deployment): Step {
	const url = `https://${project}.supabase.co`;
	const extension = 'create extension if not exists pg_net';
	return {
		title: 'Let the database call the function that sends messages, when one is due',
		shows: [
			extension,
			`supabase secrets set --env-file … (${wakeTokenName})`,
			scheduleStatement(url, '…'),
			'The statement answers null, or the reason why messages are only sent after an answer.',
		],
		async run() {
			await query(extension);
			const token = random();
			await withFile(`${wakeTokenName}=${token}\n`, (path) =>
				supabase(['secrets', 'set', '--remote', '--env-file', path]),
			);
			await query(scheduleStatement(url, token));
		},
	};
}

// Folder in which the sdk function looks for the script-tag build; it exists only during the deployment.
const scriptFolder = 'supabase/functions/sdk/script';

function addScripts(): Step {
	const from = builds.sdk.output;
	const to = scriptFolder;
	return {
		title: 'Build the script-tag files and put them beside the sdk function',
		shows: ['npm run build -w @feedback/sdk', `${from}/feedback*.js → ${to}/`],
		async run() {
			await build(builds.sdk);
			rmSync(join(root, to), { recursive: true, force: true });
			mkdirSync(join(root, to), { recursive: true });
			const names = readdirSync(join(root, from)).filter((name) => /^feedback.*\.js$/.test(name));
			if (names.length === 0) throw new Error(`${from} holds no feedback.js.`);
			for (const name of names) copyFileSync(join(root, from, name), join(root, to, name));
		},
	};
}

function deployFunctions(): Step {
	const args = ['functions', 'deploy', ...listFunctions(root), '--remote', '--use-api', '--yes'];
	return {
		title: 'Deploy the functions',
		shows: [shown(args)],
		async run() {
			try {
				await supabase(args);
			} finally {
				rmSync(join(root, scriptFolder), { recursive: true, force: true });
			}
		},
	};
}

function sayWhatIsLeft({ dashboardUrl, project }: Deployment): Step {
	return {
		title: 'What is left to you',
		shows: [
			`Publish ${builds.dashboard.output} as static files at ${dashboardUrl}: every path that is no file answers`,
			"index.html, and every answer carries the header content-security-policy: frame-ancestors 'none'.",
			`Set ${dashboardUrl} as the Site URL of Auth: https://supabase.com/dashboard/project/${project}/auth/url-configuration`,
			`In your app: Feedback.init({ siteId, apiUrl: 'https://${project}.supabase.co/functions/v1' })`,
		],
		run: () => Promise.resolve(),
	};
}

async function build(what: Build): Promise<void> {
	await buildIfStale(what, (line) => console.log(`   ${line}`));
}

async function readPublishableKey(): Promise<string> {
	type Key = { name: string; type?: string; api_key: string };
	const keys = await readList<Key>(['projects', 'api-keys']);
	const key =
		keys.find(({ type }) => type === 'publishable') ?? keys.find(({ name }) => name === 'anon');
	if (!key) throw new Error('The project has no publishable key. Make one in its API settings.');
	return key.api_key;
}

async function readList<Item>(command: string[]): Promise<Item[]> {
	const said = await readFromSupabase([...command, '--remote', '--output', 'json']);
	try {
		return JSON.parse(said) as Item[];
	} catch (cause) {
		throw new Error(`${shown(command)} answered something else than a list:\n${said}`, { cause });
	}
}

async function query(statement: string): Promise<void> {
	await withFile(statement, (path) =>
		supabase(['db', 'query', '--remote', '--yes', '--file', path]),
	);
}

// Not as an argument, because every program on the machine could read it.
async function withFile(text: string, use: (path: string) => Promise<void>): Promise<void> {
	const path = join(root, 'supabase/.temp', `deploy-${process.pid}`);
	mkdirSync(join(path, '..'), { recursive: true });
	writeFileSync(path, text, { mode: 0o600 });
	try {
		await use(path);
	} finally {
		rmSync(path, { force: true });
	}
}

function readPooler(): string {
	const path = join(root, 'supabase/.temp/pooler-url');
	if (!existsSync(path)) {
		throw new Error(
			'The address of the pooler is unknown: supabase link left no supabase/.temp/pooler-url.',
		);
	}
	return readFileSync(path, 'utf8').trim();
}

async function supabase(args: string[]): Promise<void> {
	console.log((await runSupabase(args)).trim().replace(/^/gm, '   '));
}

function shown(args: readonly string[]): string {
	return `supabase ${args.join(' ')}`;
}

function random(): string {
	return randomBytes(32).toString('base64url');
}
