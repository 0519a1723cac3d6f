// Responses to the variants of a prompt, in lists, results and exports.
import type { Question } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

describe('responses to variants', () => {
	const rating = { id: 'score', type: 'rating', title: 'How was it?', scale: 5 } as const;
	const nps = { id: 'score', type: 'nps', title: 'Would you recommend us?' } as const;
	const why = { id: 'why', type: 'short_text', title: 'Why?' } as const;
	const at = '2026-11-10T12:00:00Z';
	let team: TestWorkspace;
	let site: string;
	let prompt: string;

	const respond = (variant: string | null, revision: number, answers: object) => team.sites.sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${mintUuidv7(Date.parse(at))}, ${prompt}, ${revision}, ${variant}, 1, true,
			${team.sites.sql.json(answers as never)}, '{}', ${at}, ${at})`;

	beforeAll(async () => {
		team = await openWorkspace();
		site = team.site.id;
		const { sql, publish } = team.sites;
		const questions: Partial<Question>[] = [rating];
		prompt = await publish(team.site.siteId, { survey_id: 'varied', questions } as never);
		const [latest] = await sql<{ content: object }[]>`
			select content from app.revisions where prompt_id = ${prompt}`;
		const experiment = {
			key: 'question',
			variants: [
				{ key: 'control', weight: 1 },
				{ key: 'nps', weight: 1, questions: [nps, why] },
			],
		};
		await sql`
			select app.save_revision(${site}, ${prompt}, ${sql.json({ ...latest!.content, experiment } as never)})`;
		await sql`
			update app.prompts p set published_revision = (
				select max(r.number) from app.revisions r where r.prompt_id = p.id)
			where p.id = ${prompt}`;
		await respond(null, 1, { score: 1 });
		await respond('control', 2, { score: 5 });
		await respond('nps', 2, { score: 9, why: 'Fast' });
		await respond('nps', 2, { score: 10 });
	});
	afterAll(() => team.end());

	it('contain the variant, and can be filtered by it', async () => {
		const list = async (filter = {}) => {
			const { body } = await team.manage.ask(team.viewer, 'listResponses', { site, ...filter });
			return body.items.map(({ variant }) => variant).sort();
		};
		expect(await list()).toEqual(['control', 'nps', 'nps', null]);
		expect(await list({ variant: 'nps' })).toEqual(['nps', 'nps']);
		expect(await list({ variant: 'other' })).toEqual([]);
		expect(await list({ revision: 1 })).toEqual([null]);
		expect(await list({ revision: 2, variant: 'nps' })).toEqual(['nps', 'nps']);
		const wrong = await team.manage.ask(team.viewer, 'listResponses', { site, variant: 'No!' });
		expect(wrong).toMatchObject({
			status: 400,
			error: { code: 'invalid_request', field: 'variant' },
		});
	});

	it('are searched in the texts of their variant', async () => {
		const { body } = await team.manage.ask(team.viewer, 'listResponses', { site, search: 'fast' });
		expect(body.items).toMatchObject([{ variant: 'nps', answers: { why: 'Fast' } }]);
	});

	it('are counted with the question that their variant asked', async () => {
		const summarize = async (filter = {}) =>
			(await team.manage.ask(team.viewer, 'summarizeResponses', { site, prompt, ...filter })).body;
		const summary = await summarize();
		expect(summary.questions).toMatchObject([
			{
				id: 'score',
				type: 'rating',
				revisions: [2, 1],
				variants: ['control'],
				answered: 2,
				counts: { '1': 1, '5': 1 },
			},
			{
				id: 'score',
				type: 'nps',
				revisions: [2],
				variants: ['nps'],
				answered: 2,
				counts: { '9': 1, '10': 1 },
			},
			{ id: 'why', revisions: [2], reached: 2, answered: 1, skipped: 1 },
		]);
		const day = summary.trend.find(({ responses }) => responses > 0);
		expect(day).toMatchObject({ responses: 4, promoters: 2, passives: 0, detractors: 0 });
		expect(await summarize({ variant: 'control' })).toMatchObject({ responses: 1 });
	});

	it('are exported with the variant, and with the questions of all variants', async () => {
		const file = await team.manage.ask(team.viewer, 'exportResponses', { site, prompt });
		const [head, ...rows] = String(file.body).trim().split('\r\n');
		const columns = head!.split(',');
		expect(columns).toEqual(expect.arrayContaining(['variant', 'answer_score', 'answer_why']));
		const variants = rows.map((row) => row.split(',')[columns.indexOf('variant')]);
		expect(variants.sort()).toEqual(['', 'control', 'nps', 'nps']);
	});
});
