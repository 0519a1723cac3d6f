import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startS3 } from '../../testing/start-s3.ts';
import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { localhostCertificate } from '../../supabase/tests/localhost-certificate.ts';
import { configSchema } from '../config/config-schema.ts';
import { loadSecrets, secretsFile } from '../data/secrets.ts';
import { findFreePort } from '../ports/ports.ts';
import type { Check } from './check.ts';
import { runChecks } from './run-checks.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-doctor-'));
const cleanup = new AsyncDisposableStack();
let database: TestDatabase;
let owner: string;

beforeAll(async () => {
	cleanup.defer(() => rmSync(folder, { recursive: true }));
	database = await createDatabase();
	cleanup.defer(() => database.close());
	owner = database.url('postgres', false);
	loadSecrets(folder);
});
afterEach(() => {
	vi.unstubAllEnvs();
});
afterAll(() => cleanup.disposeAsync());

// Nothing listens on this port, so the check of the public URL fails immediately.
const unreachable = 'http://localhost:1';

/** Returns doctor's result for a part, with a configuration that has these settings. */
async function find(name: string, settings: Record<string, unknown> = {}): Promise<Check> {
	const config = configSchema.parse({
		public_url: unreachable,
		data: folder,
		database: { url: owner },
		...settings,
	});
	for await (const check of runChecks(config)) if (check.name === name) return check;
	throw new Error(`There is no check of ${name}.`);
}

async function listen(server: {
	listen(port: number, host: string, done: () => void): unknown;
	close(done: () => void): unknown;
	address(): unknown;
}): Promise<number> {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	cleanup.defer(() => new Promise<void>((resolve) => void server.close(resolve)));
	return (server.address() as AddressInfo).port;
}

test('a correct database passes each of its checks', async () => {
	for (const name of ['database', 'database rights', 'clock', 'migrations']) {
		expect(await find(name)).toMatchObject({ ok: true });
	}
});

test.each([
	['stopped', () => 'postgres://owner:x@127.0.0.1:1/feedback', 'Start the database server'],
	['with another host name', () => 'postgres://owner:x@nowhere.invalid/feedback', 'host name'],
	['without the database', () => owner.replace(/[^/]+$/, 'missing'), 'createdb'],
	['by an unknown sslmode', () => `${owner}?sslmode=require`, 'Correct database.url'],
])('a database server %s fails with a solution', async (_, url, fix) => {
	expect(await find('database', { database: { url: url() } })).toMatchObject({
		ok: false,
		message: expect.stringMatching(/\w+\.?$/) as string,
		fix: expect.stringContaining(fix) as string,
	});
});

test('a role without the permissions fails with the statement that grants them', async () => {
	const { password } = new URL(owner);
	await database.admin.unsafe(
		`create role doctor_weak login password '${password}';
		create role doctor_owner login in role postgres password '${password}'`,
	);
	try {
		const as = (role: string) => ({ database: { url: owner.replace('//postgres', `//${role}`) } });
		const rights = (role: string) => find('database rights', as(role));
		await database.admin.unsafe(`revoke connect on database ${database.name} from public`);
		expect(await find('database', as('doctor_weak'))).toMatchObject({
			ok: false,
			fix: expect.stringContaining('own the database') as string,
		});
		await database.admin.unsafe(`grant connect on database ${database.name} to doctor_weak`);
		expect(await rights('doctor_weak')).toMatchObject({
			ok: false,
			fix: `As a superuser: alter database "${database.name}" owner to "doctor_weak"`,
		});
		expect(await rights('doctor_owner')).toMatchObject({
			ok: false,
			fix: 'As a superuser: alter role "doctor_owner" createrole',
		});
	} finally {
		await database.admin.unsafe('drop owned by doctor_weak; drop role doctor_weak, doctor_owner');
	}
});

async function mailServer(options: SMTPServerOptions): Promise<number> {
	const server = new SMTPServer(options);
	// A client that rejects the certificate closes the connection.
	server.on('error', () => undefined);
	return listen({
		listen: (...args) => server.listen(...args),
		close: (done) => server.close(done),
		address: () => server.server.address(),
	});
}

test('a mail server is checked for whether it accepts the service', async () => {
	const open = await mailServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
	const closed = await mailServer({
		disabledCommands: ['STARTTLS'],
		allowInsecureAuth: true,
		onAuth: (auth, _, done) =>
			auth.password === 'right' ? done(null, { user: 'ada' }) : done(new Error('No')),
	});
	// Its certificate is signed by a different authority than the configured one.
	const other = await mailServer({ secure: true, authOptional: true });
	const authority = join(folder, 'ca.pem');
	writeFileSync(authority, localhostCertificate);
	const mail = (url: string, ca_file?: string) =>
		find('mail', { mail: { url, from: 'feedback@example.com', ca_file } });
	expect(await mail(`smtp://127.0.0.1:${open}`)).toMatchObject({ ok: true });
	expect(await mail(`smtp://ada:right@127.0.0.1:${closed}`)).toMatchObject({ ok: true });
	for (const [url, fix, ca] of [
		[`smtp://ada:wrong@127.0.0.1:${closed}`, 'Check the user and the password'],
		[`smtps://127.0.0.1:${open}`, 'write smtp:// instead of smtps://'],
		[`smtps://localhost:${other}`, 'Set mail.ca_file', authority],
		['smtp://127.0.0.1:1', 'Check host and port'],
		['smtp://nowhere.invalid:587', 'Check the host name'],
	] as const) {
		const check = await mail(url, ca);
		expect(check).toMatchObject({ ok: false, fix: expect.stringContaining(fix) as string });
	}
});

test('the public URL must reach this service', async () => {
	let answer = 'ok\n';
	const port = await listen(createServer((_, response) => response.end(answer)));
	const check = () => find('public URL', { public_url: `http://localhost:${port}` });
	expect(await check()).toMatchObject({ ok: true });
	answer = 'Welcome to nginx!';
	expect(await check()).toMatchObject({
		ok: false,
		fix: expect.stringContaining('Let the proxy forward every path') as string,
	});
	const nothing = `http://localhost:${await findFreePort()}`;
	expect(await find('public URL', { public_url: nothing })).toMatchObject({
		message: `${nothing} cannot be reached from here: ECONNREFUSED.`,
	});
});

test('secrets that others can read, and a missing secrets file, are failures', async () => {
	chmodSync(secretsFile(folder), 0o644);
	expect(await find('secrets')).toMatchObject({ fix: `Run: chmod 600 ${secretsFile(folder)}` });
	chmodSync(secretsFile(folder), 0o600);
	const empty = mkdtempSync(join(folder, 'empty-'));
	expect(await find('secrets', { data: empty })).toMatchObject({
		fix: 'Run: feedback-server init',
	});
});

test('the embedded Postgres needs a clock that is synchronized with the network', async () => {
	const clock = async (script: string) => {
		writeFileSync(join(folder, 'timedatectl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		vi.stubEnv('PATH', [folder, process.env['PATH']].join(delimiter));
		return find('clock', { database: {} }).catch((error: Error) => error.message);
	};
	expect(await clock('echo yes')).toMatchObject({ ok: true });
	expect(await clock('echo no')).toMatchObject({ ok: false });
	// In a container.
	expect(await clock('exit 1')).toBe('There is no check of clock.');
});

test('a bucket for files that does not exist fails with a solution', async () => {
	const storage = await startS3(join(folder, 's3'));
	cleanup.defer(() => storage.stop());
	const { s3 } = storage.settings;
	expect(await find('files')).toMatchObject({ ok: true });
	expect(await find('files', { files: { to: 's3://backups/files', s3 } })).toMatchObject({
		ok: true,
		message: 'Files can be stored in s3://backups/files.',
	});
	expect(await find('files', { files: { to: 's3://missing', s3 } })).toMatchObject({
		ok: false,
		message: expect.stringContaining('s3://missing') as string,
		fix: expect.stringContaining('the bucket must exist') as string,
	});
});
