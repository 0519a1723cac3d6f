import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { readCommand } from './command-line.ts';
import { listFormerMail } from './mail-secrets.ts';
import { poolerUrl } from './pooler.ts';
import { chooseSecrets, secretNames } from './secrets.ts';

const script = fileURLToPath(new URL('deploy.ts', import.meta.url));
const project = 'abcdefghijklmnopqrst';

function deploy(...args: string[]): { status: number | null; output: string } {
	// A separate home: nobody is signed in there.
	const home = mkdtempSync(join(tmpdir(), 'feedback-deploy-'));
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		encoding: 'utf8',
		env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' },
	});
	rmSync(home, { recursive: true });
	return { status, output: stdout + stderr };
}

test('a dry run prints every step and changes nothing', () => {
	const { status, output } = deploy('--dry-run', '--docs', 'https://docs.example.com/');
	expect(status).toBe(0);
	const steps = [
		'link --project-ref',
		'create extension if not exists pg_cron',
		'db push',
		'secrets set',
		'create extension if not exists pg_net',
		'app.schedule_worker_calls',
		'feedback*.js',
		'functions deploy',
	];
	for (const step of [...steps, 'dashboard/build/config.json', 'Site URL']) {
		expect(output).toContain(step);
	}
	for (const name of ['deliver', 'events', 'manage', 'mcp', 'oauth', 'screenshots', 'sdk'])
		expect(output).toMatch(new RegExp(`deploy .*\\b${name}\\b`));
	expect(output).toContain('Nothing was changed.');
	expect(output).toMatch(/config\.json: .*, docsUrl https:\/\/docs\.example\.com$/m);
});

test('without a sign-in the output says how to sign in', thorough, () => {
	const { status, output } = deploy(
		'--project',
		project,
		'--dashboard',
		'https://feedback.example.com',
	);
	expect(status).toBe(1);
	expect(output).toContain('supabase login');
	expect(output).not.toContain('Push the migrations');
});

const dashboard = ['--dashboard', 'https://feedback.example.com'];
const database = 'postgres://postgres:pw@db.example.com/postgres';
const selfHosted = [
	'--url',
	'https://supabase.example.com',
	'--functions-folder',
	'/srv/functions',
	'--publishable-key',
	'key',
	...dashboard,
];

test.each([
	[[], 'Say which project'],
	[['--project', 'short'], 'is no project reference'],
	[['--project', project], 'Say where the dashboard'],
	[['--project', project, '--dashboard', 'http://feedback.example.com'], 'is no https address'],
	[['--projekt', project], '--projekt'],
	[selfHosted, 'Say where the database is'],
	[[...selfHosted, '--database', 'db.example.com'], 'The database address must be a URL'],
	[[...selfHosted, '--database', database, '--project', project], 'either --project or --url'],
	[['--url', 'http://supabase.example.com', '--database', database], 'Say where the functions are'],
	[['--check', 'http://supabase.example.com'], 'is no https address'],
	[['--check', project, '--database', `${database}?sslmode=require`], 'sslmode'],
])('%j is explained', (args, said) => {
	expect(() => readCommand(args, {})).toThrow(said);
});

test('the options are read completely', () => {
	const args = [
		'--project',
		project,
		'--dashboard',
		'https://feedback.example.com/',
		'--rotate-passwords',
	];
	const deployment = {
		project,
		dashboardUrl: 'https://feedback.example.com',
		dryRun: false,
		rotatePasswords: true,
	};
	expect(readCommand(args, {})).toEqual({ kind: 'hosted', deployment });
});

test('a self-hosted deployment can also read the database from the environment', () => {
	expect(readCommand(selfHosted, { SUPABASE_DB_URL: database })).toEqual({
		kind: 'self-hosted',
		deployment: {
			url: 'https://supabase.example.com',
			database,
			functionsDatabase: database,
			functionsFolder: '/srv/functions',
			publishableKey: 'key',
			dashboardUrl: 'https://feedback.example.com',
			dryRun: false,
			rotatePasswords: false,
		},
	});
});

test('the certificate of a hosted database is verified with the authorities of Supabase', () => {
	const command = readCommand(['--check', project, '--database', database], {});
	expect(command).toMatchObject({
		kind: 'check',
		target: { project, url: `https://${project}.supabase.co` },
	});
	const { tls } = (command as Extract<typeof command, { kind: 'check' }>).target.database!;
	expect(tls).toMatchObject({ rejectUnauthorized: true, ca: expect.stringContaining('BEGIN') });
});

test('a dry run of a self-hosted deployment changes nothing', thorough, () => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-functions-'));
	const args = selfHosted.map((value) => (value === '/srv/functions' ? folder : value));
	const { status, output } = deploy(...args, '--database', database, '--dry-run');
	expect(status).toBe(0);
	for (const name of ['feedback.env', 'sdk/index.ts', 'manage/index.ts', 'VERIFY_JWT']) {
		expect(output).toContain(name);
	}
	expect(output).not.toContain('pw@');
	expect(readdirSync(folder)).toEqual([]);
	rmSync(folder, { recursive: true });
});

test('the pooler is used in transaction mode, with the role of the function', () => {
	const host = 'aws-0-eu-west-1.pooler.supabase.com';
	const expected = `postgresql://feedback_ingest.${project}:secret@${host}:6543/postgres?sslmode=verify-full`;
	for (const password of [':[YOUR-PASSWORD]', ':pw', '']) {
		const noted = `postgresql://postgres.${project}${password}@${host}:5432/postgres`;
		expect(poolerUrl(noted, 'feedback_ingest', 'secret')).toBe(expected);
	}
	expect(() => poolerUrl('postgresql://localhost/postgres', 'feedback_ingest', 'x')).toThrow(
		'unknown form',
	);
});

test('a second deployment keeps every secret that an operator may have changed', () => {
	const asked = { dashboardUrl: 'https://feedback.example.com' };
	const first = chooseSecrets(asked, new Set(), () => 'random');
	expect(first).toMatchObject({ FEEDBACK_SECRET: 'random', FEEDBACK_PROXY_COUNT: '1' });
	expect(chooseSecrets(asked, new Set(secretNames), () => 'another')).toEqual({
		FEEDBACK_DASHBOARD_URL: 'https://feedback.example.com',
	});
	const former = chooseSecrets(asked, new Set(['FEEDBACK_TRUSTED_PROXIES']), () => '');
	expect(former).not.toHaveProperty('FEEDBACK_PROXY_COUNT');
	const docs = { ...asked, docsUrl: 'https://docs.example.com' };
	expect(chooseSecrets(docs, new Set([...secretNames, 'FEEDBACK_DOCS_URL']), () => '')).toEqual({
		FEEDBACK_DASHBOARD_URL: 'https://feedback.example.com',
		FEEDBACK_DOCS_URL: 'https://docs.example.com',
	});
});

test('the functions receive the authorities that sign the pooler’s certificate, on one line', () => {
	const { FEEDBACK_DATABASE_CA: given = '' } = chooseSecrets(
		{ dashboardUrl: 'https://feedback.example.com' },
		new Set(),
		() => '',
	);
	expect(given).not.toContain('\n');
	const certificates = given.replaceAll('\\n', '\n').match(/-----BEGIN[^]+?END CERTIFICATE-----/g);
	const names = certificates?.map((text) => new X509Certificate(text).subject);
	expect(names).toEqual(Array(2).fill(expect.stringContaining('CN=Supabase Root 2021 CA')));
});

const hosted = ['--project', project, ...dashboard];
const mail = {
	FEEDBACK_MAIL_URL: 'smtps://user:pw@mail.example.com:465',
	FEEDBACK_MAIL_FROM: 'Feedback <feedback@example.com>',
};

test('the mail settings are read from the environment', () => {
	const ca = { FEEDBACK_MAIL_CA: '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n' };
	for (const args of [hosted, [...selfHosted, '--database', database]]) {
		const command = readCommand(args, { ...mail, ...ca, FEEDBACK_MAIL_API: '' });
		expect(command).toHaveProperty('deployment.mail', {
			...mail,
			FEEDBACK_MAIL_CA: '-----BEGIN CERTIFICATE-----\\nabc\\n-----END CERTIFICATE-----',
		});
	}
	const present = new Set([...secretNames, ...Object.keys(mail), 'FEEDBACK_MAIL_CA']);
	const asked = { dashboardUrl: 'https://feedback.example.com' };
	expect(chooseSecrets({ ...asked, mail }, present, () => '')).toEqual({
		FEEDBACK_DASHBOARD_URL: asked.dashboardUrl,
		...mail,
	});
	expect(listFormerMail(mail, present)).toEqual(['FEEDBACK_MAIL_CA']);
	expect(listFormerMail(undefined, present)).toEqual([]);
});

test.each([
	[{ ...mail, FEEDBACK_MAIL_FROM: undefined }, 'FEEDBACK_MAIL_FROM is not set'],
	[{ ...mail, FEEDBACK_MAIL_API: 'resend' }, 'Set either FEEDBACK_MAIL_URL or FEEDBACK_MAIL_API'],
	[{ ...mail, FEEDBACK_MAIL_URL: 'smtp://mail.example.com:587' }, 'the ports 25 and 587'],
	[{ FEEDBACK_MAIL_API: 'pigeon', FEEDBACK_MAIL_FROM: 'a@example.com' }, 'must be one of'],
])('mail settings that cannot work are refused: %j', (environment, said) => {
	expect(() => readCommand(hosted, environment)).toThrow(said);
});

test('a self-hosted Supabase may use any port for mail', () => {
	const url = 'smtp://mail.example.com:587';
	const args = [...selfHosted, '--database', database];
	expect(readCommand(args, { ...mail, FEEDBACK_MAIL_URL: url })).toHaveProperty(
		'deployment.mail.FEEDBACK_MAIL_URL',
		url,
	);
});
