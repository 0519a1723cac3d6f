import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createDestination } from '../../supabase/tests/destinations.ts';
import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import { createSite } from '../../supabase/tests/sites.ts';
import { type DatabaseMetrics, measureDatabase } from './database-metrics.ts';

const registry = new Registry();
const lastMaintained = new Date('2026-06-15T12:00:00Z');
const daySeconds = 86_400;
let database: TestDatabase;
let metrics: DatabaseMetrics;

beforeAll(async () => {
	database = await createDatabase();
	metrics = measureDatabase(registry, {
		address: database.url('postgres'),
		lastMaintained: () => lastMaintained,
	});
});

afterAll(async () => {
	await metrics.stop();
	await database.close();
});

/** Value of a metric; `undefined` when it has none. */
async function read(name: string): Promise<number | undefined> {
	await metrics.collect();
	return (await registry.getSingleMetric(name)!.get()).values[0]?.value;
}

test('the partitions of two weeks exist, and nothing is overdue', async () => {
	expect(await read('feedback_database_up')).toBe(1);
	expect(await read('feedback_partitions_ahead_seconds')).toBe(14 * daySeconds);
	expect(await read('feedback_retention_overdue_seconds')).toBe(0);
	expect(await read('feedback_database_size_bytes')).toBeGreaterThan(1_000_000);
	expect(await read('feedback_maintenance_last_success_timestamp_seconds')).toBe(
		+lastMaintained / 1_000,
	);
});

test('a partition that should have been dropped, given the instance’s retention, is overdue', async () => {
	await database.admin`select app.create_day((now() at time zone 'UTC')::date - 40)`;
	expect(await read('feedback_retention_overdue_seconds')).toBe(9 * daySeconds);
	await database.admin`update app.instance_settings set event_days = 20`;
	expect(await read('feedback_retention_overdue_seconds')).toBe(19 * daySeconds);
});

test('the lag of messages is measured from the time when they could have been sent', async () => {
	const sql = database.admin;
	expect(await read('feedback_delivery_lag_seconds')).toBe(0);
	expect(await read('feedback_deliveries_waiting')).toBe(0);
	const site = await createSite(sql);
	const id = await createDestination(sql, site.id);
	const deliver = (due: string) => sql`
		insert into app.deliveries (site_id, destination_id, message_id, type, created_at, next_at)
		values (${site.id}, ${id}, app.mint_id(), 'response.closed', now(), now() + ${due}::interval)`;
	await deliver('1 hour');
	expect(await read('feedback_delivery_lag_seconds')).toBe(0);
	expect(await read('feedback_deliveries_waiting')).toBe(1);
	await deliver('-2 minutes');
	expect(await read('feedback_delivery_lag_seconds')).toBeCloseTo(120, -1);
	await sql`
		insert into app.outbox (site_id, id, type) values (${site.id}, app.mint_id(now() - interval '4 minutes'), 'prompt.paused')`;
	expect(await read('feedback_delivery_lag_seconds')).toBeCloseTo(240, -1);
	await sql`delete from app.outbox`;
	await sql`update app.destinations set state = 'paused', pause_cause = 'failing', paused_at = now() where id = ${id}`;
	// The messages are not due.
	expect(await read('feedback_delivery_lag_seconds')).toBe(0);
	expect(await read('feedback_deliveries_waiting')).toBe(2);
	const { values } = await registry.getSingleMetric('feedback_destinations_paused')!.get();
	expect(Object.fromEntries(values.map(({ labels, value }) => [labels['cause'], value]))).toEqual({
		person: 0,
		failing: 1,
		gone: 0,
	});
});

test('a metric that cannot be read has no value', async () => {
	await database.admin`alter function app.list_days rename to put_aside`;
	expect(await read('feedback_database_up')).toBe(0);
	expect(await read('feedback_partitions_ahead_seconds')).toBeUndefined();
	await database.admin`alter function app.put_aside rename to list_days`;
	expect(await read('feedback_partitions_ahead_seconds')).toBe(14 * daySeconds);
});
