// Runs the checks against the real functions, gateway and Postgres instead of a Supabase project.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { buildIfStale, builds } from '../../parts/builds.ts';
import { type Stack, startStack } from '../../stack/start-stack.ts';
import { type DatabaseClient, connectDatabase } from '../../postgres/connect.ts';
import { loadSecrets } from '../../data/secrets.ts';
import { findFreePort } from '../../ports/ports.ts';
import { readDatabaseAddress } from '../../postgres/database-address.ts';
import {
	localhostCertificate,
	localhostKey,
} from '../../../supabase/tests/localhost-certificate.ts';
import { createKeyring } from '../../../supabase/functions/_shared/secrets/keyring.ts';
import { createWakeToken } from '../../../supabase/functions/_shared/wake-worker.ts';
import { startPooler } from '../../../supabase/tests/pooler.ts';
import { acceptsPlain } from './accepts-plain.ts';
import { type Check, type Outcome, runChecks } from './check.ts';
import { type CheckTarget, listChecks } from './list-checks.ts';
import { checkScriptFiles } from './script-files.ts';
import { checkSigningKeys } from './signing-keys.ts';
import { checkFunctions } from './functions.ts';

let stack: Stack;
let admin: DatabaseClient;
beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	stack = await startStack({ ports: 'free', quiet: true });
	admin = connectDatabase(stack.adminUrl);
});
afterAll(async () => {
	await admin?.end();
	await stack?.stop();
});

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});

/** Starts an HTTP server that responds like a faulty deployment. */
async function serve(answer: RequestListener): Promise<string> {
	const server = createServer(answer).listen(0, '127.0.0.1');
	servers.push(server);
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function outcomes(checks: readonly Check[]): Promise<Outcome[]> {
	const found: Outcome[] = [];
	for await (const outcome of runChecks(checks)) found.push(outcome);
	return found;
}

const target = (more: Partial<CheckTarget> = {}): CheckTarget => ({
	url: stack.gatewayUrl,
	database: readDatabaseAddress(stack.databaseUrl),
	...more,
});

/** The result of the check whose title contains this word. */
async function outcomeOf(word: string, more?: Partial<CheckTarget>): Promise<Outcome> {
	const checks = listChecks(target(more)).filter(({ title }) => title.includes(word));
	expect(checks).toHaveLength(1);
	return (await outcomes(checks))[0]!;
}

it('a correct deployment passes, and skipped checks are listed', async () => {
	const found = await outcomes(listChecks(target()));
	const inState = (state: Outcome['state']) =>
		found.filter((outcome) => outcome.state === state).map(({ title }) => title);
	// The test stack's Auth has only a shared secret. Its worker runs in the functions' process
	// and needs no calls.
	expect(inState('failed')).toEqual([
		'Auth publishes an asymmetric signing key',
		'Retries and digests are sent on time',
	]);
	expect(inState('not checked')).toEqual([
		'The secrets of the functions are set',
		'The database refuses connections without TLS, and its certificate is valid',
	]);
	expect(inState('ok')).toHaveLength(12);
	expect(found.every(({ title }) => !/password|secret=/.test(title))).toBe(true);
});

it('without a database, the checks that need one are skipped', async () => {
	const { url } = target();
	const found = await outcomes(listChecks({ url }));
	const left = found.filter(({ state }) => state === 'not checked');
	expect(left).toHaveLength(7);
	expect(left.at(-1)!.detail).toContain('--database');
});

describe('functions', () => {
	it('behind a gateway that requires a token are named, with the setting that turns it off', async () => {
		const url = await serve((_, answer) => answer.writeHead(401).end('{"msg":"Missing JWT"}'));
		const [first] = await outcomes(checkFunctions(url));
		expect(first).toMatchObject({ state: 'failed' });
		expect(first!.detail).toContain('Turn off "Verify JWT" for the function sdk');
	});

	it('that were not deployed are named', async () => {
		const url = await serve((_, answer) => answer.writeHead(404).end());
		const found = await outcomes(checkFunctions(url));
		expect(found.map(({ detail }) => detail)).toEqual(
			['sdk', 'manage', 'events', 'screenshots', 'oauth', 'mcp', 'deliver'].map(
				(name) => `There is no function ${name}. Deploy again.`,
			),
		);
	});

	it('that report a wrong address fail with the correct address', async () => {
		const url = await serve((request, answer) => {
			void fetch(`${stack.apiUrl}${request.url}`).then(async (response) => {
				answer.writeHead(response.status).end(await response.text());
			});
		});
		const found = await outcomes(checkFunctions(url));
		expect(found[4]!.detail).toContain(`Set FEEDBACK_API_URL to ${url}`);
	});

	it('that cannot be reached fail with the cause', async () => {
		const [first] = await outcomes(checkFunctions('http://127.0.0.1:1'));
		expect(first!.state).toBe('failed');
		expect(first!.detail).not.toBe('fetch failed');
	});
});

describe('script-tag files', () => {
	it('that are missing fail', async () => {
		const url = await serve((_, answer) => answer.writeHead(404).end());
		const [outcome] = await outcomes([checkScriptFiles(url)]);
		expect(outcome!.detail).toContain('answers 404');
	});

	it('whose headers were changed in transit fail, with the headers', async () => {
		const url = await serve((_, answer) =>
			answer.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end('x'),
		);
		const [outcome] = await outcomes([checkScriptFiles(url)]);
		expect(outcome!.detail).toContain('content-type: text/plain');
		expect(outcome!.detail).toContain('access-control-allow-origin: (none)');
	});
});

describe('signing keys', () => {
	const serveKeys = (keys: object[]) => serve((_, answer) => answer.end(JSON.stringify({ keys })));

	it('that are published pass', async () => {
		const url = await serveKeys([{ kty: 'EC', alg: 'ES256' }]);
		const [outcome] = await outcomes([checkSigningKeys(url)]);
		expect(outcome).toMatchObject({ state: 'ok', detail: 'ES256' });
	});

	it.each([[[]], [[{ kty: 'oct', alg: 'HS256' }]]])(
		'that are missing because the project has only a shared secret are explained: %j',
		async (keys) => {
			const [outcome] = await outcomes([checkSigningKeys(await serveKeys(keys))]);
			expect(outcome!.state).toBe('failed');
			expect(outcome!.detail).toContain('Project Settings → JWT Keys');
		},
	);
});

describe('trusted proxies', () => {
	const title = 'FEEDBACK_PROXY_COUNT';

	/** Responds like a function that trusts one proxy and is behind proxies that each add an address. */
	const serveBehind = (proxies: number) =>
		serve((request, answer) => {
			const sent = request.headers['x-forwarded-for'] as string | undefined;
			const forwarded = (sent?.split(',').length ?? 0) + proxies;
			answer.end(JSON.stringify({ trusted_proxies: 1, forwarded }));
		});

	it.each([
		[2, 'share its rate limit'],
		[0, 'anyone can pretend'],
	])('that differ from the %i in front fail, with the number', async (proxies, effect) => {
		const outcome = await outcomeOf(title, { url: await serveBehind(proxies) });
		expect(outcome.state).toBe('failed');
		expect(outcome.detail).toContain(effect);
		expect(outcome.detail).toContain(`Set it to ${proxies}.`);
	});

	it('pass if proxies preserve what callers send', async () => {
		const outcome = await outcomeOf(title, { url: await serveBehind(1) });
		expect(outcome).toMatchObject({
			state: 'ok',
			detail: '1; entries that callers send are passed on and ignored',
		});
	});

	it('that are correct are reported, and the check leaves no key behind', async () => {
		expect(await outcomeOf(title)).toMatchObject({
			state: 'ok',
			detail: '1; entries that callers send are removed',
		});
		expect(await admin`select from app.diagnostic_keys`).toHaveLength(0);
	});

	it('are not visible to anyone else', async () => {
		const ask = async (authorization?: string) => {
			const headers = new Headers(authorization ? [['authorization', authorization]] : []);
			const response = await fetch(`${stack.apiUrl}/sdk/diagnostics`, { headers });
			const { error } = (await response.json()) as { error: { code: string; message: string } };
			return [response.status, error.code, error.message];
		};
		const unknown = await fetch(`${stack.apiUrl}/sdk/unknown`);
		const { error } = (await unknown.json()) as { error: { code: string; message: string } };
		const nothing = [unknown.status, error.code, error.message];
		const key = 'k'.repeat(43);
		await admin`
			insert into app.diagnostic_keys (hash, expires_at)
			values (sha256(${key}::bytea), now() - interval '1 second')`;
		expect(await ask()).toEqual(nothing);
		expect(await ask('Bearer short')).toEqual(nothing);
		expect(await ask(`Bearer ${'x'.repeat(43)}`)).toEqual(nothing);
		expect(await ask(`Bearer ${key}`)).toEqual(nothing);
		await admin`delete from app.diagnostic_keys`;
	});
});

describe('the database', () => {
	it('that lacks a migration fails with its name', async () => {
		const [removed] = await admin<{ version: string; name: string; statements: string[] }[]>`
			delete from supabase_migrations.schema_migrations
			where version = (select max(version) from supabase_migrations.schema_migrations) returning *`;
		const outcome = await outcomeOf('migrations');
		const { version, name, statements } = removed!;
		await admin`insert into supabase_migrations.schema_migrations (version, name, statements)
			values (${version}, ${name}, ${statements})`;
		expect(outcome.state).toBe('failed');
		expect(outcome.detail).toContain(name);
	});

	it('with a role that has too many rights fails with its name', async () => {
		await admin`alter role feedback_ingest createdb`;
		const outcome = await outcomeOf('roles');
		await admin`alter role feedback_ingest nocreatedb`;
		expect(outcome).toMatchObject({ state: 'failed' });
		expect(outcome.detail).toContain('feedback_ingest');
	});

	it('that is checked as a superuser passes, with a remark', async () => {
		const outcome = await outcomeOf('roles', { database: readDatabaseAddress(stack.adminUrl) });
		expect(outcome).toMatchObject({ state: 'ok' });
		expect(outcome.detail).toContain('CREATEROLE would be enough');
	});

	it('reports the state of its scheduled job', async () => {
		await admin.script(`create schema cron;
			create table cron.job (jobid bigint, jobname text, active boolean);
			create table cron.job_run_details (runid bigint, jobid bigint, status text, return_message text,
				start_time timestamptz default now());
			grant usage on schema cron to postgres; grant select on all tables in schema cron to postgres`);
		const said = async () => {
			const { state, detail } = await outcomeOf('Maintenance');
			return `${state}: ${detail}`;
		};
		try {
			expect(await said()).toContain('failed: The job feedback-maintain is not scheduled');
			await admin`insert into cron.job values (7, 'feedback-maintain', true)`;
			expect(await said()).toContain('failed: The job feedback-decide-due is not scheduled');
			await admin`insert into cron.job values (8, 'feedback-decide-due', true)`;
			expect(await said()).toBe('ok: scheduled; it has not run yet');
			await admin`insert into cron.job_run_details values (1, 7, 'succeeded', null)`;
			expect(await said()).toBe('ok: the last run succeeded');
			await admin`insert into cron.job_run_details values (2, 7, 'failed', 'no partition')`;
			expect(await said()).toContain('failed: The last run of the job failed: no partition');
			await admin`update cron.job_run_details set status = 'succeeded', start_time = now() - interval '2 hours'`;
			expect(await said()).toContain('has not run for an hour');
			await admin`update cron.job set active = false where jobid = 8`;
			expect(await said()).toContain('paused: select cron.alter_job(8');
			await admin`update cron.job set active = false`;
			expect(await said()).toContain('paused: select cron.alter_job(7');
		} finally {
			await admin.script('drop schema cron cascade');
		}
	});

	it('reports whether it calls the worker', async () => {
		const said = async () => {
			const { state, detail } = await outcomeOf('digests');
			return `${state}: ${detail}`;
		};
		const store = (url: string, token: string) =>
			admin`select app.store_worker_call(${url}, ${token})`;
		const url = `${stack.apiUrl}/deliver`;
		const token = createWakeToken(createKeyring(loadSecrets(stack.data, () => undefined).service));
		expect(await said()).toContain('failed: The database does not know the function');
		try {
			await store('https://old.example.com/deliver', token);
			expect(await said()).toContain('failed: The database calls https://old.example.com/deliver');
			await store(url, 'another');
			expect(await said()).toContain('with 401: FEEDBACK_WAKE_TOKEN differs');
			await store(url, token);
			expect(await said()).toContain('failed: pg_cron is not installed');
			await admin.script(`create schema net; create schema cron;
				create table cron.job (jobid bigint, jobname text, active boolean);
				create table cron.job_run_details (runid bigint, jobid bigint, status text, return_message text,
					start_time timestamptz default now());
				grant usage on schema cron to postgres; grant select on all tables in schema cron to postgres`);
			expect(await said()).toContain('failed: The job feedback-deliver is not scheduled');
			await admin`insert into cron.job values (8, 'feedback-deliver', true)`;
			expect(await said()).toBe('ok: scheduled; it has not run yet');
			await admin`insert into cron.job_run_details values (1, 8, 'succeeded', null)`;
			expect(await said()).toBe('ok: the last run succeeded');
			await admin`insert into cron.job_run_details values (2, 8, 'failed', 'no net')`;
			expect(await said()).toContain('failed: The last run of the job failed: no net');
			await admin`update cron.job_run_details set status = 'succeeded', start_time = now() - interval '2 minutes'`;
			expect(await said()).toContain('has not run for a minute');
		} finally {
			await admin.script('drop schema if exists cron cascade; drop schema if exists net');
			await admin`delete from app.worker_calls`;
		}
	});

	it('without TLS fails if the address requires TLS, and accepts plain connections', async () => {
		const url = new URL(stack.databaseUrl);
		url.searchParams.set('sslmode', 'verify-full');
		const database = readDatabaseAddress(url.href);
		const outcome = await outcomeOf('TLS', { database });
		expect(outcome.state).toBe('failed');
		expect(outcome.detail).toContain('A verified connection fails');
		expect(await acceptsPlain(database)).toBe(true);
	});
});

describe.runIf(inject('pooler'))('a pooler that requires TLS', () => {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-check-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	it('passes with a certificate that is valid, and fails with another', async () => {
		const { port, password, username, pathname } = new URL(inject('cluster'));
		const tls = { cert: localhostCertificate, key: localhostKey };
		const pooler = (await startPooler(folder, {
			upstream: Number(port),
			password,
			tls,
			port: await findFreePort(),
		}))!;
		const authority = join(folder, 'ca.pem');
		writeFileSync(authority, localhostCertificate);
		const address = `postgres://${username}:${password}@localhost:${pooler.port}${pathname}?sslmode=verify-full`;
		const verified = await outcomeOf('TLS', { database: readDatabaseAddress(address, authority) });
		const unknown = await outcomeOf('TLS', { database: readDatabaseAddress(address) });
		await pooler.stop();
		expect(verified).toMatchObject({ state: 'ok' });
		expect(unknown.state).toBe('failed');
		expect(unknown.detail).toContain('sslrootcert');
	});
});
