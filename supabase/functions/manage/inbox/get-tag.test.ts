// The share of a tag by week and by score.
import { afterAll, beforeAll, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;

const monday = startOfWeek(Date.now());
const day = 86_400_000;

beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'share',
		language: 'en',
		questions: [
			{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
});
afterAll(() => team.end());

function startOfWeek(now: number): number {
	const date = new Date(now);
	const today = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
	return today - ((date.getUTCDay() + 6) % 7) * 86_400_000;
}

async function respond(at: number, score: number | undefined, tags: string[] = []) {
	const response = mintUuidv7(at);
	const { sql } = team.sites;
	const answers = { why: 'Slow', ...(score !== undefined && { score }) };
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${response}, ${prompt}, 1, 1, true, ${sql.json(answers)}, '{}', ${new Date(at)}, ${new Date(at)})`;
	await team.manage.ask(team.editor, 'updateTextAnswer', {
		site,
		response,
		question: 'why',
		add_tags: tags,
	});
}

it('is counted over whole weeks of the site, and by the score of the same response', async () => {
	await respond(monday - 8 * day, 9, ['Slow']);
	await respond(monday - 7 * day, 2, ['Slow']);
	await respond(monday - 6 * day, 10);
	await respond(monday - 1, 7, ['Slow', 'Other']);
	await respond(monday, undefined, ['Slow']);
	const { body: all } = await team.manage.ask(team.viewer, 'listTags', { site });
	const tag = all.tags.find(({ name }) => name === 'Slow')!.id;
	const ask = (input: { tag: string; weeks?: number }) =>
		team.manage.ask(team.viewer, 'getTag', { site, ...input });
	const { body } = await ask({ tag, weeks: 2 });
	const date = (at: number) => new Date(at).toISOString().slice(0, 10);
	expect(body).toMatchObject({
		name: 'Slow',
		answers: 3,
		of: 4,
		since: new Date(monday - 7 * day).toISOString(),
		counted_since: null,
		weeks: [
			{ from: date(monday - 7 * day), to: date(monday - day), answers: 2, of: 3 },
			{ from: date(monday), to: date(monday + 6 * day), answers: 1, of: 1 },
		],
		scores: [
			{
				prompt,
				question: 'score',
				scale: null,
				groups: [
					{ lowest: 0, highest: 6, answers: 1, of: 1 },
					{ lowest: 7, highest: 8, answers: 1, of: 1 },
					{ lowest: 9, highest: 10, answers: 0, of: 1, share: { value: 0 } },
				],
			},
		],
	});
	// Weeks without any text are listed, too.
	expect((await ask({ tag })).body.weeks).toHaveLength(12);
	expect((await ask({ tag })).body.weeks[0]).toMatchObject({ of: 0, share: null });
	expect((await ask({ tag: crypto.randomUUID() })).error).toMatchObject({ code: 'not_found' });
	// A tag that no text has in the period.
	const { body: unused } = await team.manage.ask(team.editor, 'createTag', {
		site,
		name: 'Unused',
	});
	expect((await ask({ tag: unused.id })).body).toMatchObject({ answers: 0, of: 5, scores: [] });
});
