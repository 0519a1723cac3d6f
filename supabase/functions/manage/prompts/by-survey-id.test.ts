import { describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { signIn } from '../../tests/people.ts';

const at = stageApprovals();

describe('a survey ID in the place of a prompt’s UUID', () => {
	it('names the prompt in paths, queries and bodies', async () => {
		const id = await at.draft('by-name');
		const site = at.site.id;
		const prompt = 'by-name';
		const read = await at.manage.ask(at.owner, 'getPrompt', { site, prompt });
		expect(read.body.id).toBe(id);
		const content = contentOf('by-name', 'Again?');
		const saved = await at.manage.ask(at.owner, 'saveRevision', { site, prompt, content });
		expect(saved.body).toMatchObject({ id, revision: 2 });
		await at.manage.ask(at.owner, 'publishPrompt', { site, prompt, revision: 2 });
		const listed = await at.manage.ask(at.owner, 'listResponses', { site, prompt });
		expect(listed.body.items).toEqual([]);
		const checked = await at.manage.ask(at.owner, 'checkPrompt', { site, prompt, content });
		expect(checked.body.valid).toBe(true);
	});

	it('is bound to the UUID in what a person approves', async () => {
		const id = await at.draft('by-name');
		const site = at.site.id;
		const publish = (prompt: string) =>
			at.manage.ask(at.agent, 'publishPrompt', { site, prompt, revision: 1 });
		const { error } = await publish('by-name');
		const { id: request } = approvalOf(error)!;
		const asked = await at.manage.ask(at.owner, 'getGrantRequest', { request });
		expect(asked.body).toMatchObject({ prompt: id, revision: 1 });
		await at.approve(request);
		expect((await publish(id)).body).toMatchObject({ state: 'published' });
	});

	it('names no prompt of a site that the caller does not see', async () => {
		await at.draft('by-name');
		const stranger = await signIn();
		const site = at.site.id;
		const missing = await at.manage.ask(at.owner, 'getPrompt', { site, prompt: 'another' });
		expect([missing.status, missing.error.field]).toEqual([404, 'prompt']);
		// The same as for a site that does not exist.
		const hidden = await at.manage.ask(stranger, 'getPrompt', { site, prompt: 'by-name' });
		expect([hidden.status, hidden.error.field, hidden.error.message]).toEqual([
			404,
			'site',
			'There is no such site.',
		]);
		const { status, error } = await at.manage.ask(at.owner, 'getPrompt', { site, prompt: 'A b' });
		expect([status, error.message]).toEqual([
			400,
			'prompt must be the UUID or the survey ID of a prompt',
		]);
	});
});
