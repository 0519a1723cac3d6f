import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { createSite } from '../../supabase/tests/sites.ts';
import { newVisit } from '../../supabase/tests/visits.ts';
import { report } from '../../supabase/tests/caller.ts';
import { buildIndexes } from './build-indexes.ts';
import { connectDatabase } from './connect.ts';
import { applyMigrations } from './migrate.ts';

let database: TestDatabase;
const folder = mkdtempSync(join(tmpdir(), 'feedback-indexes-'));
const schemas = join(folder, 'schemas');
beforeAll(async () => {
	mkdirSync(schemas);
	database = await createDatabase();
	await database.admin`truncate supabase_migrations.schema_migrations, supabase_migrations.code_files`;
});
afterAll(async () => {
	await database.close();
	rmSync(folder, { recursive: true });
});

const text = '-- concurrently\ncreate index events_by_path on app.events (site, path);\n';
const owner = () => database.url('postgres', false);

const readIndexes = async () => [
	...(await database.admin<{ valid: boolean; partitions: number }[]>`
		select i.indisvalid as valid, count(p.inhrelid)::int as partitions
		from pg_index i left join pg_inherits p on p.inhparent = i.indexrelid
		where i.indexrelid = to_regclass('app.events_by_path') group by 1`),
];
const countDays = async () => {
	const [row] = await database.admin<{ days: number }[]>`
		select count(*)::int as days from pg_inherits where inhparent = 'app.events'::regclass`;
	return row!.days;
};

test('an index on events is built one day after the other, beside open transactions that write', async () => {
	const site = await createSite(database.admin);
	const writer = database.connect('supabase_admin', { max: 1, pooled: false });
	await report(database.ingest, newVisit(site.id), 'first');
	writeFileSync(join(folder, '20300101000000_events_by_path.sql'), text);
	const done = applyMigrations(owner(), { folder, schemas });
	await writer`select 1`;
	await report(database.ingest, newVisit(site.id), 'second');
	expect(await done).toEqual(['20300101000000_events_by_path.sql']);
	expect(await readIndexes()).toEqual([{ valid: true, partitions: await countDays() }]);
	const [owned] = await database.admin`
		select relowner::regrole::text as owner from pg_class where oid = 'app.events_by_path'::regclass`;
	expect(owned).toEqual({ owner: 'feedback_owner' });
	expect(await applyMigrations(owner(), { folder, schemas })).toEqual([]);
});

test('a build that was interrupted is continued: invalid indexes are built again, valid ones are kept', async () => {
	await database.admin`drop index app.events_by_path`;
	const days = await database.admin<{ day: string }[]>`
		select p.relname as day from pg_inherits i join pg_class p on p.oid = i.inhrelid
		where i.inhparent = 'app.events'::regclass order by 1 limit 2`;
	const [kept, interrupted] = days.map(({ day }) => `${day}_events_by_path`);
	for (const { day } of days) {
		await database.admin.unsafe(
			`create index ${day}_events_by_path on app_days.${day} (site, path)`,
		);
	}
	// What a killed build leaves.
	await database.admin`
		update pg_index set indisvalid = false where indexrelid = ${`app_days.${interrupted}`}::regclass`;
	const readId = async (name: string) =>
		(await database.admin`select to_regclass(${`app_days.${name}`})::oid::int as id`)[0]!['id'];
	const [keptId, interruptedId] = [await readId(kept!), await readId(interrupted!)];
	const sql = connectDatabase(owner());
	await buildIndexes(sql, text);
	await sql.end();
	expect(await readIndexes()).toEqual([{ valid: true, partitions: await countDays() }]);
	expect(await readId(kept!)).toBe(keptId);
	expect(await readId(interrupted!)).not.toBe(interruptedId);
}, 60_000);

test('a concurrent migration with anything but indexes is refused with the statement', async () => {
	const sql = connectDatabase(owner());
	await expect(buildIndexes(sql, 'alter table app.events add column note text;')).rejects.toThrow(
		/may only contain “create index name on app.table \(…\)”, not: alter table app.events/,
	);
	await sql.end();
});
