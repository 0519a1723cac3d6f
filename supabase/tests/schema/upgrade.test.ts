// A database that an earlier release created and that was upgraded equals a new one, and still has its rows.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres, { type Sql } from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { thorough } from '../../../testing/thorough.ts';
import { readReleased } from '../../../server/postgres/released-migrations.ts';
import { withRole } from '../../../server/postgres/cluster.ts';
import { createPartitions } from '../../../server/postgres/maintain.ts';
import { connectDatabase } from '../../../server/postgres/connect.ts';
import { applyMigrations } from '../../../server/postgres/migrate.ts';
import { listMigrations } from '../../../server/postgres/migrations.ts';
import { createDatabase } from '../harness.ts';
import { readSchema } from './read-schema.ts';

const migrations = listMigrations();
const released = readReleased(join(import.meta.dirname, '../../migrations'));
const releases = [...new Set(Object.values(released).map(({ release }) => release))];

/** Migrations in a database of a release; the versions of releases increase in the order of the list. */
function migrationsOf(release: string): typeof migrations {
	const known = releases.slice(0, releases.indexOf(release) + 1);
	return migrations.filter(({ name }) => known.includes(released[name]?.release ?? ''));
}

/** Starting points of upgrades. Before the first release, the middle of its migrations. */
const starts: [string, typeof migrations][] =
	releases.length > 0
		? releases.map((release) => [release, migrationsOf(release)])
		: [['the middle of the first release', migrations.slice(0, migrations.length / 2)]];

const root = postgres(inject('cluster'), { max: 1, onnotice() {} });
let name: string;
let folder: string;
let admin: Sql;
beforeEach(async () => {
	name = `test_upgrade_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
	folder = mkdtempSync(join(tmpdir(), 'feedback-upgrade-'));
	await root.unsafe(`create database ${name} owner postgres`);
	admin = postgres(withRole(inject('cluster'), 'supabase_admin', name), { max: 1, onnotice() {} });
});
afterEach(async () => {
	await admin.end();
	await root.unsafe(`drop database ${name} with (force)`);
	rmSync(folder, { recursive: true });
});
afterAll(() => root.end());

/** Creates sites with the default rate limits, with their own, and with the instance's. */
async function createSites(): Promise<void> {
	await admin`
		insert into app.sites (workspace_id, name, settings)
		select w.id, s.name, s.settings::jsonb from app.workspaces w, (values
			('a', '{}'),
			('b', '{"rate_limits": {"site": {"per_second": 200}, "subject": {"per_second": 3, "burst": 40}}}'),
			('c', '{"rate_limits": {"site": {"per_second": 4000, "burst": 9000}, "address": {"burst": 90}}}')
		) s (name, settings)`;
	await admin`select app.change_instance_settings('{"rate_limits": {"site": {"per_second": 300}}}')`;
}

async function readRateLimits(): Promise<unknown[]> {
	return [
		...(await admin`
			select s.name, l.* from app.rate_limits l join app.sites s on s.id = l.site_id order by s.name`),
	];
}

describe('an upgrade', () => {
	it.each(starts)('from %s', async (_, first) => {
		for (const migration of first) cpSync(migration.path, join(folder, migration.name));
		const owner = withRole(inject('cluster'), 'postgres', name);
		await applyMigrations(owner, { folder });
		await admin`insert into app.workspaces (name) values ('Kept')`;
		await createSites();
		const limitsBefore = await readRateLimits();
		const rest = migrations.slice(first.length).map((migration) => migration.name);
		expect(await applyMigrations(owner)).toEqual(rest);
		const fresh = await createDatabase();
		try {
			expect(await readSchema(admin)).toBe(await readSchema(fresh.admin));
		} finally {
			await fresh.close();
		}
		expect(await readRateLimits()).toEqual(limitsBefore);
		const sql = connectDatabase(owner);
		await createPartitions(sql);
		await sql.end();
		expect([...(await admin`select name from app.workspaces`)]).toEqual([{ name: 'Kept' }]);
	});

	it(
		'that adds a function by accident, because a parameter is new, differs from a new database',
		thorough,
		async () => {
			const owner = withRole(inject('cluster'), 'postgres', name);
			await applyMigrations(owner);
			const before = await readSchema(admin);
			const sql = postgres(owner, { max: 1, onnotice() {} });
			await sql.unsafe(`create or replace function app.epoch(p_at timestamptz, p_digits integer) returns numeric
			language sql immutable set search_path = '' as 'select 1.0'`);
			await sql.end();
			const after = await readSchema(admin);
			const added = after.split('\n').filter((line) => !before.includes(line));
			expect(added.join('\n')).toContain('(timestamp with time zone,integer) owner to postgres;');
			expect(added.join('\n')).toContain('(timestamp with time zone,integer) to public;');
		},
	);
});
