// A server with its own database replaces its encryption key while it runs, and is restored afterwards.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { configSchema } from '../../server/config/config-schema.ts';
import { loadSecrets, readSecrets } from '../../server/data/secrets.ts';
import { checkStoredSecrets } from '../../server/doctor/check-stored-secrets.ts';
import { root } from '../../server/layout/tree.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';
import { useDatabase } from '../../server/production/use-database.ts';
import { createKeyring } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { sealProofKey } from '../../supabase/functions/_shared/secrets/proof-key.ts';
import { startServerProcess } from './cluster/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-rehearse-key-'));
const publicUrl = 'https://feedback.example.com';
const data = join(folder, 'data');
const backups = join(folder, 'backups');
const keys = 20;

test('a running server continues with both keys, and a backup made during the rotation contains both', async () => {
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const options = { folder, publicUrl, settings: { backup: { to: backups } } };
	let server = await startServerProcess(options);
	onTestFinished(async () => void (await server.stop()));
	await server.ready();
	await storeProofKeys();
	const before = loadSecrets(data).service;

	const restart = async () => {
		await server.stop();
		server = await startServerProcess(options);
		await server.ready();
	};
	expect(await server.run('secrets', 'rotate')).toContain('Restart the server. Then run');
	await expect(server.run('secrets', 'rotate')).rejects.toThrow('Restart it first.');
	expect(await check(data)).toContain(`${keys} of them are not encrypted with the current key`);
	await restart();
	expect(await server.run('secrets', 'rotate')).toContain('the previous key is deleted');
	expect(await check(data)).toMatch(new RegExp(`decrypt all ${keys} stored secrets\\.$`));
	expect(readSecrets(data)).toMatchObject({
		service: before,
		sealing: { current: expect.any(String) },
	});

	// Without a server, one run completes the rotation.
	await server.stop();
	expect(await server.run('secrets', 'rotate')).toContain(`Encrypted ${keys} secrets again`);
	expect(await check(data)).toMatch(new RegExp(`decrypt all ${keys} stored secrets\\.$`));

	const restored = join(folder, 'restored');
	const command = [join(root, 'server/command/main.ts')];
	const config = ['--config', join(folder, 'restored.yaml')];
	await promisify(execFile)(process.execPath, [
		...command,
		...config,
		'restore',
		'--from',
		backups,
		'--data',
		restored,
	]);
	expect(existsSync(join(restored, 'postgres'))).toBe(true);
	expect(await check(restored)).toContain(`decrypt all ${keys} stored secrets.`);
}, 240_000);

const configOf = (of: string) => configSchema.parse({ public_url: publicUrl, data: of });

async function check(of: string): Promise<string> {
	const { ok, message } = await checkStoredSecrets(configOf(of));
	expect(ok, message).toBe(true);
	return message;
}

async function storeProofKeys(): Promise<void> {
	const secrets = loadSecrets(data);
	const keyring = createKeyring(secrets.service);
	await useDatabase(configOf(data), { secrets, log: () => undefined }, async ({ embedded }) => {
		const sql = connectDatabase(embedded!.adminUrl);
		const sites = await sql<{ id: string }[]>`
			with w as (insert into app.workspaces (name) values ('Large') returning id)
			insert into app.sites (workspace_id, site_id, name)
			select w.id, 'site_' || left(replace(gen_random_uuid()::text, '-', ''), 12), 'Reports'
			from w, generate_series(1, ${keys}::int) returning id`;
		for (const { id } of sites) {
			const bytes = crypto.getRandomValues(new Uint8Array(32));
			const sealed = await sealProofKey(keyring, id, 'k1', 'HS256', bytes);
			await sql`insert into app.proof_keys (site_id, kid, alg, sealed) values (${id}, 'k1', 'HS256', ${sealed})`;
		}
		await sql.end();
	});
}
