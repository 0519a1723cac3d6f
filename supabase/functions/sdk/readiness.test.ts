import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createDatabase, type TestDatabase } from '../../tests/harness.ts';
import { call } from './database-errors.ts';
import { isReady } from './readiness.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
	await database.admin`select app.create_days(clock_timestamp())`;
});
afterAll(() => database.close());

it('is proved by a committed write', async () => {
	const read = async () => {
		const [row] = await database.admin`select at from app.write_probes`;
		return row!['at'] as Date;
	};
	const before = await read();
	expect(await isReady(database.ingest as never)).toBe(true);
	expect(Number(await read())).toBeGreaterThan(Number(before));
});

it('ends while the database accepts no writes', async () => {
	const sql = database.connect('feedback_ingest', { max: 1 });
	await sql`set default_transaction_read_only = on`;
	expect(await isReady(sql as never)).toBe(false);
	await sql`set default_transaction_read_only = off`;
	expect(await isReady(sql as never)).toBe(true);
});

it('ends for a while when there was no disk space for an event', async () => {
	const full = Object.assign(new Error('could not extend file'), { code: '53100' });
	await expect(call(Promise.reject(full))).rejects.toMatchObject({ code: 'unavailable' });
	expect(await isReady(database.ingest as never)).toBe(false);
	const now = performance.now();
	vi.spyOn(performance, 'now').mockReturnValue(now + 31_000);
	expect(await isReady(database.ingest as never)).toBe(true);
	vi.restoreAllMocks();
});
