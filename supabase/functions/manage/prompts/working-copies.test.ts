import { limits, routes, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { connect } from '../../tests/connections.ts';
import type { TestError } from '../../tests/manage.ts';
import type { TestPerson } from '../../tests/people.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let site: string;
let prompt: string;
beforeAll(async () => {
	team = await openWorkspace();
	site = team.site.id;
	await team.manage.ask(team.editor, 'whoami', {});
});
beforeEach(async () => {
	const { body } = await team.manage.ask(team.owner, 'createPrompt', {
		site,
		content: writePrompt(),
	});
	prompt = body.id;
});
afterAll(() => team.end());

type Save = Omit<RouteInput<'saveWorkingCopy'>, 'site' | 'prompt'>;

const save = (given: Partial<Save> & { content: Save['content'] }, by: TestPerson = team.editor) =>
	team.manage.ask(by, 'saveWorkingCopy', { site, prompt, base_revision: 1, etag: null, ...given });
const read = async (by: TestPerson = team.owner) =>
	routes.getWorkingCopy.output.parse(
		(await team.manage.ask(by, 'getWorkingCopy', { site, prompt })).body,
	);
const discard = (etag?: string) =>
	team.manage.ask(team.editor, 'discardWorkingCopy', {
		site,
		prompt,
		...(etag !== undefined && { etag }),
	});
const storedOf = (error: TestError) => (error as TestError & { stored?: unknown }).stored;

const none = { content: null, base_revision: null, etag: null, updated_at: null, updated_by: null };

describe('a working copy', () => {
	it('is empty at first, stores edits unchanged, and names their author', async () => {
		expect(await read()).toEqual(none);
		const content = { name: '', questions: 'not yet', hostile: '<b>\u202e' };
		const { body } = await save({ content });
		expect(await read()).toEqual({
			content,
			base_revision: 1,
			etag: body.etag,
			updated_at: body.updated_at,
			updated_by: team.editor.email,
		});
		await save({ content: { name: 'Mine' }, etag: body.etag }, team.owner);
		expect(await read()).toMatchObject({ content: { name: 'Mine' } });
	});

	it('belongs to a prompt and a revision that exist', async () => {
		expect((await save({ content: {}, base_revision: 2 })).status).toBe(404);
		prompt = crypto.randomUUID();
		expect((await save({ content: {} })).status).toBe(404);
		const { status, error } = await team.manage.ask(team.editor, 'getWorkingCopy', {
			site,
			prompt,
		});
		expect([status, error.field]).toEqual([404, 'prompt']);
		expect((await discard()).status).toBe(404);
	});

	it('is limited in size and depth', async () => {
		const large = await save({ content: { name: 'x'.repeat(limits.prompt.workingBytes) } });
		expect([large.status, large.error.field]).toEqual([400, 'content']);
		const deep = JSON.parse('{"a":'.repeat(30) + '1' + '}'.repeat(30)) as Save['content'];
		expect((await save({ content: deep })).error.code).toBe('too_deep');
		// The maximum size, in the characters with the longest encoding.
		const most = { name: '\u0001'.repeat(Math.floor(limits.prompt.workingBytes / 6) - 10) };
		expect((await save({ content: most })).status).toBe(200);
		expect(await read()).toMatchObject({ content: most });
	});

	it('is not available to connections, and cannot be saved for an archived prompt', async () => {
		const agent = await connect(team.sites.sql, team.manage, team.owner, [site]);
		expect((await save({ content: {} }, agent)).status).toBe(403);
		await team.manage.ask(team.owner, 'archivePrompt', { site, prompt });
		const { status, error } = await save({ content: {} });
		expect([status, error.code]).toEqual([409, 'conflict']);
		expect(storedOf(error)).toBe(undefined);
	});
});

describe('two people who edit', () => {
	it('never overwrite each other silently', async () => {
		const first = await save({ content: { name: 'First' } });
		const refused = await save({ content: { name: 'Second' } }, team.owner);
		expect([refused.status, refused.error.code, refused.error.field]).toEqual([
			409,
			'conflict',
			'etag',
		]);
		expect(storedOf(refused.error)).toEqual({
			etag: first.body.etag,
			updated_at: first.body.updated_at,
			updated_by: team.editor.email,
		});
		const second = await save({ content: { name: 'Second' }, etag: first.body.etag }, team.owner);
		expect(second.status).toBe(200);
		expect((await save({ content: { name: 'Third' }, etag: first.body.etag })).status).toBe(409);
		expect(await read()).toMatchObject({ content: { name: 'Second' } });
	});

	it('get an error when it was discarded in the meantime', async () => {
		const { body } = await save({ content: { name: 'First' } });
		expect((await discard()).body).toEqual({ removed: true });
		const { status, error } = await save({ content: { name: 'More' }, etag: body.etag });
		expect(status).toBe(409);
		expect(storedOf(error)).toEqual({ etag: null, updated_at: null, updated_by: null });
		expect((await discard()).body).toEqual({ removed: false });
	});

	it('discard only the version that they saw', async () => {
		const { body } = await save({ content: { name: 'First' } });
		await save({ content: { name: 'Second' }, etag: body.etag }, team.owner);
		expect((await discard(body.etag)).status).toBe(409);
		expect(await read()).toMatchObject({ content: { name: 'Second' } });
	});

	it.each([['what was stored', true] as const, ['nothing stored', false] as const])(
		'at once, from %s: one saves, and everybody else hears of it',
		async (_, isStored) => {
			const etag = isStored ? (await save({ content: { name: 'First' } })).body.etag : null;
			const answers = await Promise.all(
				Array.from({ length: 24 }, (_, at) =>
					save({ content: { name: `Number ${at}` }, etag }, at % 2 ? team.owner : team.editor),
				),
			);
			const won = answers.findIndex(({ status }) => status === 200);
			expect(answers.map(({ status }) => status).sort()).toEqual([
				200,
				...Array<number>(23).fill(409),
			]);
			expect(await read()).toMatchObject({
				content: { name: `Number ${won}` },
				etag: answers[won]!.body.etag,
			});
		},
	);
});

describe('a save that is repeated', () => {
	it('gets the same response as the first one, even when both arrive together', async () => {
		const first = await save({ content: { name: 'First' } });
		expect((await save({ content: { name: 'First' } })).body.etag).toBe(first.body.etag);
		const next = { content: { name: 'Next' }, etag: first.body.etag };
		const answers = await Promise.all(Array.from({ length: 8 }, () => save(next)));
		expect(new Set(answers.map(({ body }) => body.etag)).size).toBe(1);
		expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
	});

	it('too late is a conflict, and restores no earlier content', async () => {
		const first = await save({ content: { name: 'First' } });
		const next = await save({ content: { name: 'Next' }, etag: first.body.etag });
		await save({ content: { name: 'Last' }, etag: next.body.etag });
		expect((await save({ content: { name: 'Next' }, etag: first.body.etag })).status).toBe(409);
		expect(await read()).toMatchObject({ content: { name: 'Last' } });
	});
});

describe('saving a revision', () => {
	const typed = (survey_id: string) => ({
		survey_id,
		name: 'Typed',
		questions: [{ type: 'rating', title: 'How was it?', id: 'score' }],
	});
	const saveRevision = async (content: object, by: TestPerson = team.editor) => {
		const parsed = writePrompt(content);
		const answer = await team.manage.ask(by, 'saveRevision', {
			site,
			prompt,
			base: 1,
			content: parsed,
		});
		expect(answer.status, JSON.stringify(answer.error)).toBe(200);
	};

	it('removes the working copy that it is based on, with its defaults omitted', async () => {
		const content = typed(`typed-${prompt.slice(-6)}`);
		await save({ content });
		await saveRevision(content);
		expect(await read()).toEqual(none);
	});

	it('keeps later edits of any person', async () => {
		const content = typed(`typed-${prompt.slice(-6)}`);
		await save({ content: { ...content, name: 'Typed on' } });
		await saveRevision(content, team.owner);
		expect(await read()).toMatchObject({ content: { name: 'Typed on' }, base_revision: 1 });
	});
});
