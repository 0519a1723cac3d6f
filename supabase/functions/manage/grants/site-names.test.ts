import { describe, expect, it } from 'vitest';

import { approvalOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();

const create = (name: string) =>
	at.manage.ask(at.agent, 'createSite', { workspace: at.site.workspace, name });

describe('a request to create a site', () => {
	it('names it, and its approval creates no other', async () => {
		const { id } = approvalOf((await create('Wizard app')).error)!;
		const { body } = await at.manage.ask(at.owner, 'getGrantRequest', { request: id });
		expect(body).toMatchObject({ action: 'site:create', site: null, site_name: 'Wizard app' });
		const approved = await at.approve(id);
		expect(approved.body).toMatchObject({ action: 'site:create', site_name: 'Wizard app' });
		const other = await create('Mission app');
		expect(other.error.code).toBe('approval_required');
		expect(approvalOf(other.error)!.id).not.toBe(id);
		expect((await create('Wizard app')).status).toBe(200);
		expect((await create('Wizard app')).error.code).toBe('approval_required');
	});

	it('is merged only with one for the same site', async () => {
		const [first, same, other] = [
			await create('Wizard app'),
			await create('Wizard app'),
			await create('Mission app'),
		].map(({ error }) => approvalOf(error)!.id);
		expect(same).toBe(first);
		expect(other).not.toBe(first);
	});

	it('without a name is for any site', async () => {
		await at.grant('site:create');
		expect((await create('Any app')).status).toBe(200);
	});

	it('uses the approval for its name before one for any site', async () => {
		await at.grant('site:create');
		await at.grant('site:create', { site_name: 'Wizard app' });
		expect((await create('Wizard app')).status).toBe(200);
		expect((await create('Any app')).status).toBe(200);
	});

	it('takes the name of a site only', async () => {
		const { body } = await at.manage.ask(at.agent, 'requestGrant', {
			action: 'prompt:draft',
			site: at.site.id,
			site_name: 'Elsewhere',
		});
		expect(body.site_name).not.toBe('Elsewhere');
	});
});
