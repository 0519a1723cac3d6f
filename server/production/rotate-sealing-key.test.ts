// With a database that several servers share; e2e/rehearse/sealing-key.test.ts tests a server with its own database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import {
	createKeyring,
	isSealedWith,
	type Keyring,
} from '../../supabase/functions/_shared/secrets/keyring.ts';
import { openProofKey, sealProofKey } from '../../supabase/functions/_shared/secrets/proof-key.ts';
import { openSites, type TestSites } from '../../supabase/functions/tests/sites.ts';
import { configSchema } from '../config/config-schema.ts';
import { lockData } from '../data/lock.ts';
import { loadSecrets, readSecrets, sealingSecrets } from '../data/secrets.ts';
import { checkStoredSecrets } from '../doctor/check-stored-secrets.ts';
import { startGateway } from '../gateway/gateway.ts';
import { root } from '../layout/tree.ts';
import { withRole } from '../postgres/cluster.ts';
import { rotateSealingKey, ServerNotRestarted } from './rotate-sealing-key.ts';

let sites: TestSites;
let data: string;
let databaseUrl: string;

beforeEach(async () => {
	sites = await openSites();
	data = mkdtempSync(join(tmpdir(), 'feedback-rotation-'));
	databaseUrl = withRole(sites.manageUrl, 'postgres');
});

afterEach(async () => {
	await sites.end();
	rmSync(data, { recursive: true });
});

const publicUrl = 'https://feedback.example.com';
const config = () =>
	configSchema.parse({ public_url: publicUrl, data, database: { url: databaseUrl } });
const options = { log: () => undefined, backUp: () => Promise.resolve() };
const rotate = () => rotateSealingKey(config(), options);

/** The keyring of a server that would start now. */
const keyringNow = () => {
	const secrets = loadSecrets(data);
	return createKeyring(secrets.service, sealingSecrets(secrets));
};

/** Stores proof keys, two for each site; resolves to a function that counts those that a keyring opens. */
async function storeKeys(count: number) {
	const { seal } = keyringNow();
	const made = await sites.sql<{ id: string }[]>`
		with w as (insert into app.workspaces (name) values ('Large') returning id)
		insert into app.sites (workspace_id, site_id, name)
		select w.id, 'site_' || left(replace(gen_random_uuid()::text, '-', ''), 12), 'Reports'
		from w, generate_series(1, ${count / 2}::int) returning id`;
	const bytes = crypto.getRandomValues(new Uint8Array(32));
	for (const { id } of made) {
		const [first, second] = await Promise.all(
			['k1', 'k2'].map((kid) => sealProofKey({ seal } as Keyring, id, kid, 'HS256', bytes)),
		);
		await sites.sql`insert into app.proof_keys (site_id, kid, alg, sealed)
			values (${id}, 'k1', 'HS256', ${first!}), (${id}, 'k2', 'HS256', ${second!})`;
	}
	const read = () => sites.sql<{ site: string; kid: string; sealed: Uint8Array }[]>`
		select site_id as site, kid, sealed from app.proof_keys`;
	return async (keyring: Keyring) => {
		const rows = await read();
		const keys = await Promise.all(
			rows.map(({ site, kid, sealed }) => openProofKey(keyring, site, kid, 'HS256', sealed)),
		);
		return {
			opened: keys.filter((key) => key !== undefined).length,
			current: rows.filter(({ sealed }) => isSealedWith(keyring.sealingKey, sealed)).length,
		};
	};
}

test('a rotation that was killed is finished by the next run', thorough, async () => {
	const before = keyringNow();
	const count = await storeKeys(20);
	expect(await rotate()).toEqual({ step: 'announced' });
	expect(keyringNow().sealingKey).toEqual(before.sealingKey);
	expect(await rotate()).toEqual({ step: 'activated' });
	const during = keyringNow();
	expect(await count(during)).toEqual({ opened: 20, current: 0 });

	const command = [join(root, 'server/command/main.ts'), 'secrets', 'rotate'];
	const env = {
		FEEDBACK_PUBLIC_URL: publicUrl,
		FEEDBACK_DATA: data,
		FEEDBACK_DATABASE_URL: databaseUrl,
		PATH: process.env['PATH'],
	};
	// The process waits for this row in the middle of the rotation.
	const [middle] = await sites.sql`select id from app.sites order by id::text offset 4 limit 1`;
	let release = () => undefined as void;
	const released = new Promise<void>((resolve) => (release = resolve));
	const locked = sites.sql.begin(async (sql) => {
		await sql`select from app.proof_keys where site_id = ${middle!['id'] as string} for update`;
		await released;
	});
	const child = spawn(process.execPath, command, { env });
	const ended = once(child, 'exit');
	const current = async () => (await count(during)).current;
	await expect.poll(current, { timeout: 30_000 }).toBe(8);
	child.kill('SIGKILL');
	expect(await ended).toEqual([null, 'SIGKILL']);
	release();
	await locked;
	expect(await count(during)).toEqual({ opened: 20, current: 8 });
	const check = await checkStoredSecrets(config());
	expect(check).toMatchObject({
		ok: true,
		message: expect.stringContaining(`12 of them are not encrypted with the current key yet`),
	});

	expect(await rotate()).toEqual({ step: 'finished', resealed: 12, unreadable: 0 });
	expect(readSecrets(data)!.sealing).toEqual({ current: expect.any(String) });
	expect(await count(keyringNow())).toEqual({ opened: 20, current: 20 });
	expect((await count(before)).opened).toBe(0);
});

test('a rotated key can be rotated again', async () => {
	const count = await storeKeys(2);
	const replaceKey = async () => {
		for (let step = 0; step < 3; step++) await rotate();
		return keyringNow();
	};
	const first = await replaceKey();
	const second = await replaceKey();
	expect(second.sealingKey).not.toEqual(first.sealingKey);
	expect(await count(second)).toEqual({ opened: 2, current: 2 });
	expect((await count(first)).opened).toBe(0);
});

test('a running server must be restarted before the new key is used', async () => {
	await using cleanup = new AsyncDisposableStack();
	const gateway = await startGateway({ listen: 0, token: 'running' });
	cleanup.defer(() => gateway.stop());
	let lock = await lockData(data, gateway.url, 'running');
	cleanup.defer(() => lock.release());
	await rotate();
	await expect(rotate()).rejects.toThrow('does not know the new key yet. Restart it first.');
	expect(readSecrets(data)!.sealing).toMatchObject({ current: null, next: expect.any(String) });
	lock.release();
	lock = await lockData(data, gateway.url, 'running');
	expect(await rotate()).toEqual({ step: 'activated' });
	await expect(rotate()).rejects.toBeInstanceOf(ServerNotRestarted);
	lock.release();
	lock = await lockData(data, gateway.url, 'running');
	// A start reads the secrets, and must not look like a change of them.
	loadSecrets(data);
	expect(await rotate()).toMatchObject({ step: 'finished' });
});
