import { routes, type RouteOutput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

describe('a question that changed', () => {
	const rating = { id: 'score', type: 'rating', title: 'How was it?', scale: 5 } as const;
	const nps = { id: 'score', type: 'nps', title: 'Would you recommend us?' } as const;
	const place = {
		id: 'place',
		type: 'single_choice',
		title: 'Where?',
		options: [
			{ value: 'home', label: 'At home' },
			{ value: 'work', label: 'At work' },
		],
	} as const;
	const travelling = { value: 'train', label: 'On a train' };
	let team: TestWorkspace;
	let site: string;
	let changed: string;
	let summary: RouteOutput<'summarizeResponses'>;

	type Given = { revision: number; at: string; answers: Record<string, unknown> };
	const respond = ({ revision, at, answers }: Given) => team.sites.sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		values (${site}, ${mintUuidv7(Date.parse(at))}, ${changed}, ${revision}, 1, true,
			${team.sites.sql.json(answers as never)}, '{}', ${at}, ${at})`;

	afterAll(() => team.end());
	beforeAll(async () => {
		team = await openWorkspace();
		site = team.site.id;
		const { sql, publish } = team.sites;
		const words = { id: 'why', type: 'short_text', title: 'Why?' } as const;
		changed = await publish(team.site.siteId, {
			survey_id: 'changed',
			questions: [rating, place, words],
		} as never);
		const revise = async (questions: object[]) => {
			const [latest] = await sql<{ content: object }[]>`
				select content from app.revisions where prompt_id = ${changed} order by number desc limit 1`;
			await sql`
				select app.save_revision(${site}, ${changed}, ${sql.json({ ...latest!.content, questions } as never)})`;
			await sql`
				update app.prompts p set published_revision = (
					select max(r.number) from app.revisions r where r.prompt_id = p.id)
				where p.id = ${changed}`;
		};
		await revise([{ ...rating, title: 'How was your day?', style: 'stars' }, place, words]);
		await revise([
			nps,
			{ ...place, options: [...place.options, travelling] },
			{ ...words, type: 'long_text' },
		]);
		const at = '2026-11-10T12:00:00Z';
		await respond({ revision: 1, at, answers: { score: 5, place: 'home', why: 'One' } });
		await respond({ revision: 2, at, answers: { score: 4, place: 'work', why: 'Two' } });
		await respond({ revision: 3, at, answers: { score: 10, place: 'train', why: 'Three' } });
		await respond({ revision: 3, at, answers: { score: 9 } });
		const answer = await team.manage.ask(team.viewer, 'summarizeResponses', {
			site,
			prompt: changed,
		});
		expect(answer.status, JSON.stringify(answer.error)).toBe(200);
		summary = routes.summarizeResponses.output.parse(answer.body);
	});

	it('has results for each version of its text', () => {
		expect(summary.questions).toMatchObject([
			{
				id: 'score',
				type: 'nps',
				revisions: [3],
				answered: 2,
				counts: { '9': 1, '10': 1 },
				nps: { value: 100 },
			},
			{ id: 'place', revisions: [3], answered: 1, counts: { train: 1 } },
			{ id: 'why', type: 'long_text', revisions: [3, 2, 1], answered: 3 },
			{
				id: 'score',
				type: 'rating',
				title: 'How was your day?',
				revisions: [2, 1],
				answered: 2,
				counts: { '4': 1, '5': 1 },
				mean: { value: 4.5 },
				nps: null,
			},
			{ id: 'place', revisions: [2, 1], answered: 2, counts: { home: 1, work: 1 } },
		]);
	});

	it('is searched for texts that visitors wrote, not for options they chose', async () => {
		const found = async (search: string) =>
			(await team.manage.ask(team.viewer, 'listResponses', { site, prompt: changed, search })).body
				.items.length;
		expect([await found('three'), await found('train'), await found('work')]).toEqual([1, 0, 0]);
	});

	it('has a trend of the scores that were asked as the latest', () => {
		const { promoters, detractors, responses } = summary.trend.find(
			({ responses }) => responses > 0,
		)!;
		expect({ promoters, detractors, responses }).toEqual({
			promoters: 2,
			detractors: 0,
			responses: 4,
		});
	});
});
