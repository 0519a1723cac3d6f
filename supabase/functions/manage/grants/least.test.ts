import { expect, it } from 'vitest';

import { approvalOf, stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';

const at = stageApprovals();

it('a connection sees only the workspaces of its sites', async () => {
	const { body } = await at.manage.ask(at.agent, 'whoami', {});
	expect(body.workspaces.map(({ id }) => id)).toEqual([at.site.workspace]);
	const { workspace } = at.other;
	for (const name of ['listSites', 'previewWorkspaceDeletion'] as const) {
		expect((await at.manage.ask(at.agent, name, { workspace })).status, name).toBe(404);
	}
	const created = await at.manage.ask(at.agent, 'createSite', { workspace, name: 'New' });
	expect(created.status).toBe(404);
	const { error } = await at.acts['site:create']();
	expect(approvalOf(error)).toBeDefined();
});

it('a connection whose sites are all deleted ends', async () => {
	const agent = await connect(at.sites.sql, at.manage, at.owner, [at.other.id]);
	expect((await at.manage.ask(agent, 'whoami', {})).status).toBe(200);
	await at.sites.sql`delete from app.sites where id = ${at.other.id}`;
	expect((await at.manage.ask(agent, 'whoami', {})).status).toBe(401);
});

it('a permission to create sites shows a workspace while it is valid', async () => {
	const { workspace } = at.other;
	const agent = await connect(at.sites.sql, at.manage, at.owner, [at.site.id]);
	const grant = async (expires: string) => {
		await at.sites.sql`
			insert into app.grants (workspace_id, connection_id, action, mode, approved_by, expires_at)
			values (${workspace}, ${agent.id}, 'site:create', 'until', ${at.owner.id}, now() + ${expires}::interval)`;
		const { body } = await at.manage.ask(agent, 'whoami', {});
		return body.workspaces.some(({ id }) => id === workspace);
	};
	expect(await grant('-1 hour')).toBe(false);
	expect(await grant('1 hour')).toBe(true);
});

it('a connection without a site sees where it may ask to create one', async () => {
	const agent = await connect(at.sites.sql, at.manage, at.owner, []);
	const { body } = await at.manage.ask(agent, 'whoami', {});
	const workspaces = [at.site.workspace, at.other.workspace].toSorted();
	expect(body.workspaces.map(({ id }) => id).toSorted()).toEqual(workspaces);
});
