// Recomputes the figures of every prompt of the demo in Python, from exported files.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { connectDatabase } from '../../../server/postgres/connect.ts';
import { demoSite, seedDemo } from '../../../supabase/seed.ts';
import { seedVisits } from '../../../supabase/seed-visits.ts';
import { openManage, type TestManage } from '../../../supabase/functions/tests/manage.ts';
import { signIn, type TestPerson } from '../../../supabase/functions/tests/people.ts';
import { createDatabase, type TestDatabase } from '../../../supabase/tests/harness.ts';
import { compareFigures } from './compare-figures.ts';
import { readShared, recomputePrompt } from './recompute-prompt.ts';

const site = demoSite.id;
let database: TestDatabase;
let manage: TestManage;
let person: TestPerson;
let zone: string;

beforeAll(async () => {
	database = await createDatabase();
	manage = openManage(database.url('feedback_manage'));
	person = await signIn();
	const sql = connectDatabase(database.url('postgres'), { max: 2 });
	await seedDemo(sql, { id: person.id, email: person.email });
	await seedVisits(sql, person.id);
	await sql.end();
	const { body } = await manage.ask(person, 'getSettings', { site });
	zone = body.time_zone;
});

afterAll(async () => {
	await manage?.end();
	await database?.close();
});

it('computes the figures of every prompt that the API returns', async () => {
	const { body } = await manage.ask(person, 'listPrompts', { site, limit: 50, content: false });
	let responses = 0;
	let figures = 0;
	for (const { id: prompt, survey_id } of body.items) {
		const asked = { time_zone: zone, now: new Date().toISOString() };
		const { csv, xlsx, ...theirs } = await recomputePrompt(
			{ manage, member: person, site, prompt },
			asked,
		);
		const ours = await readOurs(prompt);
		const rows = compareFigures(ours, theirs);
		expect(
			rows.filter(({ equal }) => !equal),
			survey_id,
		).toEqual([]);
		const summary = ours['summary'] as { responses: number };
		expect(csv, survey_id).toMatchObject({ rows: summary.responses });
		expect(xlsx, survey_id).toMatchObject({ wrong: [], formulas: 0 });
		responses += summary.responses;
		figures += rows.length;
	}
	expect(figures).toBeGreaterThan(1_000);
	expect(responses).toBeGreaterThan(100);
});

async function readOurs(prompt: string): Promise<Record<string, unknown>> {
	const read = async (...args: Parameters<TestManage['ask']>) => {
		const { status, body } = await manage.ask(...args);
		expect(status, JSON.stringify(body)).toBeLessThan(300);
		return body as Record<string, unknown>;
	};
	const link = await read(person, 'createResultLink', { site, prompt, name: 'All', words: true });
	return {
		summary: await read(person, 'summarizeResponses', { site, prompt }),
		'rates by plan': await read(person, 'getResponseRates', { site, prompt, by: 'trait:plan' }),
		'rates by hour': await read(person, 'getResponseRates', { site, prompt, by: 'hour' }),
		'repeat answers': (await read(person, 'getRepeatAnswers', { site, prompt }))['questions'],
		shared: await readShared(manage, link['url'] as string),
	};
}
