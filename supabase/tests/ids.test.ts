import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

it('orders the IDs of one millisecond by their microseconds', async () => {
	const [row] = await database.admin<{ ordered: boolean; milliseconds: number }[]>`
		with ids as (
			select us, app.mint_id('2026-06-15T12:00:00.123Z'::timestamptz + us * interval '1 microsecond') as id
			from generate_series(0, 999) as us
		)
		select bool_and(id > previous is not false) as ordered,
			count(distinct left(id::text, 13))::integer as milliseconds
		from (select id, lag(id) over (order by us) as previous from ids) t`;
	expect(row).toEqual({ ordered: true, milliseconds: 1 });
});

it('creates version 7 of the standard, with the time and random bits', async () => {
	const ids = await database.admin<{ id: string; lowest: boolean }[]>`
		select id, id >= app.id_from('2026-06-15T12:00:00.123Z') as lowest
		from (select app.mint_id('2026-06-15T12:00:00.123Z') as id from generate_series(1, 100)) t`;
	const time = Date.parse('2026-06-15T12:00:00.123Z').toString(16).padStart(12, '0');
	for (const { id, lowest } of ids) {
		expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
		expect(id.replace('-', '').slice(0, 12)).toBe(time);
		expect(lowest).toBe(true);
	}
	expect(new Set(ids.map(({ id }) => id)).size).toBe(100);
});
