import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { endWaiting } from '../../supabase/tests/end-waiting.ts';
import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { localhostCertificate } from '../../supabase/tests/localhost-certificate.ts';
import { restoreAuthFunctions } from './cluster.ts';
import { completeDatabase, loginSettings, replicaSettings } from './database.ts';
import { readDatabaseAddress } from './database-address.ts';
import { compareMigrations } from './other-versions.ts';
import { loadSecrets } from '../data/secrets.ts';

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'feedback-database-'));

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(async () => {
	await database.close();
	rmSync(folder, { recursive: true });
});

test('a database in which a migration has a different text is refused with the migration’s name', async () => {
	const refuse = () => compareMigrations(database.admin);
	await expect(refuse()).resolves.toContain('20261128000000');
	await database.admin`
		update supabase_migrations.schema_migrations set statements = array_append(statements, 'select 1')
		where version = '20261128000000'`;
	await expect(refuse()).rejects.toThrow('20261128000000_roles_and_schemas.sql changed since');
	await database.admin`
		update supabase_migrations.schema_migrations set statements = trim_array(statements, 1)
		where version = '20261128000000'`;
	await expect(refuse()).resolves.toContain('20261128000000');
});

test('a database of a newer version is refused with the reason', async () => {
	await database.admin`
		insert into supabase_migrations.schema_migrations (version, name) values ('20990101000000', 'later')`;
	const made = completeDatabase(database.url('postgres', false), loadSecrets(folder));
	await expect(made).rejects.toThrow(
		'The data was made by a newer version of Feedback: this one does not have 20990101000000_later.',
	);
});

test('the functions get addresses with their own roles and the owner’s encryption', () => {
	const logins = { ingest: 'one', manage: 'two' };
	expect(loginSettings('postgres://owner:secret@127.0.0.1:54322/postgres', logins)).toEqual({
		FEEDBACK_INGEST_URL: 'postgres://feedback_ingest:one@127.0.0.1:54322/postgres?sslmode=disable',
		FEEDBACK_MANAGE_URL: 'postgres://feedback_manage:two@127.0.0.1:54322/postgres?sslmode=disable',
	});
	const caFile = join(folder, 'ca.pem');
	writeFileSync(caFile, localhostCertificate);
	const url = `postgres://owner:secret@db.example/feedback?sslrootcert=${caFile}`;
	expect(loginSettings(url, logins)).toEqual({
		FEEDBACK_INGEST_URL: 'postgres://feedback_ingest:one@db.example/feedback?sslmode=verify-full',
		FEEDBACK_MANAGE_URL: 'postgres://feedback_manage:two@db.example/feedback?sslmode=verify-full',
		FEEDBACK_DATABASE_CA: localhostCertificate,
	});
	const replicaUrl = 'postgres://reader:x@replica.example/feedback';
	const replica = { url: replicaUrl, address: readDatabaseAddress(replicaUrl, caFile) };
	expect(replicaSettings(replica, logins)).toEqual({
		FEEDBACK_REPLICA_URL:
			'postgres://feedback_manage:two@replica.example/feedback?sslmode=verify-full',
	});
	expect(() => loginSettings('postgres://owner@%2Frun%2Fpostgresql/feedback', logins)).toThrow(
		'The functions connect over TCP',
	);
});

test('a connection that is lost during a statement fails the start without further waiting', async () => {
	await database.admin.begin(async (sql) => {
		await sql`alter function auth.uid() stable`;
		const restored = restoreAuthFunctions(database.url('supabase_admin', false));
		const failed = expect(restored).rejects.toThrow();
		await endWaiting(database.admin, 1);
		await failed;
	});
});
