import { routes } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '../../tests/connections.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import type { TestSite } from '../../tests/sites.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let workspace: string;
let other: TestSite;
/** A second owner of the workspace, who also owns another one. */
let second: TestPerson;

beforeAll(async () => {
	team = await openWorkspace();
	workspace = team.site.workspace;
	second = await signIn();
	other = await team.sites.makeSite();
	await join(team.sites.sql, workspace, second);
	await join(team.sites.sql, other.workspace, second);
	await team.manage.ask(team.owner, 'whoami', {});
});
afterAll(() => team.end());

const make = async (name: string, by = team.owner, of: TestSite = team.site) => {
	const { body, error } = await team.manage.ask(by, 'createCiToken', {
		workspace: of.workspace,
		name,
		sites: [of.id],
		actions: ['prompt:draft', 'site:create'],
		days: 30,
	});
	expect(error).toBe(undefined);
	return body;
};
const list = async (by: TestPerson) => {
	const { body } = await team.manage.ask(by, 'listCiTokens', { workspace });
	return routes.listCiTokens.output.parse(body).items;
};

describe('tokens for pipelines', () => {
	it('are listed for every owner of the workspace, without the token itself', async () => {
		const { id, token } = await make('Deploy');
		await make('Elsewhere', second, other);
		// A tool with a grant here is no token.
		const tool = await connect(team.sites.sql, team.manage, team.owner, [team.site.id]);
		await team.sites.sql`
			insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
			values (${tool.id}, ${workspace}, ${team.site.id}, 'prompt:draft', 'until', ${team.owner.id},
				now() + interval '1 day')`;
		for (const owner of [team.owner, second]) {
			expect(await list(owner)).toMatchObject([
				{
					id,
					kind: 'ci',
					name: 'Deploy',
					created_by: team.owner.email,
					sites: [team.site.id],
					actions: ['prompt:draft', 'site:create'],
				},
			]);
		}
		expect(JSON.stringify(await list(second))).not.toContain(token);
		const own = await team.manage.ask(second, 'listConnections', {});
		expect(own.body.items.map(({ name }) => name)).toEqual(['Elsewhere']);
	});

	it('can be ended by any owner, immediately', async () => {
		const { id, token } = await make('Short-lived');
		const pipeline = { id, email: '', token };
		const use = () => team.manage.ask(pipeline, 'getSite', { site: team.site.id });
		expect((await use()).status).toBe(200);
		const revoke = () => team.manage.ask(second, 'revokeCiToken', { workspace, connection: id });
		expect((await revoke()).body).toEqual({ removed: true });
		expect((await use()).status).toBe(401);
		expect((await list(team.owner)).map(({ name }) => name)).not.toContain('Short-lived');
		expect((await revoke()).status).toBe(404);
		const [act] = await team.sites.sql<{ subject: string }[]>`
			select subject from app.audit_log where did = 'revokeCiToken' and workspace_id = ${workspace}`;
		expect(act!.subject).toBe('Short-lived');
	});

	it('of another workspace, and other connections, are not accessible', async () => {
		const { id } = await make('Theirs', second, other);
		const agent = await connect(team.sites.sql, team.manage, second, [team.site.id]);
		for (const connection of [id, agent.id, crypto.randomUUID()]) {
			const { status } = await team.manage.ask(team.owner, 'revokeCiToken', {
				workspace,
				connection,
			});
			expect(status).toBe(404);
		}
	});

	it('are listed page by page', async () => {
		await make('One more');
		const first = await team.manage.ask(second, 'listCiTokens', { workspace, limit: 1 });
		expect(first.body.items.map(({ name }) => name)).toEqual(['One more']);
		const next = await team.manage.ask(second, 'listCiTokens', {
			workspace,
			limit: 1,
			cursor: first.body.next!,
		});
		expect(next.body.items.map(({ name }) => name)).toEqual(['Deploy']);
	});
});
