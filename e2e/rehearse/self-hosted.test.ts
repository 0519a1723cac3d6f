// Deploys into a folder and a real Postgres, and runs the result under Deno, with one process for each function.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { denoBinary } from '../../server/functions/functions.ts';
import { probeHttp } from '../../server/supervisor/probe.ts';
import { findFreePort } from '../../server/ports/ports.ts';
import { type Stack, startStack } from '../../server/stack/start-stack.ts';
import { neededSecrets } from '../../server/deploy/self-hosted/steps.ts';
import { readEnvironmentFile } from '../../server/deploy/self-hosted/environment-file.ts';
import { listSelfHostedSteps, type SelfHosted } from '../../server/deploy/self-hosted/steps.ts';

// Roles belong to the cluster, so new passwords need a separate cluster.
let stack: Stack;
let folder: string;
let deployment: SelfHosted;
const running: ChildProcess[] = [];

beforeAll(async () => {
	stack = await startStack({ ports: 'free', quiet: true });
	folder = mkdtempSync(join(tmpdir(), 'feedback-self-hosted-'));
	mkdirSync(join(folder, 'hello'));
	writeFileSync(join(folder, 'hello/index.ts'), '');
	deployment = {
		url: 'https://supabase.example.com',
		database: stack.databaseUrl,
		functionsDatabase: stack.databaseUrl,
		functionsFolder: folder,
		publishableKey: 'key',
		dashboardUrl: 'https://feedback.example.com',
		dryRun: false,
		rotatePasswords: false,
	};
	await deploy();
}, 120_000);
afterAll(async () => {
	for (const child of running) child.kill('SIGKILL');
	rmSync(folder, { recursive: true, force: true });
	await stack?.stop();
});

/** Runs the steps up to the dashboard, which other tests build. */
async function deploy(): Promise<void> {
	for (const step of listSelfHostedSteps(deployment).slice(1, 3)) await step.run();
}

/** Starts one function, as the runtime does. Resolves to its address. */
async function start(name: string): Promise<string> {
	const port = await findFreePort();
	const arguments_ = [
		'run',
		'--no-prompt',
		'--no-config',
		'--no-npm',
		'--no-remote',
		'--cached-only',
	];
	// Allow all permissions, because otherwise Deno refuses to read temporary folders below /dev.
	const child = spawn(
		denoBinary(),
		[...arguments_, '--allow-all', join(folder, name, 'index.ts')],
		{
			cwd: folder,
			stdio: 'ignore',
			env: {
				...Object.fromEntries(readEnvironmentFile(folder)),
				SUPABASE_URL: deployment.url,
				DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
				DENO_DIR: join(folder, '.deno'),
				DENO_NO_UPDATE_CHECK: '1',
				HOME: folder,
			},
		},
	);
	running.push(child);
	const ended = new Promise<never>((_, reject) => {
		child.once('exit', (code) => reject(new Error(`Deno ended with ${code}.`)));
	});
	while (!(await Promise.race([probe(port), ended])));
	return `http://127.0.0.1:${port}/${name}`;
}

async function probe(port: number): Promise<boolean> {
	return probeHttp(port).then(
		() => true,
		() => false,
	);
}

it('writes the functions beside the existing ones', () => {
	const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
	expect(names.sort()).toEqual([
		'deliver',
		'events',
		'feedback.env',
		'hello',
		'manage',
		'mcp',
		'oauth',
		'sdk',
	]);
	expect(readdirSync(join(folder, 'sdk/script'))).toContain('feedback.js');
});

it('makes the secrets readable only by their owner, and keeps them at the next deployment', async () => {
	const first = readEnvironmentFile(folder);
	expect([...first.keys()].sort()).toEqual([...neededSecrets].sort());
	expect(statSync(join(folder, 'feedback.env')).mode & 0o777).toBe(0o600);
	writeFileSync(
		join(folder, 'feedback.env'),
		[...first.set('FEEDBACK_PROXY_COUNT', '3')].map((pair) => `${pair.join('=')}\n`).join(''),
	);
	await deploy();
	expect(readEnvironmentFile(folder)).toEqual(first);
	expect(statSync(join(folder, 'feedback.env')).mode & 0o777).toBe(0o600);
	const step = listSelfHostedSteps({ ...deployment, rotatePasswords: true })[1]!;
	await step.run();
	const rotated = readEnvironmentFile(folder);
	expect(rotated.get('FEEDBACK_INGEST_URL')).not.toBe(first.get('FEEDBACK_INGEST_URL'));
	expect(rotated.get('FEEDBACK_SECRET')).toBe(first.get('FEEDBACK_SECRET'));
	expect(rotated.get('FEEDBACK_PROXY_COUNT')).toBe('3');
});

it('sets the given mail settings, and removes those of another way to send mail', async () => {
	const from = { FEEDBACK_MAIL_FROM: 'feedback@example.com' };
	const api = { FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_API_KEY: 'key', ...from };
	const server = { FEEDBACK_MAIL_URL: 'smtps://mail.example.com', ...from };
	const read = () =>
		Object.fromEntries(
			[...readEnvironmentFile(folder)].filter(([name]) => name.startsWith('FEEDBACK_MAIL_')),
		);
	const write = (mail?: Record<string, string>) =>
		listSelfHostedSteps({ ...deployment, ...(mail && { mail }) })[1]!.run();
	await write(api);
	expect(read()).toEqual(api);
	await write();
	expect(read()).toEqual(api);
	await write(server);
	expect(read()).toEqual(server);
});

describe('a written function needs nothing else to run:', () => {
	it('sdk', async () => {
		const sdk = await start('sdk');
		const script = await fetch(`${sdk}/feedback.js`);
		expect([script.status, script.headers.get('content-type')]).toEqual([
			200,
			'text/javascript; charset=utf-8',
		]);
		const body = JSON.stringify({
			site: 'site_unknown0000',
			visitor: crypto.randomUUID(),
			events: [],
		});
		const refused = await fetch(`${sdk}/events`, { method: 'POST', body });
		expect(refused.status).toBe(400);
	});

	it('manage', async () => {
		const manage = await start('manage');
		expect((await fetch(`${manage}/whoami`)).status).toBe(401);
	});

	it('oauth', async () => {
		const oauth = await start('oauth');
		const metadata = await fetch(`${oauth}/.well-known/openid-configuration`);
		expect(await metadata.json()).toMatchObject({
			issuer: 'https://supabase.example.com/functions/v1/oauth',
		});
	});

	it('mcp', async () => {
		const mcp = await start('mcp');
		const resource = await fetch(`${mcp}/.well-known/oauth-protected-resource`);
		expect(await resource.json()).toMatchObject({
			resource: 'https://supabase.example.com/functions/v1/mcp',
		});
	});
});
