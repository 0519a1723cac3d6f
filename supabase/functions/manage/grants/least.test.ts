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

it('a connection without a site sees where it may ask to create one', async () => {
	const agent = await connect(at.sites.sql, at.manage, at.owner, []);
	const { body } = await at.manage.ask(agent, 'whoami', {});
	const workspaces = [at.site.workspace, at.other.workspace].toSorted();
	expect(body.workspaces.map(({ id }) => id).toSorted()).toEqual(workspaces);
});
