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
	const [day] = await database.admin<{ name: string }[]>`
		select tableoid::regclass::text as name from app.events limit 1`;
	const holder = database.connect('supabase_admin', { max: 1, pooled: false });
	const blocker = await holder.reserve();
	await blocker`begin`;
	await blocker.unsafe(`lock table ${day!.name} in row exclusive mode`);
	const sql = connectDatabase(owner());
	const building = buildIndexes(sql, text).catch((error: unknown) => error);
	const waiting = async () =>
		(
			await database.admin<{ pid: number }[]>`
			select pid from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock'`
		)[0]?.pid;
	await expect.poll(waiting, { timeout: 30_000 }).toBeDefined();
	await database.admin`select pg_terminate_backend(${(await waiting())!})`;
	expect(await building).toBeInstanceOf(Error);
	await blocker`rollback`;
	blocker.release();
	expect(await readIndexes()).toEqual([expect.objectContaining({ valid: false })]);
	await buildIndexes(sql, text);
	expect(await readIndexes()).toEqual([{ valid: true, partitions: await countDays() }]);
	await sql.end();
}, 60_000);

test('a concurrent migration with anything but indexes is refused with the statement', async () => {
	const sql = connectDatabase(owner());
	await expect(buildIndexes(sql, 'alter table app.events add column note text;')).rejects.toThrow(
		/may only contain “create index name on app.table \(…\)”, not: alter table app.events/,
	);
	await sql.end();
});
