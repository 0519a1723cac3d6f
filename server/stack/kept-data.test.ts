// Checks that a start never uses a damaged or foreign data folder as its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { oneIn, thorough } from '../../testing/thorough.ts';
import type { Row } from '../../database/statement.ts';
import { root } from '../layout/tree.ts';
import { buildIfStale, builds } from '../parts/builds.ts';
import { choosePorts, findFreePort } from '../ports/ports.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { demo } from '../demo/demo.ts';
import { type Stack, startStack } from './start-stack.ts';
import { openSession } from '../../testing/stack/test-session.ts';
import { connectDatabase } from '../postgres/connect.ts';

const data = mkdtempSync(join(tmpdir(), 'feedback-kept-data-'));
let lines: string[] = [];
let stack: Stack;

async function start(): Promise<void> {
	lines = [];
	stack = await startStack({ data, ports: 'free', demo, log: (line) => lines.push(line) });
}

beforeAll(start);
afterAll(async () => {
	await stack.stop();
	rmSync(data, { recursive: true, maxRetries: 5 });
});

async function query(statement: string): Promise<Row[]> {
	const sql = connectDatabase(stack.adminUrl);
	try {
		return (await sql.begin('read write', (tx) => tx.send(raw(statement)))) as Row[];
	} finally {
		await sql.end();
	}
}

/** Changes the database while no stack runs on it. */
async function change(statement: string): Promise<void> {
	const running = await startPostgres({ data: join(data, 'postgres'), port: await findFreePort() });
	const sql = connectDatabase(running.url);
	await sql.script(statement);
	await sql.end();
	await running.stop();
}

/** Returns the output of `npm start` on the folder when it does not start. */
async function explain(): Promise<string> {
	const ports = await choosePorts({ free: true, only: new Set(['gateway', 'database']) });
	const environment = {
		FEEDBACK_DATA: data,
		FEEDBACK_PARTS: 'none',
		FEEDBACK_PORT: String(ports.gateway),
		FEEDBACK_DB_PORT: String(ports.database),
	};
	const { status, stdout, stderr } = spawnSync('npm', ['start'], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, ...environment },
	});
	expect(status).toBe(1);
	return stdout + stderr;
}

const prompts = 'select count(*)::int as count from app.prompts';

test(
	'a demo person who chose another password keeps it, and the service starts',
	thorough,
	async () => {
		const { cookie } = await openSession(stack);
		const changed = await fetch(`${stack.authUrl}/password/change`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', cookie, origin: 'http://127.0.0.1:54323' },
			body: JSON.stringify({ password: 'a password of mine' }),
		});
		expect(changed.status).toBe(200);
		await stack.stop();
		await start();
		expect(lines.join('\n')).toContain(
			'Started without setting up the demo: the password of demo@',
		);
		expect(lines.join('\n')).not.toMatch(/delete/i);
		expect((await openSession(stack, 'a password of mine')).status).toBe(200);
		const handedOut = await fetch(`${stack.gatewayUrl}/local/demo?key=${stack.demoKey}`);
		expect(handedOut.status).toBe(404);
		expect(await query(prompts)).toEqual([{ count: 7 }]);
	},
);

test('lost secrets are generated again, and the data stays', thorough, async () => {
	await stack.stop();
	rmSync(join(data, 'secrets.json'));
	await start();
	expect(lines.join('\n')).toContain(
		'had no "sessions"; a new one was made. Everybody has to sign in',
	);
	expect(await query(prompts)).toEqual([{ count: 7 }]);
	expect((await openSession(stack, 'a password of mine')).status).toBe(200);
	expect((await fetch(`${stack.apiUrl}/manage/whoami`)).status).toBe(401);
});

test('packages that cannot be copied do not stop a start', thorough, async () => {
	await buildIfStale(builds.packages, () => undefined);
	await stack.stop();
	const packages = join(data, 'packages');
	rmSync(packages, { recursive: true, force: true });
	writeFileSync(packages, 'not a folder');
	await start();
	expect(lines.join('\n')).toContain('The packages of this version were not copied');
	const ready = await fetch(`${stack.gatewayUrl}/readyz`);
	expect([ready.status, await ready.json()]).toEqual([
		200,
		{ ready: true, not_ready: [], impaired: ['packages'] },
	]);
	expect((await fetch(`${stack.gatewayUrl}/npm/@feedback/sdk`)).status).toBe(200);
	rmSync(packages);
});

test(
	'data of another version is refused with the reason and a fix that preserves the data',
	thorough,
	async () => {
		const secrets = readFileSync(join(data, 'secrets.json'), 'utf8');
		await stack.stop();
		const versions = {
			'a newer version of Feedback: this one does not have 20990101000000_later.':
				"insert into supabase_migrations.schema_migrations (version, name) values ('20990101000000', 'later')",
			'another version of Feedback: 20261120000100_roles.sql changed since.': `
			delete from supabase_migrations.schema_migrations where name = 'later';
			update supabase_migrations.schema_migrations set statements = '{select 1}' where version = '20261120000100'`,
		};
		for (const [reason, statement] of oneIn(2, Object.entries(versions))) {
			await change(statement);
			const said = await explain();
			expect(said).toContain(`The data was made by ${reason}`);
			expect(said).toContain(`Your data in ${data} is kept as it is.`);
			expect(said).toContain('set FEEDBACK_DATA to another folder');
			expect(said).not.toMatch(/delete|repair|afresh/i);
		}
		expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toBe(secrets);
	},
);
