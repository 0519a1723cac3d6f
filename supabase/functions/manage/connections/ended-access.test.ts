import type { Action, Role } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { maintain } from '../../../../server/postgres/maintain.ts';
import { connect, type TestConnection } from '../../tests/connections.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import { writePrompt } from '../../tests/workspace.ts';

// Access that depends on a membership or a role ends with it, permanently.

let sites: TestSites;
let manage: TestManage;
let site: TestSite;
let owner: TestPerson;
let member: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
});
afterAll(async () => {
	await manage.end();
	await sites.end();
});
beforeEach(async () => {
	[owner, member] = await Promise.all([signIn(), signIn()]);
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, owner);
});

const allow = async (connection: TestConnection, action: Exclude<Action, 'prompt:publish'>) => {
	const { body: request } = await manage.ask(connection, 'requestGrant', {
		action,
		...(action === 'site:create' ? { workspace: site.workspace } : { site: site.id }),
	});
	const person = connection.person === owner.id ? owner : member;
	const given = { request: request.id, mode: 'until' } as const;
	expect((await manage.ask(person, 'approveGrant', given)).status).toBe(200);
};
const createToken = async (person: TestPerson, actions: Action[] = ['response:read']) => {
	const { body } = await manage.ask(person, 'createCiToken', {
		workspace: site.workspace,
		name: 'Nightly',
		sites: [site.id],
		actions,
		days: 30,
	});
	return { id: body.id, email: '', token: body.token, person: person.id };
};
const read = async (connection: TestConnection) =>
	(await manage.ask(connection, 'listResponses', { site: site.id })).status;
const draft = async (connection: TestConnection) =>
	(await manage.ask(connection, 'createPrompt', { site: site.id, content: writePrompt() })).error
		?.code ?? 'created';
const remove = (person: TestPerson, by = owner) =>
	manage.ask(by, 'removeMember', { workspace: site.workspace, person: person.id });
const setRole = (person: TestPerson, role: Role, by = owner) =>
	manage.ask(by, 'changeMember', { workspace: site.workspace, person: person.id, role });
const inviteAgain = async (person: TestPerson, role: Role) => {
	const invited = await manage.ask(owner, 'invite', {
		workspace: site.workspace,
		email: person.email,
		role,
	});
	const secret = invited.body.url.split('#')[1]!;
	expect((await manage.ask(person, 'acceptInvitation', { secret })).status).toBe(200);
};
const audit = async () => {
	const { body } = await manage.ask(owner, 'listAudit', { workspace: site.workspace });
	return body.items.map(({ who, did, subject }) => `${who} ${did} ${subject}`);
};

describe('a person who was removed and is invited again', () => {
	it.each<[string, (role: Role) => Promise<TestConnection>, Role]>([
		['a CI token', () => createToken(member), 'viewer'],
		['a CI token, as an owner again', () => createToken(member), 'owner'],
	])('does not get back %s', async (_, make, role) => {
		await join(sites.sql, site.workspace, member, 'owner');
		const token = await make(role);
		expect(await read(token)).toBe(200);
		await remove(member);
		expect(await read(token)).toBe(401);
		await inviteAgain(member, role);
		expect(await read(token)).toBe(401);
	});

	it('does not get back a connection, which ended when no site was left', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await allow(agent, 'prompt:draft');
		expect(await draft(agent)).toBe('created');
		await remove(member);
		await inviteAgain(member, 'editor');
		expect(await draft(agent)).toBe('unauthenticated');
		expect((await manage.ask(member, 'listConnections', {})).body.items).toEqual([]);
	});

	it('does not get back the sites of a connection that still has other sites', async () => {
		const elsewhere = await sites.makeSite();
		await join(sites.sql, elsewhere.workspace, member, 'editor');
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id, elsewhere.id]);
		await allow(agent, 'prompt:draft');
		await remove(member);
		await inviteAgain(member, 'editor');
		const { body } = await manage.ask(agent, 'whoami', {});
		expect(body.connection!.sites).toEqual([elsewhere.id]);
		expect(body.grants).toEqual([]);
		expect(await draft(agent)).toBe('not_found');
		const { body: list } = await manage.ask(member, 'listConnections', {});
		expect(list.items).toMatchObject([{ id: agent.id, sites: [elsewhere.id] }]);
	});

	it('finds no earlier approvals, and no open requests', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const elsewhere = await sites.makeSite();
		await join(sites.sql, elsewhere.workspace, member, 'viewer');
		const agent = await connect(sites.sql, manage, member, [site.id, elsewhere.id]);
		const wanted = { action: 'prompt:draft', site: site.id } as const;
		const { body: request } = await manage.ask(agent, 'requestGrant', wanted);
		await remove(member);
		await inviteAgain(member, 'editor');
		const given = { request: request.id, mode: 'until' } as const;
		expect((await manage.ask(member, 'approveGrant', given)).error.code).toBe('conflict');
	});
});

describe('a person who leaves', () => {
	it('ends their approvals, in the same transaction', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await allow(agent, 'response:read');
		await remove(member, member);
		const [left] = await sites.sql`
			select (select count(*)::int from app.grants where connection_id = ${agent.id} and revoked_at is null) as grants,
			       (select count(*)::int from app.connection_sites where connection_id = ${agent.id}) as sites,
			       (select count(*)::int from app.tokens where connection_id = ${agent.id} and revoked_at is null) as tokens,
			       (select revoked_at is not null from app.connections where id = ${agent.id}) as ended`;
		expect(left).toEqual({ grants: 0, sites: 0, tokens: 0, ended: true });
	});

	it('with a plain SQL statement ends them too', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await allow(agent, 'response:read');
		await sites.sql`delete from app.members where person_id = ${member.id}`;
		await join(sites.sql, site.workspace, member, 'editor');
		expect(await read(agent)).toBe(401);
	});

	it('changes nothing for others', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const [theirs, ours] = await Promise.all([
			connect(sites.sql, manage, member, [site.id]),
			connect(sites.sql, manage, owner, [site.id]),
		]);
		await allow(ours, 'response:read');
		await allow(theirs, 'response:read');
		const token = await createToken(owner);
		await remove(member);
		expect(await Promise.all([read(theirs), read(ours), read(token)])).toEqual([401, 200, 200]);
	});
});

describe('a person who loses a role and gets it back', () => {
	it('has lost the grants that needed the role, but not the others', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await allow(agent, 'prompt:draft');
		await allow(agent, 'site:create');
		await allow(agent, 'response:read');
		await setRole(member, 'viewer');
		await setRole(member, 'editor');
		expect(await draft(agent)).toBe('approval_required');
		expect(await read(agent)).toBe(200);
		const { body } = await manage.ask(member, 'listGrants', {});
		expect(body.items.map(({ action }) => action)).toEqual(['response:read']);
	});

	it('has lost the CI tokens, which only an owner may have', async () => {
		await join(sites.sql, site.workspace, member, 'owner');
		const token = await createToken(member, ['response:read', 'prompt:draft']);
		await setRole(member, 'editor');
		expect(await read(token)).toBe(401);
		await setRole(member, 'owner');
		expect(await read(token)).toBe(401);
	});

	it('loses nothing when promoted', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await allow(agent, 'prompt:draft');
		await setRole(member, 'owner');
		expect(await draft(agent)).toBe('created');
	});
});

describe('access that ended', () => {
	// The call to whoami stores the e-mail address in the workspace.
	const enter = async (role: Role) => {
		await join(sites.sql, site.workspace, member, role);
		await manage.ask(member, 'whoami', {});
	};
	const lost = async () => (await manage.ask(member, 'listLostAccess', {})).body.items;

	it('is in the audit log, with the person who ended it and the reason', async () => {
		await enter('owner');
		const agent = await connect(sites.sql, manage, member, [site.id], { name: 'Cursor' });
		await allow(agent, 'prompt:draft');
		await createToken(member);
		await remove(member);
		const because = `${member.email} was removed`;
		expect(await audit()).toEqual(
			expect.arrayContaining([
				`${owner.email} removeMember ${member.email}`,
				`${owner.email} revokeGrant prompt:draft of Cursor: ${because}`,
				`${owner.email} revokeConnection Cursor: ${because}`,
				`${owner.email} revokeCiToken Nightly: ${because}`,
			]),
		);
	});

	it('is in the audit log when a role was lost', async () => {
		await enter('editor');
		const agent = await connect(sites.sql, manage, member, [site.id], { name: 'Cursor' });
		await allow(agent, 'prompt:draft');
		await setRole(member, 'viewer');
		expect(await audit()).toContain(
			`${owner.email} revokeGrant prompt:draft of Cursor: ${member.email} is a viewer now`,
		);
	});

	it('is listed for the person, even when they can no longer see the workspace', async () => {
		await enter('owner');
		const agent = await connect(sites.sql, manage, member, [site.id], { name: 'Cursor' });
		await allow(agent, 'prompt:draft');
		const token = await createToken(member);
		await setRole(member, 'viewer');
		await remove(member);
		const losses = await lost();
		expect(losses).toHaveLength(3);
		expect(losses[0]).toMatchObject({
			connection: agent.id,
			kind: 'mcp',
			name: 'Cursor',
			workspace: site.workspace,
			workspace_name: 'Reports',
			cause: 'removed',
			role: null,
			sites: ['Reports'],
			actions: [],
			ended: true,
		});
		const demoted = { cause: 'role', role: 'viewer', workspace_name: 'Reports' };
		expect(losses.slice(1)).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					...demoted,
					connection: agent.id,
					sites: [],
					actions: ['prompt:draft'],
					ended: false,
				}),
				expect.objectContaining({
					...demoted,
					connection: token.id,
					kind: 'ci',
					sites: ['Reports'],
					actions: ['response:read'],
					ended: true,
				}),
			]),
		);
	});

	it('names the person who left as the cause', async () => {
		await enter('viewer');
		await connect(sites.sql, manage, member, [site.id]);
		await remove(member, member);
		expect(await lost()).toMatchObject([{ cause: 'left' }]);
	});

	it('is listed for no one else', async () => {
		await enter('viewer');
		const agent = await connect(sites.sql, manage, member, [site.id]);
		await remove(member);
		expect((await manage.ask(owner, 'listLostAccess', {})).body.items).toEqual([]);
		const other = await connect(sites.sql, manage, member, []);
		expect((await manage.ask(other, 'listLostAccess', {})).error.code).toBe('forbidden');
		expect((await manage.ask(agent, 'listLostAccess', {})).error.code).toBe('unauthenticated');
	});

	it('is listed in pages, and deleted after 90 days', async () => {
		await enter('viewer');
		for (let at = 0; at < 3; at++) await connect(sites.sql, manage, member, [site.id]);
		await remove(member);
		const first = await manage.ask(member, 'listLostAccess', { limit: 2 });
		const rest = await manage.ask(member, 'listLostAccess', { cursor: first.body.next! });
		const ids = [...first.body.items, ...rest.body.items].map(({ id }) => id);
		expect([first.body.items.length, new Set(ids).size]).toEqual([2, 3]);
		await sites.sql`update app.lost_access set at = now() - interval '91 days' where person_id = ${member.id}`;
		await maintain(sites.sql);
		expect(await lost()).toEqual([]);
	});
});

describe('an approval concurrent with the loss of the role', () => {
	it('never outlives the role', thorough, async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		const wanted = { action: 'prompt:draft', site: site.id } as const;
		for (let round = 0; round < 20; round++) {
			const agent = await connect(sites.sql, manage, member, [site.id]);
			const { body: request } = await manage.ask(agent, 'requestGrant', wanted);
			const given = { request: request.id, mode: 'until' } as const;
			const [approved, demoted] = await Promise.all([
				manage.ask(member, 'approveGrant', given),
				setRole(member, 'viewer'),
			]);
			expect([200, 403, 409]).toContain(approved.status);
			expect(demoted.status).toBe(200);
			await setRole(member, 'editor');
			expect(await draft(agent)).toBe('approval_required');
			await manage.ask(member, 'revokeConnection', { connection: agent.id });
		}
	});
});

describe('a workspace that is deleted', () => {
	it('deletes its connections without an error', async () => {
		await join(sites.sql, site.workspace, member, 'editor');
		// It keeps another site: without any, it would end.
		const other = await sites.makeSite();
		await join(sites.sql, other.workspace, member, 'editor');
		const agent = await connect(sites.sql, manage, member, [site.id, other.id]);
		await allow(agent, 'prompt:draft');
		await sites.sql`delete from app.sites where workspace_id = ${site.workspace}`;
		await sites.sql`delete from app.workspaces where id = ${site.workspace}`;
		expect(await draft(agent)).toBe('not_found');
	});
});
