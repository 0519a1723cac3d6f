import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { createKeyring, mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { stageApprovals } from '../../supabase/functions/tests/approvals.ts';
import { openManage } from '../../supabase/functions/tests/manage.ts';
import { type Config, configSchema } from '../config/config-schema.ts';
import { loadSecrets, secretsFile } from '../data/secrets.ts';
import { withRole } from '../postgres/cluster.ts';
import type { Check } from './check.ts';
import { runChecks } from './run-checks.ts';

const at = stageApprovals();
let data: string;
let config: Config;

beforeEach(async () => {
	data = mkdtempSync(join(tmpdir(), 'feedback-doctor-'));
	await at.sites.sql`delete from app.proof_keys`;
	await at.sites.sql`delete from app.destinations`;
	await at.sites.sql`delete from app.destination_requests`;
	config = configSchema.parse({
		// Nothing listens on this port, so the check of the public URL fails immediately.
		public_url: 'http://localhost:1',
		data,
		database: { url: withRole(at.sites.manageUrl, 'postgres') },
	});
});

afterEach(() => {
	rmSync(data, { recursive: true });
});

async function doctor(): Promise<Check[]> {
	const checks: Check[] = [];
	for await (const check of runChecks(config)) checks.push(check);
	return checks;
}

const stored = async () => (await doctor()).find(({ name }) => name === 'stored secrets');

/** Stores a secret of each kind with a service's secret. */
async function storeSecrets(secret: string) {
	const { seal } = createKeyring(secret);
	// The tokens of the connection remain those of the stage.
	const keyring = { ...at.manage.keyring, seal };
	const manage = openManage(at.sites.manageUrl, { keyring });
	const site = at.site.id;
	await at.grant('response:read');
	const slack = (name: string) => ({
		site,
		kind: 'slack' as const,
		name,
		url: `https://hooks.slack.com/services/T0/B0/${name}`,
	});
	const url = 'https://example.com/feedback';
	const asked = await manage.ask(at.agent, 'requestDestination', slack('asked') as never);
	const key = await manage.ask(at.owner, 'createProofKey', { site, alg: 'HS256' });
	const team = await manage.ask(at.owner, 'createDestination', slack('team') as never);
	const hook = await manage.ask(at.owner, 'createDestination', {
		site,
		kind: 'webhook',
		name: 'Backend',
		url,
		event_types: ['response.closed'],
	} as never);
	const rotated = await manage.ask(at.owner, 'rotateDestinationSecret', {
		site,
		destination: hook.body.id,
	});
	for (const { status, error } of [asked, key, team, hook, rotated]) {
		expect(status, JSON.stringify(error)).toBe(200);
	}
	await manage.end();
	return { key: key.body.kid, team: team.body.id, hook: hook.body.id };
}

test('doctor decrypts every stored secret', async () => {
	const { service } = loadSecrets(data);
	expect(await stored()).toMatchObject({ ok: true, message: 'There are none yet.' });
	await storeSecrets(service);
	expect(await stored()).toEqual({
		name: 'stored secrets',
		ok: true,
		message: `The keys in ${secretsFile(data)} decrypt all 5 stored secrets.`,
	});
});

test('doctor names data that another server’s secrets do not decrypt, and says which file is needed', async () => {
	loadSecrets(data);
	const { key, team, hook } = await storeSecrets(mintSecret());
	const check = (await stored())!;
	expect(check.ok).toBe(false);
	expect(check.message).toContain('do not decrypt 5 of 5 stored secrets: ');
	for (const name of [`proof key ${key}`, `destination ${team}`, `destination ${hook}`]) {
		expect(check.message).toContain(`${name} of ${at.site.siteId}`);
	}
	expect(check.fix).toMatch(/put back the secrets\.json that this database was used with/);
});

test('doctor finds a single secret of any kind that was stored with another key', async () => {
	const { service } = loadSecrets(data);
	const other = createKeyring(mintSecret());
	const columns = [
		['proof_keys', 'sealed', 'proof key'],
		['destinations', 'sealed_url', 'destination'],
		['destinations', 'sealed_secret', 'destination'],
		['destinations', 'sealed_old_secret', 'destination'],
		['destination_requests', 'sealed_url', 'destination'],
	] as const;
	await storeSecrets(service);
	for (const [table, column, kind] of columns) {
		const sealed = Buffer.from(await other.seal(new Uint8Array(32), 'elsewhere'));
		const { sql } = at.sites;
		const [before] = await sql<{ sealed: Uint8Array }[]>`
			select ${sql(column)} as sealed from app.${sql(table)} where ${sql(column)} is not null`;
		const put = (bytes: Uint8Array) =>
			sql`update app.${sql(table)} set ${sql(column)} = ${bytes} where ${sql(column)} is not null`;
		await put(sealed);
		const check = await stored();
		expect(check, `${table}.${column}`).toMatchObject({
			ok: false,
			message: expect.stringContaining(`do not decrypt 1 of 5 stored secrets: ${kind} `),
			fix: expect.stringContaining('They were stored with another key.'),
		});
		await put(before!.sealed);
	}
	expect(await stored()).toMatchObject({ ok: true });
});

test('doctor does not generate missing secrets', async () => {
	expect((await doctor()).filter(({ name }) => /secrets/.test(name))).toMatchObject([
		{ name: 'secrets', ok: false },
	]);
	expect(existsSync(secretsFile(data))).toBe(false);
	const { service: _, ...others } = loadSecrets(data);
	const text = JSON.stringify(others);
	writeFileSync(secretsFile(data), text);
	expect(await stored()).toMatchObject({ ok: false, message: expect.stringContaining('no key') });
	expect(readFileSync(secretsFile(data), 'utf8')).toBe(text);
});

test('doctor waits for the migrations of an empty database', async () => {
	loadSecrets(data);
	const empty = `empty_${crypto.randomUUID().slice(0, 8)}`;
	await at.sites.sql`create database ${at.sites.sql(empty)} owner postgres`;
	config.database.url = withRole(at.sites.manageUrl, 'postgres', empty);
	expect(await stored()).toMatchObject({
		ok: true,
		message: 'They can be checked when the next start has applied the migrations.',
	});
	config.database.url = withRole(at.sites.manageUrl, 'postgres', `no_${empty}`);
	expect(await stored()).toMatchObject({
		ok: false,
		message: expect.stringMatching(/^They cannot be read: .*does not exist/),
	});
	await at.sites.sql`drop database ${at.sites.sql(empty)}`;
});

test('doctor reads all sites of a large service', thorough, async () => {
	loadSecrets(data);
	await at.sites.sql`
		with workspaces as (
			insert into app.workspaces (name) select 'Large' from generate_series(1, 3) returning id
		), made as (
			insert into app.sites (workspace_id, site_id, name)
			select w.id, 'site_' || left(replace(gen_random_uuid()::text, '-', ''), 12), 'Reports'
			from workspaces w, generate_series(1, 400)
			returning id
		)
		insert into app.proof_keys (site_id, kid, alg, sealed) select id, 'k1', 'HS256', '\\x01' from made`;
	const check = (await stored())!;
	expect(check.message).toMatch(/do not decrypt 1200 of 1200 .* and 1195 more\.$/);
});
