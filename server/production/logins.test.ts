import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { loadSecrets } from '../data/secrets.ts';
import { findFreePort } from '../ports/ports.ts';
import { prepareOwner } from '../postgres/cluster.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { ownerUrl } from '../postgres/database.ts';
import { type Postgres, startPostgres } from '../postgres/postgres.ts';
import { tuneForMachine } from '../postgres/tune-for-machine.ts';
import { ensureLogins, listMissingLogins, setLogins } from './logins.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-logins-'));
let running: Postgres;

beforeAll(async () => {
	running = await startPostgres({
		data: join(folder, 'postgres'),
		port: await findFreePort(),
		configuration: tuneForMachine({ memory: 256 * 1024 * 1024 }),
		settings: { fsync: 'off' },
	});
});
afterAll(async () => {
	await running.stop();
	rmSync(folder, { recursive: true });
});

test('roles that a restore created can sign in, and others keep their passwords', async () => {
	const secrets = loadSecrets(folder);
	await prepareOwner(running.url, secrets.owner);
	const options = { ownerUrl: ownerUrl(running.port, secrets.owner), secrets };
	const sql = connectDatabase(options.ownerUrl);
	await sql.script("create role feedback_ingest login password 'of another server'");
	const missing = await listMissingLogins(options.ownerUrl);
	expect(missing).toEqual(['feedback_manage', 'feedback_identity']);
	// As in a dump: without passwords.
	await sql.script('create role feedback_manage login; create role feedback_identity login');
	await setLogins(options, missing);
	const refused = 'refuses the password of feedback_ingest';
	await expect(ensureLogins({ ...options, replace: false })).rejects.toThrow(refused);
	await setLogins(options, ['feedback_ingest']);
	await ensureLogins({ ...options, replace: false });
	await sql.end();
});
