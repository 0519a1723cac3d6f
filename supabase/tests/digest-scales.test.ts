// A digest counts scores only where a revision or variant asked the question as the published revision does.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createDestination } from './destinations.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { createSite, publishPrompt } from './sites.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

it('leaves out scores on another scale', async () => {
	const { admin } = database;
	const site = await createSite(admin);
	const prompt = await publishPrompt(admin, site.id, {
		questions: [{ id: 'ease', type: 'rating', title: 'How easy was it?', scale: 5 }],
	});
	await admin`set session_replication_role = replica`;
	await admin`
		insert into app.revisions (site_id, prompt_id, number, content, created_by)
		select site_id, prompt_id, 2, jsonb_set(content, '{questions,0,scale}', '10'), created_by
		from app.revisions where site_id = ${site.id} and prompt_id = ${prompt.id}`;
	await admin`
		update app.prompts set published_revision = 2 where site_id = ${site.id} and id = ${prompt.id}`;
	await admin`set session_replication_role = origin`;
	const answered = [
		{ revision: 1, score: 5, days: 1 },
		{ revision: 2, score: 9, days: 1 },
		{ revision: 2, score: 9, days: 8 },
	];
	for (const { revision, score, days } of answered) {
		await admin`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site.id}, app.mint_id(), ${prompt.id}, ${revision}, 1, true, ${admin.json({ ease: score })}, '{}', at, at
			from (select now() - ${days}::int * interval '1 day' as at) t`;
	}
	const destination = await createDestination(admin, site.id);
	type Digest = { prompts: { responses: number; scores: unknown[] }[] };
	const [row] = await admin<{ digest: Digest }[]>`
		select app.read_digest(${site.id}, ${destination}, now() - interval '7 days', now()) as digest`;
	expect(row!.digest.prompts).toMatchObject([
		{ responses: 2, scores: [{ question: 'ease', value: 9, new: 1, before: 1 }] },
	]);
});
