import { limits, routes } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();
const { acts, approve, draft, grant } = at;

describe('a request of a connection', () => {
	it.each([
		['site:create', 'workspace'],
		['prompt:draft', 'site'],
		['response:read', 'site'],
		['prompt:publish', 'site'],
	] as const)('must name a scope: %s', async (action, field) => {
		const { status, error } = await at.manage.ask(at.agent, 'requestGrant', { action });
		expect([status, error.field]).toEqual([400, field]);
	});

	it('must say which prompt it would publish', async () => {
		const input = { action: 'prompt:publish' as const, site: at.site.id };
		const { status, error } = await at.manage.ask(at.agent, 'requestGrant', input);
		expect([status, error.field]).toEqual([400, 'prompt']);
	});

	it('must be for something that exists and that the connection can see', async () => {
		const prompt = await draft();
		const wrong = [
			{ action: 'prompt:draft' as const, site: at.other.id },
			{ action: 'site:create' as const, workspace: crypto.randomUUID() },
			{ action: 'prompt:publish' as const, site: at.site.id, prompt: crypto.randomUUID() },
			{ action: 'prompt:publish' as const, site: at.site.id, prompt, revision: 2 },
		];
		for (const input of wrong) {
			expect((await at.manage.ask(at.agent, 'requestGrant', input)).status).toBe(404);
		}
	});

	it('says what the site lacks for the revision to be displayed, and since when the program is connected', async () => {
		const content = contentOf('unready');
		const trigger = { events: ['made', 'invoice.payed'], source: 'backend' as const };
		const { body: made } = await at.manage.ask(at.owner, 'createPrompt', {
			site: at.site.id,
			content: { ...content, trigger },
		});
		await at.sites.sql`
			insert into app.event_names (site_id, name, first_seen_at, last_seen_at)
			values (${at.site.id}, 'made', now(), now())`;
		const asked = { site: at.site.id, prompt: made.id };
		const publishing = { ...asked, action: 'prompt:publish' as const, revision: 1 };
		const { body } = await at.manage.ask(at.agent, 'requestGrant', publishing);
		expect(body.missing).toEqual({ events: ['invoice.payed'], site_key: true });
		expect(Date.parse(body.connection.created_at)).not.toBeNaN();
		const editor = await signIn();
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		const theirs = await connect(at.sites.sql, at.manage, editor, [at.site.id]);
		await at.manage.ask(at.owner, 'createSiteKey', { site: at.site.id, name: 'Backend' });
		const { body: request } = await at.manage.ask(theirs, 'requestGrant', publishing);
		const seen = await at.manage.ask(editor, 'getGrantRequest', { request: request.id });
		expect(seen.body.missing).toEqual({ events: ['invoice.payed'], site_key: false });
		const pausing = { ...asked, action: 'prompt:publish' as const };
		expect((await at.manage.ask(at.agent, 'requestGrant', pausing)).body.missing).toBeNull();
	});

	it('cannot be made by a person, who needs no approval', async () => {
		const asked = await at.manage.ask(at.owner, 'requestGrant', {
			action: 'prompt:draft',
			site: at.site.id,
		});
		expect([asked.status, asked.error.code]).toEqual([403, 'forbidden']);
	});

	it('is refused immediately if the person may not perform the action either', async () => {
		await join(at.sites.sql, at.site.workspace, await signIn());
		await at.sites.sql`
			update app.members set role = 'viewer' where person_id = ${at.owner.id} and workspace_id = ${at.site.workspace}`;
		const { status, error } = await acts['prompt:draft']();
		expect([status, error.code]).toEqual([403, 'forbidden']);
		expect(error.message).toContain('a viewer');
		expect((await acts['response:read']()).error.code).toBe('approval_required');
	});

	it('is limited, so that a person does not receive too many requests', async () => {
		const most = limits.approval.openOfConnection;
		const prompts = await Promise.all(Array.from({ length: most + 1 }, () => draft()));
		const answers = [];
		for (const prompt of prompts) {
			answers.push(
				await at.manage.ask(at.agent, 'requestGrant', {
					action: 'prompt:publish',
					site: at.site.id,
					prompt,
					revision: 1,
				}),
			);
		}
		expect(answers.slice(0, most).every(({ status }) => status === 200)).toBe(true);
		expect([answers[most]!.status, answers[most]!.error.code]).toEqual([429, 'rate_limited']);
		const page = await at.manage.ask(at.owner, 'listGrantRequests', { limit: 4 });
		expect(page.body.items).toHaveLength(4);
		const next = await at.manage.ask(at.owner, 'listGrantRequests', {
			limit: 10,
			cursor: page.body.next!,
		});
		expect(next.body.items).toHaveLength(6);
		// Neither a denied request counts any longer, nor those that expired.
		await at.sites.sql`
			with c as (
				insert into app.connections (person_id, kind, name)
				select ${at.owner.id}, 'mcp', 'Editor' from generate_series(1, 20) returning id)
			insert into app.grant_requests (connection_id, person_id, workspace_id, site_id, action, expires_at)
			select c.id, r.person_id, r.workspace_id, r.site_id, 'response:read', now() - interval '1 second'
			from app.grant_requests r, c
			where r.id = ${page.body.items[0]!.id}`;
		await at.manage.ask(at.owner, 'denyGrant', { request: page.body.items[0]!.id });
		expect((await acts['prompt:draft']()).error.code).toBe('approval_required');
	});

	it('expires, and can be requested again', async () => {
		const { error } = await acts['prompt:draft']();
		const { id } = approvalOf(error)!;
		await at.sites.sql`update app.grant_requests set expires_at = now() where id = ${id}`;
		const { body } = await at.manage.ask(at.agent, 'getGrantRequest', { request: id });
		expect(body.state).toBe('expired');
		expect((await approve(id)).status).toBe(409);
		const again = approvalOf((await acts['prompt:draft']()).error)!;
		expect(again.id).not.toBe(id);
	});

	it('can be denied, which ends that request', async () => {
		const { id } = approvalOf((await acts['prompt:draft']()).error)!;
		const denied = await at.manage.ask(at.owner, 'denyGrant', { request: id });
		expect(routes.denyGrant.output.parse(denied.body)).toMatchObject({
			state: 'denied',
			reason: null,
		});
		expect((await approve(id)).status).toBe(409);
		expect((await at.manage.ask(at.owner, 'denyGrant', { request: id })).status).toBe(409);
		expect((await at.manage.ask(at.agent, 'getGrantRequest', { request: id })).body.state).toBe(
			'denied',
		);
	});
});

describe('the reason for a denial', () => {
	const reason = 'Ask only people who exported something.\nAnd in German.';

	it('reaches the program, with the request and with the next attempt, and is in the audit log', async () => {
		const { id } = approvalOf((await acts['prompt:draft']()).error)!;
		const denied = await at.manage.ask(at.owner, 'denyGrant', { request: id, reason });
		expect(denied.body).toMatchObject({ state: 'denied', reason });
		const seen = await at.manage.ask(at.agent, 'getGrantRequest', { request: id });
		expect(seen.body).toMatchObject({ state: 'denied', reason });
		const again = await acts['prompt:draft']();
		expect(again.error.hint).toBe(
			`They denied the same request within the last 24 hours: “${reason}”.`,
		);
		expect((await acts['response:read']()).error.hint).toBeUndefined();
		const { body } = await at.manage.ask(at.owner, 'listAudit', { workspace: at.site.workspace });
		expect(body.items.find(({ did }) => did === 'denyGrant')).toMatchObject({
			subject: `prompt:draft: ${reason}`,
		});
	});

	it.each([
		['with more than its limit', 'x'.repeat(limits.approval.reason + 1)],
		['of spaces', '   '],
		['that overrides the direction of text', 'pay\u202eeno'],
		['with a terminal’s control characters', 'a\u001b[2J'],
	])('is refused %s', async (_, wrong) => {
		const { id } = approvalOf((await acts['prompt:draft']()).error)!;
		const refused = await at.manage.ask(at.owner, 'denyGrant', { request: id, reason: wrong });
		expect([refused.status, refused.error.field]).toEqual([400, 'reason']);
	});
});

describe('a recent sign-in', () => {
	it.each(['once', 'until'] as const)('is required to approve: %s', async (mode) => {
		const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1_000) - 3_600 }];
		const stale = await signIn({ amr });
		await join(at.sites.sql, at.site.workspace, stale);
		at.owner = stale;
		at.agent = await connect(at.sites.sql, at.manage, at.owner, [at.site.id]);
		const { id } = approvalOf((await acts['prompt:draft']()).error)!;
		const refused = await approve(id, { mode });
		expect([refused.status, refused.error.code]).toEqual([403, 'recent_sign_in_required']);
	});
});

describe('connections', () => {
	it('are listed with their last use for their person only', async () => {
		await at.manage.ask(at.agent, 'whoami', {});
		const { body } = await at.manage.ask(at.owner, 'listConnections', {});
		expect(routes.listConnections.output.parse(body).items).toMatchObject([
			{ id: at.agent.id, kind: 'mcp', name: 'Editor', sites: [at.site.id] },
		]);
		expect(body.items[0]!.last_used_at).not.toBeNull();
		const someone = await signIn();
		expect((await at.manage.ask(someone, 'listConnections', {})).body.items).toEqual([]);
		const theirs = await at.manage.ask(someone, 'revokeConnection', { connection: at.agent.id });
		expect(theirs.status).toBe(404);
	});

	it('are listed with what they last did, on which site and when', async () => {
		const last = async () => {
			const { body } = await at.manage.ask(at.owner, 'listConnections', {});
			return routes.listConnections.output.parse(body).items[0]!.last_action;
		};
		expect(await last()).toBeNull();
		await grant('prompt:draft');
		expect(await last()).toMatchObject({ operation: 'requestGrant', site: at.site.id });
		await acts['prompt:draft']();
		expect(await last()).toMatchObject({
			operation: 'createPrompt',
			site: at.site.id,
			workspace: at.site.workspace,
		});
		expect(Date.parse((await last())!.at)).not.toBeNaN();
		// What the person does is not what their program did.
		await draft();
		expect((await last())!.operation).toBe('createPrompt');
		const theirs = await signIn();
		await join(at.sites.sql, at.site.workspace, theirs);
		expect((await at.manage.ask(theirs, 'listConnections', {})).body.items).toEqual([]);
	});

	it('end with their grants, requests and tokens', async () => {
		await grant('prompt:draft');
		const { id } = approvalOf((await acts['response:read']()).error)!;
		const revoked = await at.manage.ask(at.owner, 'revokeConnection', { connection: at.agent.id });
		expect(revoked.body).toEqual({ removed: true });
		expect((await acts['prompt:draft']()).status).toBe(401);
		expect((await approve(id)).status).toBe(409);
		expect((await at.manage.ask(at.owner, 'listGrants', {})).body.items).toEqual([]);
		expect((await at.manage.ask(at.owner, 'listConnections', {})).body.items).toEqual([]);
	});
});

describe('a token for a pipeline', () => {
	const create = (given: object = {}, by = at.owner) =>
		at.manage.ask(by, 'createCiToken', {
			workspace: at.site.workspace,
			name: 'Deploy',
			sites: [at.site.id],
			actions: ['prompt:draft', 'prompt:publish'],
			days: 30,
			...given,
		});

	it('is shown once and allows its action repeatedly', async () => {
		const { status, body, error } = await create();
		expect(status, JSON.stringify(error)).toBe(200);
		routes.createCiToken.output.parse(body);
		at.agent = { ...at.agent, id: body.id, token: body.token };
		for (const _ of [1, 2]) {
			const content = contentOf();
			const created = await at.manage.ask(at.agent, 'createPrompt', { site: at.site.id, content });
			const published = await at.manage.ask(at.agent, 'publishPrompt', {
				site: at.site.id,
				prompt: created.body.id,
				revision: 1,
			});
			expect(published.status, JSON.stringify(published.error)).toBe(200);
		}
		expect((await acts['response:read']()).error.code).toBe('approval_required');
		const tokens = await at.manage.ask(at.owner, 'listCiTokens', { workspace: at.site.workspace });
		expect(routes.listCiTokens.output.parse(tokens.body).items[0]!.last_action).toMatchObject({
			operation: 'requestGrant',
			site: at.site.id,
		});
		const kept = await at.sites.sql`select * from app.tokens where connection_id = ${body.id}`;
		expect(JSON.stringify(kept)).not.toContain(body.token);
	});

	it('expires on its day', async () => {
		const { body } = await create({ days: 1 });
		await at.sites.sql`update app.connections set expires_at = now() where id = ${body.id}`;
		expect((await at.manage.ask({ ...at.agent, token: body.token }, 'whoami', {})).status).toBe(
			401,
		);
	});

	it('can be created by owners, for their sites, after a recent sign-in', async () => {
		const editor = await signIn();
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		expect((await create({}, editor)).status).toBe(403);
		expect((await create({ sites: [at.other.id] })).status).toBe(404);
		const stale = await signIn({ amr: [{ method: 'password', timestamp: 1_700_000_000 }] });
		await join(at.sites.sql, at.site.workspace, stale);
		expect((await create({}, stale)).error.code).toBe('recent_sign_in_required');
	});

	it('publishes and reads responses only with a confirmation of the combination', async () => {
		const actions = ['prompt:publish', 'response:read'];
		expect((await create({ actions })).status).toBe(409);
		const { body } = await create({ actions, combination: true });
		at.agent = { ...at.agent, token: body.token };
		expect((await acts['response:read']()).status).toBe(200);
		expect((await acts['prompt:publish']()).status).toBe(200);
	});
});
