import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startCells, type TestCells } from '../../testing/start-cells.ts';
import { measureCells } from '../metrics/cell-metrics.ts';
import { beatHome } from '../postgres/cells/beat-home.ts';
import { readDatabaseAddress } from '../postgres/database-address.ts';
import { checkCells } from './check-cells.ts';

let databases: TestCells;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	databases = await startCells();
	cleanup.defer(() => databases.close());
	const beating = beatHome(databases.home.url('postgres'), () => undefined);
	cleanup.defer(() => beating.stop());
}, 240_000);
afterAll(() => cleanup.disposeAsync());

const nowhere = 'postgres://owner:x@127.0.0.1:1/feedback';
const one = () => databases.cells.one.url('postgres');

async function check(url: string, name = 'one') {
	const [found] = await checkCells({
		url: databases.home.url('postgres'),
		cells: { [name]: url },
		pooled: false,
		pool_size: 8,
	});
	return found;
}

test('a cell with what home changed passes, and one that gets nothing fails', async () => {
	await expect.poll(() => check(one())).toMatchObject({ name: 'cell one', ok: true });
	await databases.cells.one.setCopying(false);
	await expect
		.poll(() => check(one()), { timeout: 10_000 })
		.toMatchObject({ ok: false, message: expect.stringContaining('does not get') as string });
	await databases.cells.one.setCopying(true);
	await expect.poll(() => check(one()), { timeout: 10_000 }).toMatchObject({ ok: true });
});

test.each([
	['nothing', () => nowhere, 'cannot be used'],
	['home', () => databases.home.url('postgres'), 'no cell of this home'],
	['another cell', () => databases.cells.two.url('postgres'), 'no cell of this home'],
])('the URL of %s fails with a fix', async (_, url, message) => {
	expect(await check(url())).toMatchObject({
		ok: false,
		message: expect.stringContaining(message) as string,
		fix: expect.stringMatching(/\w/) as string,
	});
});

test('a cell that lacks a migration fails, and so does one from which nothing can move', async () => {
	const { admin } = databases.cells.one;
	const [last] = await admin<{ version: string }[]>`
		delete from supabase_migrations.schema_migrations
		where version = (select max(version) from supabase_migrations.schema_migrations) returning version`;
	expect(await check(one())).toMatchObject({
		message: expect.stringContaining('migrations') as string,
	});
	await admin`insert into supabase_migrations.schema_migrations (version) values (${last!.version})`;
	await admin`revoke set on parameter session_replication_role from postgres`;
	expect(await check(one())).toMatchObject({ fix: expect.stringContaining('grant set') as string });
	await admin`grant set on parameter session_replication_role to postgres`;
});

test('without cells there is nothing to check', async () => {
	const database = { url: nowhere, cells: {}, pooled: false, pool_size: 8 };
	expect(await checkCells(database)).toEqual([]);
});

test('the metrics show which cell is down or late, and the workspaces of each database', async () => {
	await databases.home.admin`insert into app.workspaces (name) values ('Team')`;
	const registry = new Registry();
	const metrics = measureCells(registry, {
		home: readDatabaseAddress(databases.home.url('postgres')),
		cells: [
			{ name: 'one', address: readDatabaseAddress(one()) },
			{ name: 'two', address: readDatabaseAddress(nowhere) },
		],
	});
	await metrics.collect();
	await metrics.stop();
	const values = async (name: string) => {
		const { values: found } = await registry.getSingleMetric(name)!.get();
		return Object.fromEntries(found.map(({ labels, value }) => [String(labels['cell']), value]));
	};
	expect(await values('feedback_cell_up')).toEqual({ one: 1, two: 0 });
	expect(await values('feedback_cell_workspaces')).toEqual({ home: 1, one: 0, two: 0 });
	expect(await values('feedback_cell_apply_errors')).toEqual({ one: 0 });
	const { one: lag } = await values('feedback_cell_lag_seconds');
	expect(lag).toBeLessThan(2);
});
