import { afterAll, beforeAll, expect, it } from 'vitest';

import vectors from '../../contract/vectors/meaning.json' with { type: 'json' };
import { createDatabase, type TestDatabase } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

it.each(vectors.folded.cases)('$text is searched as $folded', async ({ text, folded }) => {
	const [row] = await database.admin`select app.fold_text(${text}) as folded`;
	expect(row!['folded']).toBe(folded);
});

it.each([
	['contains', 'CAFE\u0301', true],
	['not_contains', 'CAFE\u0301', false],
	['starts_with', 'ｍｅｉｎ', true],
	['contains', 'tea', false],
])('a destination compares %s %s as searches do', async (op, value, expected) => {
	const condition = { answer: 'why', op, value };
	const [row] = await database.admin`
		select app.meets_condition(c.path::jsonpath, c.vars, ${database.admin.json({ why: 'Mein Café', score: 3 })}, '{}', null, now()) as met
		from app.compile_destination_condition(${database.admin.json(condition)}, '{}') c`;
	expect(row!['met']).toBe(expected);
});
