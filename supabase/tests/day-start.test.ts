import { afterAll, beforeAll, expect, it } from 'vitest';

import vectors from '../../contract/vectors/meaning.json' with { type: 'json' };
import { createDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

it.each(vectors.days.cases)('$day in $zone begins at $start', async ({ zone, day, start }) => {
	const [row] = await database.admin`select app.day_start(${day}::date, ${zone}) as start`;
	expect(row!['start']).toEqual(new Date(start));
});

it('a day begins at its first instant in every time zone, around every change of the clocks', async () => {
	const wrong = await database.admin`
		with zones as (select name from pg_timezone_names where name not like 'posix/%' and name not like 'right/%'),
		noons as (select g as at from generate_series('2024-01-01 12:00Z'::timestamptz, '2028-12-31 12:00Z', interval '1 day') g),
		changes as (
			select z.name, n.at from zones z, noons n
			where app.zone_offset(n.at, z.name) <> app.zone_offset(n.at - interval '1 day', z.name)
		),
		days as (select distinct c.name, (c.at at time zone c.name)::date + d as day from changes c, generate_series(-1, 1) d),
		starts as (select name, day, app.day_start(day, name) as start from days)
		select name, day::text, start from starts
		where (start at time zone name)::date <> day or ((start - interval '1 microsecond') at time zone name)::date = day`;
	expect([...wrong]).toEqual([]);
}, 120_000);
