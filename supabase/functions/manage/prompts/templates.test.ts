import { limits, routes, type RouteInput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { stageApprovals } from '../../tests/approvals.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { writePrompt } from '../../tests/workspace.ts';

const at = stageApprovals();
const pro = { trait: 'plan', op: 'is', value: 'pro' } as const;

let editor: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;
beforeEach(async () => {
	[editor, viewer, stranger] = await Promise.all([signIn(), signIn(), signIn()]);
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	await join(at.sites.sql, at.site.workspace, viewer, 'viewer');
	await at.sites.sql`update app.members set email = ${editor.email} where person_id = ${editor.id}`;
	await at.sites.sql`delete from app.templates where workspace_id = ${at.site.workspace}`;
});

const save = (given: Partial<RouteInput<'createTemplate'>> = {}, by = editor) =>
	at.manage.ask(by, 'createTemplate', {
		workspace: at.site.workspace,
		name: 'Rating of exports',
		about: 'After an export.',
		content: writePrompt(),
		...given,
	});
const list = (by = viewer) => at.manage.ask(by, 'listTemplates', { workspace: at.site.workspace });
const remove = (template: string, by = editor) =>
	at.manage.ask(by, 'deleteTemplate', { workspace: at.site.workspace, template });

describe('a template of a workspace', () => {
	it('is saved, listed by name with its author, and deleted', async () => {
		const made = await save({ name: '  zeta  ' });
		expect(made.status).toBe(200);
		await save({ name: 'Alpha', about: undefined });
		const { body } = await list();
		routes.listTemplates.output.parse(body);
		expect(body.items).toMatchObject([
			{ name: 'Alpha', about: '', created_by: editor.email },
			{
				name: 'zeta',
				about: 'After an export.',
				content: { survey_id: made.body.content.survey_id },
			},
		]);
		expect((await remove(made.body.id)).body).toEqual({ removed: true });
		expect((await list()).body.items.map(({ name }) => name)).toEqual(['Alpha']);
		expect(await remove(made.body.id)).toMatchObject({
			status: 404,
			body: { error: { field: 'template' } },
		});
	});

	it('starts a prompt of any site with the rule of its audience, not with the audience of another site', async () => {
		const { body } = await save({
			content: writePrompt({ audience: { saved: 'paying', version: 3, rule: pro } }),
		});
		expect(body.content.audience).toEqual(pro);
		const content = { ...body.content, survey_id: 'from-template' };
		expect(
			(await at.manage.ask(editor, 'createPrompt', { site: at.site.id, content })).status,
		).toBe(200);
		const unresolved = await save({
			name: 'Unresolved',
			content: writePrompt({ audience: { saved: 'paying' } }),
		});
		expect(unresolved).toMatchObject({
			status: 422,
			body: { error: { code: 'invalid_prompt', field: 'content.audience.rule' } },
		});
		expect((await list()).body.items).toHaveLength(1);
	});

	it.each([
		['only spaces', '   ', 'must hold more than spaces'],
		['nothing', '', undefined],
		['10,000 characters', 'x'.repeat(10_000), undefined],
		['a line break', 'a\nb', undefined],
	])('is refused with a name of %s', async (_, name, message) => {
		const { status, body } = await save({ name });
		expect({ status, body }).toMatchObject({ status: 400, body: { error: { field: 'name' } } });
		if (message) expect(JSON.stringify(body)).toContain(message);
		expect((await list()).body.items).toEqual([]);
	});

	it('has a unique name', async () => {
		await save();
		expect(await save()).toMatchObject({
			status: 409,
			body: {
				error: { field: 'name', message: 'The workspace has a template with this name already.' },
			},
		});
	});

	it('can be written by editors, read by members, and is unknown to all others', async () => {
		const { body } = await save();
		expect((await save({ name: 'Other' }, viewer)).status).toBe(403);
		expect((await remove(body.id, viewer)).status).toBe(403);
		expect((await list(stranger)).status).toBe(404);
		expect((await save({ name: 'Other' }, stranger)).status).toBe(404);
		expect((await list()).body.items).toHaveLength(1);
	});

	it(`is one of at most ${limits.template.perWorkspace}, however many are saved at once`, async () => {
		await at.sites.sql`
			insert into app.templates (workspace_id, name, content)
			select ${at.site.workspace}, 'Template ' || n, ${at.sites.sql.json(writePrompt())}
			from generate_series(1, ${limits.template.perWorkspace - 1}) n`;
		const both = await Promise.all([save({ name: 'One' }), save({ name: 'Two' })]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
		expect((await list()).body.items).toHaveLength(limits.template.perWorkspace);
	});
});
