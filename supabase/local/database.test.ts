import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../tests/harness.ts';
import { completeDatabase } from './database.ts';

let database: TestDatabase;

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

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
