import { routes } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();
let prompt: string;
let request: string;

const publish = (revision: number) =>
	at.manage.ask(at.agent, 'publishPrompt', { site: at.site.id, prompt, revision });
const save = async (title: string) => {
	const content = contentOf('edited', title);
	const { body } = await at.manage.ask(at.owner, 'saveRevision', {
		site: at.site.id,
		prompt,
		content,
	});
	return body;
};
const read = async () => {
	const { body } = await at.manage.ask(at.agent, 'getGrantRequest', { request });
	return routes.getGrantRequest.output.parse(body);
};

beforeEach(async () => {
	prompt = await at.draft('edited');
	await save('As the program wants it?');
	request = approvalOf((await publish(2)).error)!.id;
});

describe('a request to publish that is approved with changes', () => {
	it('is approved for the person’s revision, and the program learns what they changed', async () => {
		const { revision, sha256 } = await save('As the person wants it?');
		expect(await read()).toMatchObject({ latest_revision: 3, approved_revision: null });
		expect((await at.approve(request, { revision, sha256 })).body).toMatchObject({ revision: 3 });
		expect(await read()).toMatchObject({
			state: 'approved',
			revision: 2,
			approved_revision: 3,
			changes: [
				{
					path: 'questions.0.title',
					before: 'As the program wants it?',
					after: 'As the person wants it?',
				},
			],
		});
		const refused = await publish(2);
		expect([refused.status, refused.error.code]).toEqual([409, 'approved_with_changes']);
		expect(refused.error).toMatchObject({
			message: 'A person changed the prompt, and approved revision 3 in place of 2.',
			hint: 'The request lists their changes. Publish revision 3.',
			approval: { id: request },
		});
		const published = await publish(3);
		expect([published.status, published.body.published_revision]).toEqual([200, 3]);
		const { body } = await at.manage.ask(at.owner, 'listAudit', { workspace: at.site.workspace });
		expect(body.items.find(({ did }) => did === 'approveGrant')!.subject).toContain(
			'revision 3 in place of 2',
		);
	});

	it('is approved as requested if no other revision is named', async () => {
		await save('As the person wants it?');
		expect((await at.approve(request)).status).toBe(200);
		expect(await read()).toMatchObject({ approved_revision: 2, changes: [] });
		expect((await publish(2)).status).toBe(200);
	});

	it('needs the hash of the revision that is approved', async () => {
		const { revision } = await save('As the person wants it?');
		const refused = await at.approve(request, { revision });
		expect([refused.status, refused.error.message]).toEqual([
			409,
			'sha256 must repeat the content that was shown.',
		]);
	});

	it.each([1, 4])('cannot be approved for revision %i: earlier, or missing', async (revision) => {
		await save('As the person wants it?');
		const refused = await at.approve(request, { revision });
		expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
		expect((await read()).state).toBe('pending');
	});

	it('is none if it is for another action', async () => {
		const { id } = approvalOf((await at.acts['prompt:draft']()).error)!;
		expect((await at.approve(id, { revision: 3 })).status).toBe(409);
		const asked = { action: 'prompt:publish' as const, site: at.site.id, prompt };
		const { body: pausing } = await at.manage.ask(at.agent, 'requestGrant', asked);
		expect((await at.approve(pausing.id, { revision: 2 })).status).toBe(409);
	});
});
