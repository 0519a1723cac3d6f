import { findAnswerIssues, promptSchema, routes } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { templates } from '../../../../contract/src/templates/mod.ts';
import { loadSite } from '../../sdk/database.ts';
import { stageApprovals } from '../../tests/approvals.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { webhook } from '../../tests/webhook.ts';
import { listSampleVisits, sampleTemplates } from './sample-visits.ts';

const at = stageApprovals();

let editor: TestPerson;
let viewer: TestPerson;
beforeEach(async () => {
	[editor, viewer] = await Promise.all([signIn(), signIn()]);
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	await join(at.sites.sql, at.site.workspace, viewer, 'viewer');
});

const add = (by = editor) => at.manage.ask(by, 'addSampleSite', { workspace: at.site.workspace });
const remove = (by = editor) =>
	at.manage.ask(by, 'removeSampleSite', { workspace: at.site.workspace });

describe('sample data', () => {
	it('is a separate, marked site, whose prompts have displays and answers', async () => {
		const { status, body: sample } = await add();
		expect(status).toBe(200);
		routes.addSampleSite.output.parse(sample);
		expect(sample).toMatchObject({
			workspace: at.site.workspace,
			name: 'Sample data',
			sample: true,
		});
		expect(await add()).toMatchObject({
			status: 409,
			error: { message: 'The workspace has sample data already.' },
		});

		const { body: prompts } = await at.manage.ask(viewer, 'listPrompts', { site: sample.id });
		expect(prompts.items.map(({ survey_id, state }) => [survey_id, state])).toEqual(
			expect.arrayContaining([['recommend', 'published']]),
		);
		const nps = prompts.items.find(({ survey_id }) => survey_id === 'recommend')!;
		const { body: summary } = await at.manage.ask(viewer, 'summarizeResponses', {
			site: sample.id,
			prompt: nps.id,
		});
		expect(summary).toMatchObject({ displays: 48, responses: 30 });
		const { body: texts } = await at.manage.ask(viewer, 'listTextAnswers', { site: sample.id });
		expect(texts.items.length).toBeGreaterThan(40);
		await remove();
	});

	it('changes no figure, list or limit of another site', async () => {
		const figures = async () => {
			const site = at.site.id;
			const ask = at.manage.ask.bind(at.manage);
			return [
				(await ask(viewer, 'getInbox', { site })).body,
				(await ask(viewer, 'getScores', { site, days: 7 })).body,
				(await ask(viewer, 'listResponses', { site })).body.items,
				(await ask(viewer, 'listEventNames', { site })).body,
			];
		};
		const before = await figures();
		await add();
		expect(await figures()).toEqual(before);
		await remove();
	});

	it('is removed at once with all of its rows', async () => {
		const { body: sample } = await add();
		const [site] = await at.sites.sql<{ key: number }[]>`
			select key from app.sites where id = ${sample.id}`;
		expect((await remove()).body).toEqual({ removed: true });
		const tables = await at.sites.sql<{ name: string }[]>`
			select format('app.%I', c.relname) as name from pg_class c
			join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id' and not a.attisdropped
			where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p')
			  and c.relname not in ('audit_log', 'deletions')`;
		for (const { name } of tables) {
			const left = await at.sites.sql.unsafe(`select from ${name} where site_id::text = $1`, [
				sample.id,
			]);
			expect([name, left.length]).toEqual([name, 0]);
		}
		expect(await at.sites.sql`select from app.events where site = ${site!.key}`).toHaveLength(0);
		expect((await remove()).status).toBe(404);
		expect((await at.manage.ask(viewer, 'getSite', { site: sample.id })).status).toBe(404);
	});

	it('is reached by no app, and reaches nobody', async () => {
		const { body: sample } = await add();
		expect(await loadSite(at.sites.sql, sample.site_id)).toBeUndefined();
		const refused = { status: 409, body: { error: { code: 'conflict' } } };
		const site = sample.id;
		expect(await at.manage.ask(at.owner, 'createSiteKey', { site, name: 'Backend' })).toMatchObject(
			refused,
		);
		expect(await at.manage.ask(at.owner, 'createProofKey', { site, alg: 'HS256' })).toMatchObject(
			refused,
		);
		expect(await at.manage.ask(at.owner, 'createDestination', { site, ...webhook })).toMatchObject(
			refused,
		);
		const { body: prompts } = await at.manage.ask(at.owner, 'listPrompts', { site });
		expect(
			await at.manage.ask(at.owner, 'createResultLink', {
				site,
				prompt: prompts.items[0]!.id,
				name: 'Report',
			}),
		).toMatchObject(refused);
		await remove();
	});

	it('is added and removed by editors; a viewer may look at it', async () => {
		expect(await add(viewer)).toMatchObject({ status: 403 });
		await add();
		expect(await remove(viewer)).toMatchObject({ status: 403 });
		await remove();
	});

	it('is added by a program once a person has approved it, and removed by a person only', async () => {
		expect(await add(at.agent)).toMatchObject({ body: { error: { code: 'approval_required' } } });
		await add();
		expect(await remove(at.agent)).toMatchObject({ status: 403 });
		await remove();
	});

	it('does not count against the limit of sites', async () => {
		const [{ counted }] = await at.sites.sql<[{ counted: number }]>`
			select count(*)::int as counted from app.sites where workspace_id = ${at.site.workspace}`;
		await add();
		await at.sites.sql`
			insert into app.sites (workspace_id, name)
			select ${at.site.workspace}::uuid, 'Full' from generate_series(1, ${500 - counted}::int)`;
		expect(
			await at.manage.ask(editor, 'createSite', { workspace: at.site.workspace, name: 'Too many' }),
		).toMatchObject({ status: 409 });
		await at.sites.sql`
			delete from app.sites where workspace_id = ${at.site.workspace} and name = 'Full'`;
		await remove();
	});
});

it('has valid answers, the same ones each time', () => {
	const now = Date.parse('2026-11-29T12:00:00Z');
	const visits = listSampleVisits(now);
	expect(listSampleVisits(now)).toEqual(visits);
	for (const { survey_id, answers } of visits) {
		const { content } = templates.find(
			(template) =>
				sampleTemplates.includes(template.name) && template.content.survey_id === survey_id,
		)!;
		const { questions } = promptSchema.parse(content);
		expect(answers && findAnswerIssues(questions, answers, { final: true })).toEqual(answers && []);
	}
});
