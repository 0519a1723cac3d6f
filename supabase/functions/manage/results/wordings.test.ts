// Results name what visitors saw: never a draft, and every wording with its answers.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'missing',
		questions: [{ id: 'what', type: 'short_text', title: 'What was missing?' }],
	});
	await answer(1, ['a', 'b', 'c', 'd', 'e', 'f']);
});
afterAll(() => team.end());

async function answer(revision: number, texts: string[]) {
	for (const what of texts) {
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			values (${site}, gen_random_uuid(), ${prompt}, ${revision}, 1, true, ${team.sites.sql.json({ what })}, '{}', now(), now())`;
	}
}

async function save(title: string) {
	const content = writePrompt({
		survey_id: 'missing',
		questions: [
			{ id: 'what', type: 'short_text', title },
			{ id: 'recommend', type: 'nps', title: 'Recommend?' },
		],
	});
	const saved = await team.manage.ask(team.editor, 'saveRevision', { site, prompt, content });
	expect(saved.status).toBe(200);
	return saved.body.revision;
}

async function summarize() {
	const { body } = await team.manage.ask(team.viewer, 'summarizeResponses', { site, prompt });
	return body.questions.map(({ id, title, revisions, wordings }) => {
		return { id, title, revisions, wordings };
	});
}

it('a saved draft changes nothing, and a published one is listed beside the wording before it', async () => {
	const before = await summarize();
	expect(before).toEqual([
		{ id: 'what', title: 'What was missing?', revisions: [1], wordings: [] },
	]);
	const revision = await save('What do you love about us?');
	expect(await summarize()).toEqual(before);
	const csv = await team.manage.ask(team.viewer, 'exportResponses', { site, prompt });
	expect(String(csv.body).split('\r\n')[0]).not.toContain('recommend');

	await team.manage.ask(team.owner, 'publishPrompt', { site, prompt, revision });
	await answer(revision, ['g', 'h']);
	expect(await summarize()).toEqual([
		{
			id: 'what',
			title: 'What do you love about us?',
			revisions: [revision, 1],
			wordings: [
				{ title: 'What do you love about us?', revisions: [revision], variants: [], answered: 2 },
				{ title: 'What was missing?', revisions: [1], variants: [], answered: 6 },
			],
		},
		{ id: 'recommend', title: 'Recommend?', revisions: [revision], wordings: [] },
	]);
});

it('a prompt that was never published has results without questions', async () => {
	const content = writePrompt({ survey_id: 'draft' });
	const created = await team.manage.ask(team.editor, 'createPrompt', { site, content });
	const { status, body } = await team.manage.ask(team.viewer, 'summarizeResponses', {
		site,
		prompt: created.body.id,
	});
	expect([status, body.responses, body.questions]).toEqual([200, 0, []]);
	const missing = await team.manage.ask(team.viewer, 'summarizeResponses', {
		site,
		prompt: crypto.randomUUID(),
	});
	expect(missing.status).toBe(404);
});
