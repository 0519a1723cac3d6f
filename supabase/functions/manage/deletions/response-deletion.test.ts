// Deleting responses by a filter: the count before, what stops at once, the undo, and that nothing remains.
import { limits, type RouteInput } from '@feedback/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { approvalOf } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { openTestInbox } from '../../tests/inbox.ts';

const { team, site, prompt, respond, makeSubject, list, clear, countTriage, triage } =
	await openTestInbox();
afterAll(() => team.end());
beforeEach(clear);

type Filter = Omit<RouteInput<'previewResponseDeletion'>, 'site'>;
const preview = (filter: Filter, by = team.owner) =>
	team.manage.ask(by, 'previewResponseDeletion', { site, ...filter });
const remove = (filter: Filter, count: number, by = team.owner) =>
	team.manage.ask(by, 'deleteResponses', { site, ...filter, count });
const undo = (deletion: string, by = team.owner) =>
	team.manage.ask(by, 'undoDeletion', { workspace: team.site.workspace, deletion });
const listed = async () =>
	(await team.manage.ask(team.viewer, 'listResponses', { site })).body.items.map(({ id }) => id);
const soon = () => new Date(Date.now() + (limits.deletion.undoDays * 24 + 1) * 3_600_000);
async function deleteDue() {
	for (let next = 'deletions'; next === 'deletions';) {
		[{ next }] = await team.sites.sql<[{ next: string }]>`
			select app.maintain('deletions', ${soon()}, 1000) as next`;
	}
}
const kept = async () =>
	(await team.sites.sql`select from app.deleted_responses where site_id = ${site}`).length;

describe('deleting responses by a filter', () => {
	it('counts first, deletes exactly these, and leaves a receipt', async () => {
		const slow = await respond({ answers: { why: 'Slow' } });
		const good = await respond({ answers: { why: 'Good' } });
		const filter = { prompt, search: 'slow' };
		const { body: before } = await preview(filter);
		expect(before).toMatchObject({
			name: '1 response to “inbox”',
			allowed: true,
			counts: { responses: 1 },
			url: expect.stringContaining(`/sites/${site}/responses?prompt=${prompt}&search=slow&delete=`),
		});
		expect((await preview(filter, team.viewer)).body.allowed).toBe(false);
		const { body: deletion } = await remove(filter, 1);
		expect(deletion).toMatchObject({
			kind: 'responses',
			state: 'scheduled',
			site,
			name: before.name,
		});
		expect(await listed()).toEqual([good]);
		expect((await list()).items.map(({ text }) => text)).toEqual(['Good']);
		const of = { site, response: slow };
		expect((await team.manage.ask(team.viewer, 'getResponse', of)).status).toBe(404);

		await deleteDue();
		const { body } = await team.manage.ask(team.viewer, 'listDeletions', {
			workspace: team.site.workspace,
		});
		expect(body.items.find(({ id }) => id === deletion.id)).toMatchObject({
			state: 'finished',
			deleted: { responses: 1 },
		});
		expect(await kept()).toBe(0);
		expect((await undo(deletion.id)).error.code).toBe('conflict');
		const [entry] = await team.sites.sql<{ subject: string }[]>`
			select subject from app.audit_log where site_id = ${site} and did = 'deleteResponses'`;
		expect(entry).toEqual({ subject: before.name });
	});

	it('is undone with all that the team had noted', async () => {
		const subject = await makeSubject('ada');
		const response = await respond({ answers: { why: 'Slow' }, subject });
		await triage(response);
		const of = { site, response };
		const { body: before } = await team.manage.ask(team.viewer, 'getResponse', of);
		const { items } = await list({ status: 'done' });
		const { body: deletion } = await remove({}, 1);
		expect(await countTriage()).toEqual({ texts: 0, tagged: 0, notes: 0 });
		expect((await undo(deletion.id, team.editor)).error).toMatchObject({
			code: 'forbidden',
			message: 'Only an owner can undo the deletion of responses.',
		});
		expect((await undo(deletion.id)).body.state).toBe('undone');
		expect((await team.manage.ask(team.viewer, 'getResponse', of)).body).toEqual(before);
		expect(before.account).toBe('ada');
		expect((await list({ status: 'done' })).items).toEqual(items);
		expect(await countTriage()).toEqual({ texts: 1, tagged: 1, notes: 1 });
		expect((await undo(deletion.id)).body.state).toBe('undone');
		await deleteDue();
		expect(await listed()).toEqual([response]);
	});

	it('leaves out of an undo what is gone meanwhile, and keeps what the visitor answered since', async () => {
		const subject = await makeSubject('bob');
		const erased = await respond({ answers: { why: 'Secret' }, subject });
		const tagged = await respond({ answers: { why: 'Slow' } });
		await triage(tagged);
		const { body: deletion } = await remove({}, 2);
		await team.manage.ask(team.owner, 'eraseVisitor', { site, account: 'bob' });
		await team.sites.sql`delete from app.tags where site_id = ${site}`;
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			values (${site}, ${tagged}, ${prompt}, 1, 2, true, '{"why": "Slower"}', '{}', now(), now())`;
		await undo(deletion.id);
		expect(await listed()).toEqual([tagged]);
		expect(await listed()).not.toContain(erased);
		expect((await list({ status: 'done' })).items).toMatchObject([{ text: 'Slower', tags: [] }]);
	});

	it('is refused if another number matches by now, or if a response changed since it was read', async () => {
		const response = await respond({ answers: { why: 'Slow' } });
		await respond({ answers: { why: 'Slow too' } });
		expect((await remove({ search: 'slow' }, 1)).error).toMatchObject({
			code: 'conflict',
			field: 'count',
			message: 'The filter now matches 2 responses, not 1. Nothing was deleted.',
		});
		expect(await listed()).toHaveLength(2);
		const claims = JSON.stringify({
			sub: team.owner.id,
			amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) }],
		});
		const stale = team.sites.sql.begin(async (sql) => {
			await sql`select set_config('request.jwt.claims', ${claims}, true)`;
			await sql`set local role feedback_person`;
			await sql`select app.delete_responses(${site}, array[${response}]::uuid[], '{3}', 'x', now())`;
		});
		await expect(stale).rejects.toMatchObject({
			code: 'FB409',
			message: 'Visitors changed 1 of these responses meanwhile. Nothing was deleted.',
		});
		expect(await listed()).toHaveLength(2);
	});

	it('takes the filters of lists: a figure of results, and a saved filter', async () => {
		await respond({ answers: { parts: ['api'] } });
		await respond({ answers: { why: 'Slow', parts: ['exporting'] } });
		const figure = JSON.stringify({ question: 'why', was: 'skipped' });
		expect((await preview({ prompt, figure })).body.counts).toEqual({ responses: 1 });
		await team.manage.ask(team.editor, 'createSavedFilter', {
			site,
			prompt,
			name: 'Exporters',
			filter: { condition: { answer: 'parts', op: 'is', value: 'exporting' } },
		});
		const saved = await preview({ prompt, filter: 'Exporters' });
		expect(saved.body.counts).toEqual({ responses: 1 });
		const { searchParams } = new URL(saved.body.url);
		expect(JSON.parse(searchParams.get('condition')!)).toMatchObject({ answer: 'parts' });
		expect((await remove({ prompt, figure }, 1)).status).toBe(200);
		expect((await preview({ prompt })).body.counts).toEqual({ responses: 1 });
		expect((await preview({ prompt, figure: '{"question":"gone"}' })).error.field).toBe(
			'figure.question',
		);
	});

	it('reaches what is deleted with the prompt, and stays undoable if its responses are kept', async () => {
		const of = await team.sites.publish(team.site.siteId, { survey_id: 'closing' });
		await team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, gen_random_uuid(), ${of}, 1, 1, true, '{}', '{}', now(), now() from generate_series(1, 2)`;
		const { body: deletion } = await remove({ prompt: of }, 2);
		await team.sites.sql`
			update app.deletions set due_at = now() + interval '99 days' where id = ${deletion.id}`;
		const close = (keep_responses: boolean) =>
			team.manage.ask(team.owner, 'deletePrompt', {
				site,
				prompt: of,
				confirm: 'closing',
				keep_responses,
			});
		await close(true);
		await deleteDue();
		expect(await kept()).toBe(2);
		await close(false);
		await deleteDue();
		expect(await kept()).toBe(0);
		expect((await undo(deletion.id)).error.code).toBe('conflict');
	});

	it('is for owners; a connection may count with an approval', async () => {
		await respond({ answers: { why: 'Slow' } });
		expect((await remove({}, 1, team.editor)).error.code).toBe('forbidden');
		const agent = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const refused = await preview({}, agent);
		expect(refused.error.code).toBe('approval_required');
		const request = approvalOf(refused.error)!.id;
		await team.manage.ask(team.owner, 'approveGrant', { request, mode: 'until' });
		expect((await preview({}, agent)).body).toMatchObject({
			allowed: false,
			counts: { responses: 1 },
		});
		expect((await remove({}, 1, agent)).error.code).toBe('forbidden');
		expect(await listed()).toHaveLength(1);
	});

	it('deletes at most as many as the limit at once, within a request', thorough, async () => {
		const { responses: most } = limits.deletion;
		const add = (count: number) => team.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${site}, gen_random_uuid(), ${prompt}, 1, 1, true, '{"why": "Slow"}', '{}', now(), now()
			from generate_series(1, ${count}::integer)`;
		await add(most + 1);
		expect((await preview({})).body).toMatchObject({
			name: 'more than 1,000 responses',
			counts: { responses: most + 1 },
		});
		expect((await remove({}, most)).error).toMatchObject({ code: 'conflict' });
		await team.sites.sql`
			delete from app.responses where site_id = ${site} and display_id = (
				select display_id from app.responses where site_id = ${site} limit 1)`;
		const { status, body } = await remove({}, most);
		expect(status).toBe(200);
		expect(await listed()).toEqual([]);
		expect((await undo(body.id)).status).toBe(200);
		expect((await preview({})).body.counts).toEqual({ responses: most });
	});
});
