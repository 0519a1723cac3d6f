import { limits, type PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
});
afterAll(() => team.end());

const create = (given: Partial<PromptInput> = {}, id?: string) =>
	team.manage.ask(team.editor, 'createPrompt', {
		site,
		content: writePrompt(given),
		...(id && { id }),
	});
const publish = (prompt: string, revision = 1, sha256?: string) =>
	team.manage.ask(team.editor, 'publishPrompt', {
		site,
		prompt,
		revision,
		...(sha256 && { sha256 }),
	});

describe('a new prompt', () => {
	it('is a draft with revision 1, and its content is returned unchanged', async () => {
		const content = writePrompt({ audience: { trait: 'plan', op: 'is', value: 'pro' } });
		const made = await team.manage.ask(team.editor, 'createPrompt', { site, content });
		expect(made.body).toMatchObject({
			state: 'draft',
			revision: 1,
			latest_revision: 1,
			published_revision: null,
			changed: true,
			name: 'Written',
		});
		expect(made.body.sha256).toMatch(/^[0-9a-f]{64}$/);
		const read = await team.manage.ask(team.viewer, 'getPrompt', { site, prompt: made.body.id });
		expect(read.body.latest).toMatchObject({ revision: 1, sha256: made.body.sha256, content });
	});

	it('gets the ID and survey ID of the request, unless they are in use', async () => {
		const id = crypto.randomUUID();
		expect((await create({}, id)).body.id).toBe(id);
		expect((await create({}, id)).error).toMatchObject({ code: 'conflict', field: 'id' });
		await create({ survey_id: 'taken' });
		expect((await create({ survey_id: 'taken' })).error).toMatchObject({
			code: 'conflict',
			field: 'survey_id',
		});
	});

	it('that is not valid is refused with the path of every issue', async () => {
		const { status, error } = await team.manage.ask(team.editor, 'createPrompt', {
			site,
			content: { survey_id: 'x', name: 'X', questions: [] },
		});
		expect([status, error]).toMatchObject([
			422,
			{ code: 'invalid_prompt', field: 'content.questions' },
		]);
		expect(error.hint).toContain('/validate');
		const checked = await team.manage.ask(undefined, 'validatePrompt', {
			content: { survey_id: 'X', name: '', questions: [] },
		});
		expect(checked.body.valid).toBe(false);
		expect(checked.body.faults.map(({ path }) => path.join('.'))).toEqual([
			'survey_id',
			'name',
			'questions',
		]);
	});

	it('is refused with a reserved question ID, under which no answers are accepted', async () => {
		const questions = [{ id: 'prototype', type: 'rating' as const, title: 'How is it?' }];
		const field = 'content.questions.0.id';
		const { status, error } = await create({ questions } as never);
		expect([status, error]).toMatchObject([422, { code: 'invalid_prompt', field }]);
		const { body: prompt } = await create({ survey_id: 'renamed' });
		const saved = await team.manage.ask(team.editor, 'saveRevision', {
			site,
			prompt: prompt.id,
			base: 1,
			content: { survey_id: 'renamed', name: 'Renamed', questions } as never,
		});
		expect(saved.error).toMatchObject({ code: 'invalid_prompt', field });
		const checked = await team.manage.ask(undefined, 'validatePrompt', {
			content: { survey_id: 'x', name: 'X', questions },
		});
		expect(checked.body.faults).toEqual([
			{ path: ['questions', 0, 'id'], message: '"prototype" is reserved; choose another ID' },
		]);
	});

	it('may have the maximum depth of a prompt, and not a larger size', async () => {
		let audience: unknown = { trait: 'plan', op: 'one_of', value: ['pro'] };
		for (let depth = 0; depth < limits.prompt.groups; depth++) audience = { all: [audience] };
		expect((await create({ audience } as never)).status).toBe(200);
		const long = (id: number) => ({
			id: `q${id}`,
			type: 'message' as const,
			title: 'Long',
			text: 'ä'.repeat(limits.prompt.text),
		});
		const { status, error } = await create({
			questions: Array.from({ length: 17 }, (_, at) => long(at)),
		});
		expect([status, error]).toMatchObject([422, { code: 'invalid_prompt', field: 'content' }]);
	});
});

describe('a revision', () => {
	it('is added, never changed, and saving the same again adds none', async () => {
		const { body: prompt } = await create({ survey_id: 'revised' });
		const save = (name: string, base?: number) =>
			team.manage.ask(team.editor, 'saveRevision', {
				site,
				prompt: prompt.id,
				content: writePrompt({ survey_id: 'revised', name }),
				...(base && { base }),
			});
		expect((await save('Second', 1)).body).toMatchObject({ revision: 2, changed: true });
		expect((await save('Second', 2)).body).toMatchObject({ revision: 2, changed: false });
		const stale = await save('Third', 1);
		expect([stale.status, stale.error]).toMatchObject([
			409,
			{ code: 'revision_conflict', field: 'base' },
		]);
		const { body } = await team.manage.ask(team.viewer, 'listRevisions', {
			site,
			prompt: prompt.id,
			limit: 1,
		});
		expect(body.items).toMatchObject([{ revision: 2, content: { name: 'Second' } }]);
		const rest = await team.manage.ask(team.viewer, 'listRevisions', {
			site,
			prompt: prompt.id,
			cursor: body.next!,
		});
		expect(rest.body).toMatchObject({ items: [{ revision: 1 }], next: null });
		const first = await team.manage.ask(team.viewer, 'getRevision', {
			site,
			prompt: prompt.id,
			revision: 1,
		});
		expect(first.body.content.name).toBe('Written');
	});

	it('that two people save concurrently on the same base is saved once', async () => {
		const { body: prompt } = await create({ survey_id: 'raced' });
		const answers = await Promise.all(
			Array.from({ length: 8 }, (_, at) =>
				team.manage.ask(team.editor, 'saveRevision', {
					site,
					prompt: prompt.id,
					content: writePrompt({ survey_id: 'raced', name: `By ${at}` }),
					base: 1,
				}),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
	});

	it('of a published prompt cannot have another survey ID', async () => {
		const { body: prompt } = await create();
		await publish(prompt.id);
		const { status, error } = await team.manage.ask(team.editor, 'saveRevision', {
			site,
			prompt: prompt.id,
			content: writePrompt(),
		});
		expect([status, error.code]).toEqual([409, 'conflict']);
	});
});

describe('publishing', () => {
	it('makes exactly that revision live, and publishing it again changes nothing', async () => {
		const { body: prompt } = await create();
		expect((await publish(prompt.id, 1, prompt.sha256)).body).toMatchObject({
			state: 'published',
			published_revision: 1,
			changed: true,
		});
		expect((await publish(prompt.id)).body).toMatchObject({ changed: false });
		expect((await publish(prompt.id, 9)).error).toMatchObject({
			code: 'not_found',
			field: 'revision',
		});
		expect((await publish(prompt.id, 1, '0'.repeat(64))).error).toMatchObject({
			code: 'revision_conflict',
			field: 'sha256',
		});
	});

	it('can go back to an earlier revision', async () => {
		const { body: prompt } = await create({ survey_id: 'back' });
		const content = writePrompt({ survey_id: 'back', name: 'Newer' });
		await team.manage.ask(team.editor, 'saveRevision', { site, prompt: prompt.id, content });
		await publish(prompt.id, 2);
		expect((await publish(prompt.id, 1)).body).toMatchObject({
			published_revision: 1,
			latest_revision: 2,
			name: 'Written',
		});
	});

	it('can be followed by pausing, resuming and archiving, each repeatedly', async () => {
		const { body: prompt } = await create();
		const move = async (name: 'pausePrompt' | 'resumePrompt' | 'archivePrompt') => {
			const answer = await team.manage.ask(team.editor, name, { site, prompt: prompt.id });
			return answer.error?.code ?? [answer.body.state, answer.body.changed];
		};
		expect(await move('pausePrompt')).toBe('conflict');
		expect(await move('resumePrompt')).toBe('conflict');
		await publish(prompt.id);
		expect(await move('pausePrompt')).toEqual(['paused', true]);
		expect(await move('pausePrompt')).toEqual(['paused', false]);
		expect(await move('resumePrompt')).toEqual(['published', true]);
		expect(await move('resumePrompt')).toEqual(['published', false]);
		expect(await move('archivePrompt')).toEqual(['archived', true]);
		expect(await move('archivePrompt')).toEqual(['archived', false]);
		expect(await move('resumePrompt')).toBe('conflict');
		expect((await publish(prompt.id)).error.code).toBe('conflict');
	});

	it('of a prompt of another site is not found', async () => {
		const other = await team.sites.makeSite();
		const foreign = await team.sites.publish(other.siteId, { survey_id: 'foreign' });
		expect((await publish(foreign)).error).toMatchObject({ code: 'not_found', field: 'prompt' });
		const read = await team.manage.ask(team.owner, 'getPrompt', { site, prompt: foreign });
		expect(read.status).toBe(404);
		const copied = await team.manage.ask(team.editor, 'duplicatePrompt', {
			site,
			prompt: foreign,
			survey_id: 'mine-now',
		});
		expect(copied.status).toBe(404);
	});
});

describe('a copy', () => {
	it('is a draft with the latest content under another survey ID', async () => {
		const { body: prompt } = await create({ name: 'Original' });
		await publish(prompt.id);
		const copy = await team.manage.ask(team.editor, 'duplicatePrompt', {
			site,
			prompt: prompt.id,
			survey_id: 'copied',
		});
		expect(copy.body).toMatchObject({
			survey_id: 'copied',
			name: 'Original',
			state: 'draft',
			revision: 1,
		});
		const again = await team.manage.ask(team.editor, 'duplicatePrompt', {
			site,
			prompt: prompt.id,
			survey_id: 'copied',
		});
		expect(again.error).toMatchObject({ code: 'conflict', field: 'survey_id' });
	});
});

describe('prompts', () => {
	it('are listed by state, page by page, with their content only if requested', async () => {
		const ids: string[] = [];
		for (let at = 0; at < 3; at++) {
			const { body } = await create();
			await publish(body.id);
			await team.manage.ask(team.editor, 'archivePrompt', { site, prompt: body.id });
			ids.unshift(body.id);
		}
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const { body } = await team.manage.ask(team.viewer, 'listPrompts', {
				site,
				state: 'archived',
				limit: 2,
				...(cursor && { cursor }),
			});
			expect(body.items.every((item) => !('content' in item))).toBe(true);
			seen.push(...body.items.map(({ id }) => id));
			cursor = body.next ?? undefined;
		} while (cursor);
		expect(seen.slice(0, 3)).toEqual(ids);
		const listed = await team.manage.ask(team.viewer, 'listPrompts', { site, content: true });
		expect(listed.body.items[0]?.content?.questions).toHaveLength(1);
	});

	it('contain the values that decide which of several is displayed', async () => {
		const trigger = { events: ['report.exported', 'report.shared'] };
		const timing = { delay_seconds: 4 };
		const { body: draft } = await create({ priority: 10, trigger, timing });
		expect(draft).toMatchObject({
			priority: 10,
			delay_seconds: 4,
			events: trigger.events,
			published_at: null,
		});
		await publish(draft.id);
		const read = async () =>
			(await team.manage.ask(team.viewer, 'getPrompt', { site, prompt: draft.id })).body;
		const { published_at } = await read();
		expect(Date.parse(published_at!)).toBeGreaterThan(0);
		await team.manage.ask(team.editor, 'pausePrompt', { site, prompt: draft.id });
		await team.manage.ask(team.editor, 'resumePrompt', { site, prompt: draft.id });
		// The first publication counts, not later ones.
		expect((await read()).published_at).toBe(published_at);
		const { body: shown } = await create();
		expect(shown).toMatchObject({ priority: 0, delay_seconds: 0, events: [] });
	});

	it('can be forecast only if an event triggers them', async () => {
		const without = await team.manage.ask(team.viewer, 'forecast', {
			site,
			content: writePrompt(),
		});
		expect([without.status, without.error.field]).toEqual([400, 'content.trigger']);
		const none = await team.manage.ask(team.viewer, 'forecast', {
			site,
			content: writePrompt({ trigger: { events: ['never.happened'] } }),
		});
		expect(none.body).toMatchObject({
			subjects: 0,
			events: 0,
			sampled: false,
			error: 0,
			reasons: {},
		});
	});
});
