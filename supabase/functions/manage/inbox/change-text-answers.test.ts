// Changing many text answers at once.
import { limits, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestInbox } from '../../tests/inbox.ts';

let inbox: Awaited<ReturnType<typeof openTestInbox>>;
let texts: { response: string; question: string }[];

beforeAll(async () => {
	inbox = await openTestInbox();
});
afterAll(() => inbox.team.end());
beforeEach(async () => {
	await inbox.clear();
	texts = [];
	for (const why of ['Slow export', 'The export is slow', 'Lovely']) {
		texts.push({ response: await inbox.respond({ answers: { why } }), question: 'why' });
	}
});

const changeAll = (body: Omit<RouteInput<'updateTextAnswers'>, 'site'>, by = inbox.team.editor) =>
	inbox.team.manage.ask(by, 'updateTextAnswers', { site: inbox.site, ...body });

it('changes the status, the assignee and the tags of all, and counts those that had to be changed', async () => {
	const [first, second] = texts;
	await inbox.change(first!.response, { status: 'done', add_tags: ['Slow'] });
	const answers = [first!, second!, second!];
	expect((await changeAll({ answers, status: 'done', add_tags: ['slow'] })).body).toEqual({
		changed: 1,
	});
	const both = await changeAll({ answers, assignee: inbox.team.viewer.id, remove_tags: ['Slow'] });
	expect(both.body).toEqual({ changed: 2 });
	expect((await changeAll({ answers, status: 'done' })).body).toEqual({ changed: 0 });
	expect(await inbox.texts({ status: 'done', assignee: inbox.team.viewer.id })).toHaveLength(2);
	expect(await inbox.texts({ status: 'open' })).toEqual(['Lovely']);
	const { body } = await inbox.team.manage.ask(inbox.team.owner, 'listAudit', {
		workspace: inbox.team.site.workspace,
	});
	expect(body.items.slice(0, 2)).toMatchObject([
		{ did: 'updateTextAnswers', subject: '2 texts, not Slow' },
		{ did: 'updateTextAnswers', subject: '1 text, slow' },
	]);
});

it('accepts the proposals of those that are chosen, and rejects those of the others', async () => {
	const [first, second] = texts;
	const { team, site } = inbox;
	await inbox.change(first!.response, { add_tags: ['Slow'] });
	const { body } = await team.manage.ask(team.editor, 'listTags', { site });
	const tag = body.tags.find(({ name }) => name === 'Slow')!.id;
	await team.manage.ask(team.editor, 'suggestLabels', { site, tag });
	const proposed = await inbox.list({ proposed: tag });
	expect(proposed.items.map(({ text }) => text)).toEqual(['The export is slow']);
	expect((await changeAll({ answers: [second!], add_tags: ['Slow'] })).body).toEqual({
		changed: 1,
	});
	const { items } = await inbox.list({ tag });
	const tagged = items.toSorted((one) => (one.text === 'The export is slow' ? -1 : 1));
	expect(tagged).toMatchObject([
		{ tags: [{ quote: 'The export is slow', proposed_by: { kind: 'method' } }] },
		{ tags: [{ quote: null, proposed_by: null }] },
	]);
});

it('changes none if one is unknown, or if the change is refused', async () => {
	const unknown = { response: crypto.randomUUID(), question: 'why' };
	expect((await changeAll({ answers: [...texts, unknown], status: 'done' })).error).toMatchObject({
		code: 'not_found',
	});
	expect(
		(await changeAll({ answers: texts, add_tags: ['Slow'], remove_tags: ['slow'] })).error,
	).toMatchObject({ code: 'invalid_request', field: 'remove_tags' });
	expect(
		(await changeAll({ answers: texts, status: 'done' }, inbox.team.viewer)).error,
	).toMatchObject({ code: 'forbidden' });
	const many = Array.from({ length: limits.inbox.changedAtOnce + 1 }, () => texts[0]!);
	expect((await changeAll({ answers: many, status: 'done' })).error).toMatchObject({
		code: 'invalid_request',
		field: 'answers',
	});
	expect(await inbox.texts({ status: 'open' })).toHaveLength(3);
});
