import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../tests/harness.ts';
import { refuseChanged } from './changed-migrations.ts';
import { completeDatabase } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

test('a database that another text of a migration has made is refused by its name', async () => {
	const refuse = () => refuseChanged(database.admin);
	await expect(refuse()).resolves.toBeUndefined();
	await database.admin`
		update supabase_migrations.schema_migrations set statements = array_append(statements, 'select 1')
		where version = '20261120000100'`;
	await expect(refuse()).rejects.toThrow('20261120000100_roles_and_schemas.sql changed since');
	await database.admin`
		update supabase_migrations.schema_migrations set statements = trim_array(statements, 1)
		where version = '20261120000100'`;
	await expect(refuse()).resolves.toBeUndefined();
});

test('a database with a migration that the tree lacks is not taken for complete', async () => {
	await database.admin`
		insert into supabase_migrations.schema_migrations (version, name) values ('20990101000000', 'later')`;
	const secrets = {
		jwt: '',
		service: '',
		ingest: '',
		manage: '',
		demo: { email: '', password: '' },
	};
	await expect(completeDatabase(database.url('supabase_admin', false), secrets)).rejects.toThrow(
		'20990101000000',
	);
});
