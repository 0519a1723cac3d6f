// Deleting prompts, sites and workspaces: what stops immediately, what can be undone, and that nothing remains.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { approvalOf } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import type { TestSite } from '../../tests/sites.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';
import { join, signIn } from '../../tests/people.ts';
import { webhook } from '../../tests/webhook.ts';

/** Longer than the function caches a site. */
const cachedMs = 61_000;

let team: TestWorkspace;
let sdk: TestSdk;

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

const soon = () => new Date(Date.now() + (limits.deletion.undoDays * 24 + 1) * 3_600_000);

/** Runs the maintenance step that deletes, as it would run once a deletion can no longer be undone. */
async function deleteDue(batch = 1_000): Promise<number> {
	for (let pieces = 1; ; pieces += 1) {
		const [row] = await team.sites.sql<{ next: string }[]>`
			select app.maintain('deletions', ${soon()}, ${batch}) as next`;
		if (row!.next !== 'deletions') return pieces;
	}
}

async function makeSite(workspace = team.site.workspace, name = 'Shop'): Promise<TestSite> {
	const siteId = `site_${crypto.randomUUID().slice(0, 8)}`;
	const [site] = await team.sites.sql<{ id: string }[]>`
		insert into app.sites (workspace_id, site_id, name, settings)
		values (${workspace}, ${siteId}, ${name}, '{"limits": {"cooldown_days": 0}}') returning id`;
	return { id: site!.id, siteId, workspace };
}

async function report(siteId: string, name = 'bought') {
	const caller = newCaller(siteId, sdk.clock.now);
	const event = newEvent(name, sdk.clock.now);
	const { status, body } = await sdk.post<EventsResponse & { error?: { code: string } }>(
		'/events',
		{ ...caller, events: [event], decide: true },
	);
	return { status, body };
}

/** Publishes a prompt that visitors see and answer; resolves to its UUID. */
async function fill({ siteId }: TestSite, survey_id: string, visitors = 3): Promise<string> {
	const prompt = await team.sites.publish(siteId, {
		survey_id,
		name: 'Bought',
		trigger: { events: [survey_id] },
	});
	for (let visitor = 0; visitor < visitors; visitor += 1) {
		const { body } = await report(siteId, survey_id);
		const display = (body.decision as { display: { id: string; secret: string } }).display;
		const target = { site: siteId, display: display.id, secret: display.secret };
		await sdk.post('/display', { ...target, state: 'displayed' });
		await sdk.post('/answer', {
			...target,
			seq: 1,
			final: true,
			answers: { score: 4, why: 'Fast' },
		});
	}
	return prompt;
}

/** Rows of every table in which a UUID occurs, or the site's internal key. */
async function countRows(id: string, key?: number): Promise<Record<string, number>> {
	const relations = await team.sites.sql<{ relation: string }[]>`
		select format('app.%I', relname) as relation from pg_class
		where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') and not relispartition
		  and relname not in ('deletions', 'audit_log') order by 1`;
	const counts: Record<string, number> = {};
	for (const { relation } of relations) {
		const [row] = await team.sites.sql<{ rows: number }[]>`
			select count(*)::int as rows from ${team.sites.sql(relation)} t
			where strpos(to_jsonb(t)::text, ${id}) > 0
			   or ${relation === 'app.events' && key !== undefined} and (to_jsonb(t) ->> 'site')::int = ${key ?? 0}`;
		if (row!.rows > 0) counts[relation] = row!.rows;
	}
	return counts;
}

const keyOf = async (site: string) =>
	(await team.sites.sql<{ key: number }[]>`select key from app.sites where id = ${site}`)[0]!.key;

describe('deleting a prompt', () => {
	it('requires its name, and changes nothing without', async () => {
		const prompt = await fill(team.site, 'confirmed', 1);
		const { status, error } = await team.manage.ask(team.owner, 'deletePrompt', {
			site: team.site.id,
			prompt,
			confirm: 'bought',
		});
		expect({ status, ...error }).toMatchObject({
			status: 400,
			code: 'invalid_request',
			field: 'confirm',
			message: expect.stringContaining('"Bought"'),
		});
		const { body } = await team.manage.ask(team.viewer, 'getPrompt', {
			site: team.site.id,
			prompt,
		});
		expect(body.state).toBe('published');
	});

	it('counts what would be deleted, pauses the prompt, and can be undone', async () => {
		const site = await makeSite();
		const prompt = await fill(site, 'undone');
		const place = { site: site.id, prompt };
		const before = await team.manage.ask(team.viewer, 'previewPromptDeletion', place);
		expect(before.body).toMatchObject({
			name: 'Bought',
			allowed: false,
			counts: { responses: 3, displays: 3, revisions: 1 },
			scheduled: null,
		});
		// This call stores the owner's e-mail address.
		await team.manage.ask(team.owner, 'whoami', {});
		const made = await team.manage.ask(team.owner, 'deletePrompt', { ...place, confirm: 'Bought' });
		expect(made.body).toMatchObject({
			kind: 'prompt',
			state: 'scheduled',
			target: prompt,
			requested_by: team.owner.email,
		});
		expect(Date.parse(made.body.due_at) - Date.parse(made.body.requested_at)).toBe(
			limits.deletion.undoDays * 86_400_000,
		);
		expect((await report(site.siteId, 'undone')).body.decision).toEqual({ reason: 'no_prompt' });
		const again = await team.manage.ask(team.owner, 'deletePrompt', {
			...place,
			confirm: 'Bought',
		});
		expect(again.error).toMatchObject({ code: 'conflict' });
		const resumed = await team.manage.ask(team.owner, 'resumePrompt', place);
		expect(resumed.error).toMatchObject({
			code: 'conflict',
			message: 'The prompt is scheduled for deletion. Undo the deletion first.',
		});
		const undo = { workspace: site.workspace, deletion: made.body.id };
		const refused = await team.manage.ask(team.editor, 'undoDeletion', undo);
		expect(refused.error).toMatchObject({ code: 'forbidden' });
		const undone = await team.manage.ask(team.owner, 'undoDeletion', undo);
		expect(undone.body).toMatchObject({ state: 'undone' });
		await deleteDue();
		expect((await team.manage.ask(team.viewer, 'getPrompt', place)).body.state).toBe('paused');
		expect((await team.manage.ask(team.owner, 'resumePrompt', place)).body.state).toBe('published');
	});

	it('deletes its rows from every table, in pieces, and stores a receipt', async () => {
		const site = await makeSite();
		const prompt = await fill(site, 'gone', 5);
		const kept = await fill(site, 'other', 2);
		const { body } = await team.manage.ask(team.owner, 'deletePrompt', {
			site: site.id,
			prompt,
			confirm: 'Bought',
		});
		expect(await deleteDue(2)).toBeGreaterThan(5);
		expect(await countRows(prompt)).toEqual({});
		expect(Object.keys(await countRows(kept))).toContain('app.responses');
		const { body: list } = await team.manage.ask(team.viewer, 'listDeletions', {
			workspace: site.workspace,
		});
		expect(list.items.find(({ id }) => id === body.id)).toMatchObject({
			state: 'finished',
			name: 'Bought',
			deleted: { responses: 5, displays: 5, prompts: 1 },
		});
		const undo = { workspace: site.workspace, deletion: body.id };
		expect((await team.manage.ask(team.owner, 'undoDeletion', undo)).error).toMatchObject({
			code: 'conflict',
		});
	});

	it('can preserve the responses, which stay readable in the archive', async () => {
		const site = await makeSite();
		const prompt = await fill(site, 'kept', 2);
		const place = { site: site.id, prompt };
		const content = writePrompt({ survey_id: 'kept', name: 'Renamed' });
		await team.manage.ask(team.owner, 'saveRevision', { ...place, content, base: 1 });
		await team.manage.ask(team.owner, 'deletePrompt', {
			...place,
			confirm: 'Renamed',
			keep_responses: true,
		});
		await deleteDue();
		const found = await team.manage.ask(team.viewer, 'getPrompt', place);
		expect(found.body).toMatchObject({ state: 'archived', published_revision: null });
		const { body } = await team.manage.ask(team.viewer, 'summarizeResponses', place);
		expect(body.questions[0]).toMatchObject({ id: 'score', answered: 2 });
		expect(Object.keys(await countRows(prompt))).toEqual([
			'app.prompts',
			'app.publications',
			'app.responses',
			'app.revisions',
			'app.text_answers',
		]);
	});

	it('is allowed to owners, and to editors if it was never published', async () => {
		const draft = await team.manage.ask(team.editor, 'createPrompt', {
			site: team.site.id,
			content: writePrompt({ survey_id: 'draft', name: 'Draft' }),
		});
		const prompt = await fill(team.site, 'published', 1);
		const ask = (id: string, confirm: string) =>
			team.manage.ask(team.editor, 'deletePrompt', { site: team.site.id, prompt: id, confirm });
		expect((await ask(draft.body.id, 'Draft')).status).toBe(200);
		expect((await ask(prompt, 'Bought')).error).toMatchObject({
			code: 'forbidden',
			message: 'Only an owner can delete a published prompt.',
		});
	});
});

describe('deleting a site', () => {
	it('closes it to the SDK immediately, and opens it again when undone', async () => {
		const site = await makeSite();
		await fill(site, 'closed', 1);
		const { body } = await team.manage.ask(team.owner, 'deleteSite', {
			site: site.id,
			confirm: 'Shop',
		});
		sdk.clock.now += cachedMs;
		expect((await report(site.siteId)).body.error).toMatchObject({ code: 'unknown_site' });
		await team.manage.ask(team.owner, 'undoDeletion', {
			workspace: site.workspace,
			deletion: body.id,
		});
		sdk.clock.now += cachedMs;
		expect((await report(site.siteId)).status).toBeLessThan(300);
	});

	it('deletes its rows from every table, including its events', async () => {
		const site = await makeSite();
		await fill(site, 'filled', 4);
		await team.manage.ask(team.owner, 'createDestination', { site: site.id, ...webhook });
		await team.manage.ask(team.owner, 'createSiteKey', { site: site.id, name: 'Backend' });
		await team.manage.ask(team.owner, 'createProofKey', { site: site.id, alg: 'HS256' });
		await fill(site, 'again', 4);
		const key = await keyOf(site.id);
		expect(Object.keys(await countRows(site.id, key)).length).toBeGreaterThan(10);
		const { body: preview } = await team.manage.ask(team.owner, 'previewSiteDeletion', {
			site: site.id,
		});
		expect(preview.counts).toMatchObject({ prompts: 2, responses: 8, events: 8, visitors: 8 });
		await team.manage.ask(team.owner, 'deleteSite', { site: site.id, confirm: 'Shop' });
		await deleteDue(3);
		expect(await countRows(site.id, key)).toEqual({});
		const [audit] = await team.sites.sql`
			select from app.audit_log where site_id = ${site.id} and did = 'deleteSite'`;
		expect(audit).toBeDefined();
	});
});

describe('deleting a workspace', () => {
	it('deletes all of its sites and members, and the requester still has the receipt', async () => {
		const owner = await signIn();
		const { workspace } = await team.sites.makeSite({}, 'Acme');
		await join(team.sites.sql, workspace, owner);
		await fill(await makeSite(workspace), 'a', 1);
		await fill(await makeSite(workspace), 'b', 1);
		const asked = await team.manage.ask(owner, 'deleteWorkspace', { workspace, confirm: 'Acme' });
		expect(asked.body).toMatchObject({ kind: 'workspace', site: null, state: 'scheduled' });
		const created = await team.manage.ask(owner, 'createSite', { workspace, name: 'Late' });
		expect(created.error).toMatchObject({ code: 'conflict' });
		await deleteDue();
		expect(await countRows(workspace)).toEqual({});
		const { body } = await team.manage.ask(owner, 'listDeletions', {});
		expect(body.items).toMatchObject([
			{ id: asked.body.id, state: 'finished', deleted: { sites: 3, workspaces: 1, responses: 2 } },
		]);
	});

	it('does not reopen a site that is separately scheduled for deletion', async () => {
		const owner = await signIn();
		const { workspace } = await team.sites.makeSite({}, 'Acme');
		await join(team.sites.sql, workspace, owner);
		const [closed, open] = [await makeSite(workspace), await makeSite(workspace)];
		await team.manage.ask(owner, 'deleteSite', { site: closed.id, confirm: 'Shop' });
		const { body } = await team.manage.ask(owner, 'deleteWorkspace', {
			workspace,
			confirm: 'Acme',
		});
		await team.manage.ask(owner, 'undoDeletion', { workspace, deletion: body.id });
		const rows = await team.sites.sql<{ id: string }[]>`
			select id from app.sites where workspace_id = ${workspace} and closed_at is not null`;
		expect(rows).toEqual([{ id: closed.id }]);
		expect((await report(open.siteId)).status).toBeLessThan(300);
	});

	it('needs a recent sign-in', async () => {
		const signedInAt = Math.floor(Date.now() / 1_000) - 3_600;
		const owner = await signIn({ amr: [{ method: 'password', timestamp: signedInAt }] });
		const { workspace } = await team.sites.makeSite({}, 'Acme');
		await join(team.sites.sql, workspace, owner);
		const { error } = await team.manage.ask(owner, 'deleteWorkspace', {
			workspace,
			confirm: 'Acme',
		});
		expect(error).toMatchObject({ code: 'recent_sign_in_required' });
	});
});

it('a stranger sees nothing to delete, and no deletion', async () => {
	const stranger = await signIn();
	const { body } = await team.manage.ask(stranger, 'listDeletions', {});
	expect(body.items).toEqual([]);
	const missing = { workspace: team.site.workspace, deletion: mintUuidv7(Date.now()) };
	expect((await team.manage.ask(stranger, 'undoDeletion', missing)).status).toBe(404);
	expect((await team.manage.ask(team.owner, 'undoDeletion', missing)).status).toBe(404);
});

describe('a connection', () => {
	const draft = async () => {
		const { body } = await team.manage.ask(team.editor, 'createPrompt', {
			site: team.site.id,
			content: writePrompt({ name: 'Draft' }),
		});
		return { site: team.site.id, prompt: body.id };
	};
	const connection = (...sites: string[]) =>
		connect(team.sites.sql, team.manage, team.owner, sites);

	it('deletes a draft with an approval, and can undo that', async () => {
		const agent = await connection(team.site.id);
		const at = await draft();
		const previewed = await team.manage.ask(agent, 'previewPromptDeletion', at);
		expect(previewed.body).toMatchObject({
			name: 'Draft',
			allowed: true,
			counts: { revisions: 1 },
			scheduled: null,
			url: expect.stringContaining(`/sites/${at.site}/prompts/${at.prompt}/results?delete`),
		});
		const refused = await team.manage.ask(agent, 'deletePrompt', { ...at, confirm: 'Draft' });
		expect(refused.error.code).toBe('approval_required');
		const { items } = (await team.manage.ask(team.owner, 'listDeletions', {})).body;
		expect(items.filter(({ target }) => target === at.prompt)).toEqual([]);

		const request = approvalOf(refused.error)!.id;
		await team.manage.ask(team.owner, 'approveGrant', { request, mode: 'until' });
		const { body } = await team.manage.ask(agent, 'deletePrompt', { ...at, confirm: 'Draft' });
		expect(body).toMatchObject({ kind: 'prompt', target: at.prompt, state: 'scheduled' });
		const listed = await team.manage.ask(agent, 'listDeletions', {});
		expect(listed.body.items.map(({ id }) => id)).toContain(body.id);
		const kept = { workspace: team.site.workspace, deletion: body.id };
		expect((await team.manage.ask(agent, 'undoDeletion', kept)).body.state).toBe('undone');
	});

	it('cannot delete a published prompt, a site or a workspace, nor undo such a deletion', async () => {
		const agent = await connection(team.site.id);
		const { site, workspace } = { site: team.site.id, workspace: team.site.workspace };
		const prompt = await fill(team.site, 'kept-from-tools', 1);
		const { body: request } = await team.manage.ask(agent, 'requestGrant', {
			action: 'prompt:draft',
			site,
		});
		await team.manage.ask(team.owner, 'approveGrant', { request: request.id, mode: 'until' });
		const counted = await team.manage.ask(agent, 'previewPromptDeletion', { site, prompt });
		expect(counted.body).toMatchObject({ allowed: false, counts: { responses: 1 } });
		const ofSite = await team.manage.ask(agent, 'previewSiteDeletion', { site });
		expect(ofSite.body.allowed).toBe(false);
		// A connection sees only chosen sites, so it receives no counts over all sites.
		const ofWorkspace = await team.manage.ask(agent, 'previewWorkspaceDeletion', { workspace });
		expect(ofWorkspace.body).toMatchObject({ allowed: false, counts: {} });

		const ask = { site, prompt, confirm: 'Bought' };
		expect((await team.manage.ask(agent, 'deletePrompt', ask)).error).toMatchObject({
			code: 'forbidden',
			message: 'Only a person can delete a published prompt, in the dashboard.',
		});
		for (const name of ['deleteSite', 'deleteWorkspace'] as const) {
			const input = { site, workspace, confirm: 'Acme' };
			expect((await team.manage.ask(agent, name, input as never)).error.code).toBe('forbidden');
		}
		const { body: deletion } = await team.manage.ask(team.owner, 'deletePrompt', ask);
		const undo = { workspace, deletion: deletion.id };
		expect((await team.manage.ask(agent, 'undoDeletion', undo)).error).toMatchObject({
			code: 'forbidden',
			message: 'Only a person can undo the deletion of this prompt, in the dashboard.',
		});
		await team.manage.ask(team.owner, 'undoDeletion', undo);
	});

	it('sees no deletion of sites that were not chosen for it', async () => {
		const agent = await connection((await makeSite()).id);
		const at = await draft();
		expect((await team.manage.ask(agent, 'previewPromptDeletion', at)).status).toBe(404);
		const { body } = await team.manage.ask(team.owner, 'deletePrompt', { ...at, confirm: 'Draft' });
		const undo = { workspace: team.site.workspace, deletion: body.id };
		expect((await team.manage.ask(agent, 'undoDeletion', undo)).status).toBe(404);
		const listed = await team.manage.ask(agent, 'listDeletions', {});
		expect(listed.body.items.filter(({ target }) => target === at.prompt)).toEqual([]);
	});
});
