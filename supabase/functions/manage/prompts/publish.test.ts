import { routes, type RouteInput } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();
let prompt: string;

type Wanted = Partial<RouteInput<'publishPrompt'>>;
const publish = (revision: number, wanted: Wanted = {}, key?: string, by = at.owner) =>
	at.manage.ask(
		by,
		'publishPrompt',
		{ site: at.site.id, prompt, revision, ...wanted },
		key === undefined ? {} : { 'idempotency-key': key },
	);
const save = (title: string, by = at.owner) =>
	at.manage.ask(by, 'saveRevision', {
		site: at.site.id,
		prompt,
		content: contentOf('going-back', title),
	});
const live = async () => {
	const { body } = await at.manage.ask(at.owner, 'getPrompt', { site: at.site.id, prompt });
	return body.published_revision;
};
const countPublished = async () => {
	const rows = await at.sites.sql`
		select from app.audit_log where site_id = ${at.site.id} and did = 'publishPrompt'`;
	return rows.length;
};

/** The editor who saved the second of the prompt's three revisions; the owner saved the others. */
let editor: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
	editor = await signIn();
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	for (const { id, email } of [at.owner, editor]) {
		await at.sites.sql`update app.members set email = ${email} where person_id = ${id}`;
	}
	prompt = await at.draft('going-back');
	await save('Second', editor);
	await save('Third');
});

describe('publishing an older revision', () => {
	it('publishes it, and returns the replaced revision and the undone changes', async () => {
		await publish(3);
		const { status, body } = await publish(1);
		expect(status).toBe(200);
		routes.publishPrompt.output.parse(body);
		expect(body).toMatchObject({ state: 'published', published_revision: 1, changed: true });
		expect(body.went_back).toEqual({
			from: 3,
			to: 1,
			undone: [
				{ revision: 3, created_at: expect.any(String), created_by: at.owner.email },
				{ revision: 2, created_at: expect.any(String), created_by: editor.email },
			],
			fields: ['questions.0.title'],
		});
		expect(await live()).toBe(1);
	});

	it('also counts as going back when the prompt is paused', async () => {
		await publish(2);
		await at.manage.ask(at.owner, 'pausePrompt', { site: at.site.id, prompt });
		expect((await publish(1)).body.went_back).toMatchObject({ from: 2, to: 1 });
	});

	it('names only the newest of many undone revisions', thorough, async () => {
		for (let made = 4; made <= 60; made++) await save(`Revision ${made}`);
		await publish(60);
		const { went_back } = (await publish(1)).body;
		expect(went_back).toMatchObject({ from: 60, to: 1 });
		expect(went_back!.undone.map(({ revision }) => revision)).toEqual(
			Array.from({ length: 50 }, (_, index) => 60 - index),
		);
	});

	it.each([
		['the first publish', [2]],
		['a newer one', [1, 3]],
		['the same one', [3, 3]],
	])('is not %s', async (_, revisions) => {
		let answer;
		for (const revision of revisions) answer = await publish(revision);
		expect(answer!.body.went_back).toBeNull();
	});
});

describe('with if_latest', () => {
	it('an older revision is refused, with the newer revision and its author', async () => {
		await publish(1);
		const { status, error } = await publish(2, { if_latest: true });
		expect([status, error]).toMatchObject([409, { code: 'revision_conflict', field: 'revision' }]);
		expect(error.message).toContain(`Revision 3 is newer, saved by ${at.owner.email}`);
		expect(await live()).toBe(1);
	});

	it('the latest revision is published', async () => {
		const { status, body } = await publish(3, { if_latest: true });
		expect([status, body.published_revision]).toEqual([200, 3]);
	});

	it('a revision that is saved concurrently comes either before or after', async () => {
		const [published] = await Promise.all([publish(3, { if_latest: true }), save('Fourth')]);
		const { body } = await at.manage.ask(at.owner, 'getPrompt', { site: at.site.id, prompt });
		expect(body.latest_revision).toBe(4);
		// If refused, nothing was published; otherwise revision 3 was the latest at that time.
		expect(body.published_revision).toBe(published.status === 409 ? null : 3);
		expect([200, 409]).toContain(published.status);
	});

	it('no approval is requested for a revision that would be refused', async () => {
		const asked = await publish(2, { if_latest: true }, undefined, at.agent);
		expect(asked.error.code).toBe('revision_conflict');
		const waiting = await at.manage.ask(at.owner, 'listGrantRequests', {});
		expect(waiting.body.items).toEqual([]);
	});

	it('an approval is not used up when a newer revision was saved first', async () => {
		const { id } = approvalOf((await publish(3, {}, undefined, at.agent)).error)!;
		expect((await at.approve(id)).status).toBe(200);
		await save('Fourth');
		const refused = await publish(3, { if_latest: true }, undefined, at.agent);
		expect(refused.error.code).toBe('revision_conflict');
		expect((await publish(3, {}, undefined, at.agent)).status).toBe(200);
	});
});

describe('publishing with an Idempotency-Key', () => {
	it('repeated after another publication returns the first response and publishes nothing', async () => {
		const key = crypto.randomUUID();
		const first = await publish(1, {}, key);
		expect(first.status, JSON.stringify(first.error)).toBe(200);
		await publish(3);
		const again = await publish(1, {}, key);
		expect([again.status, again.body]).toEqual([200, first.body]);
		expect(await live()).toBe(3);
		expect(await countPublished()).toBe(2);
	});

	it('repeated fifty times concurrently publishes once', async () => {
		const key = crypto.randomUUID();
		const answers = await Promise.all(Array.from({ length: 50 }, () => publish(2, {}, key)));
		expect(new Set(answers.map(({ status, body }) => `${status} ${body.changed}`))).toEqual(
			new Set(['200 true']),
		);
		expect(await countPublished()).toBe(1);
	});

	it('repeated by a connection needs no other approval and uses none up', async () => {
		const key = crypto.randomUUID();
		const { id } = approvalOf((await publish(3, {}, key, at.agent)).error)!;
		await at.approve(id);
		const first = await publish(3, {}, key, at.agent);
		expect([first.status, first.body.changed]).toEqual([200, true]);
		await publish(1);
		const again = await publish(3, {}, key, at.agent);
		expect([again.status, again.body]).toEqual([200, first.body]);
		expect(await live()).toBe(1);
		expect((await publish(3, {}, undefined, at.agent)).error.code).toBe('approval_required');
	});

	it('is refused when the key was used for another revision', async () => {
		const key = crypto.randomUUID();
		await publish(1, {}, key);
		const refused = await publish(2, {}, key);
		expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
		expect(await live()).toBe(1);
	});
});

describe('a request to publish', () => {
	it('names the published revision, so that the person sees that an older one replaces it', async () => {
		const ask = (revision: number) =>
			at.manage.ask(at.agent, 'requestGrant', {
				action: 'prompt:publish',
				site: at.site.id,
				prompt,
				revision,
			});
		expect((await ask(2)).body.published_revision).toBeNull();
		await publish(3);
		const { body } = await ask(1);
		routes.getGrantRequest.output.parse(body);
		expect(body).toMatchObject({ revision: 1, published_revision: 3 });
		const read = await at.manage.ask(at.owner, 'getGrantRequest', { request: body.id });
		expect(read.body.published_revision).toBe(3);
	});
});
