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

it.each([
	['contains', 'API', true],
	['not_contains', 'API', false],
	['contains', 'tea', false],
])('choices meet %s %s, for destinations and for filters', async (op, value, expected) => {
	const condition = database.admin.json({ answer: 'tools', op, value });
	const answers = database.admin.json({ tools: ['API', 'Slack'] });
	const [row] = await database.admin`
		select app.meets_condition(c.path::jsonpath, c.vars, ${answers}, '{}', null, now()) as sent,
			jsonb_path_match(app.fold_answer(${answers}, 'tools'), app.filter_path(${condition}),
				app.filter_vars(${condition}), true) as listed
		from app.compile_destination_condition(${condition}, '{}') c`;
	expect(row).toEqual({ sent: expected, listed: expected });
});
