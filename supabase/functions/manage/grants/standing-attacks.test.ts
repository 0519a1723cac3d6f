// What a program with a standing grant, or anyone with its token, could try to publish beyond the conditions.
import type { GrantCondition } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import type { WirePresence } from '../../../../contract/src/wire.ts';
import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { addPasskey } from '../../tests/authenticator.ts';
import { connect, type TestConnection } from '../../tests/connections.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();
let prompt: string;
let request: string;
let sha256: string;

beforeEach(async () => {
	prompt = await at.draft('nps');
	await at.manage.ask(at.owner, 'publishPrompt', { site: at.site.id, prompt, revision: 1 });
	await save('Asked');
	({
		body: { id: request, sha256 },
	} = (await at.manage.ask(at.agent, 'requestGrant', {
		action: 'prompt:publish',
		site: at.site.id,
		prompt,
		revision: 2,
	})) as { body: { id: string; sha256: string } });
});

async function save(title: string) {
	const content = contentOf('nps', title);
	const saved = await at.manage.ask(at.owner, 'saveRevision', {
		site: at.site.id,
		prompt,
		content,
	});
	return saved.body.revision;
}

const decision = (...conditions: GrantCondition[]) => ({
	request,
	mode: 'once' as const,
	sha256,
	standing: { conditions, until: new Date(Date.now() + 86_400_000).toISOString() },
});
const approve = (...conditions: GrantCondition[]) =>
	at.manage.ask(at.owner, 'approveGrant', decision(...conditions));
const publish = (revision: number, by: TestConnection = at.agent, headers = {}) =>
	at.manage.ask(by, 'publishPrompt', { site: at.site.id, prompt, revision }, headers);
const uses = async () =>
	(
		await at.sites.sql<{ uses: number }[]>`
		select uses from app.grants where request_id = ${request} and conditions is not null`
	).map((grant) => grant.uses);

describe('an approval with conditions', () => {
	it('is given by the person, not by the program', async () => {
		const own = await at.manage.ask(at.agent, 'approveGrant', decision({ kind: 'uses', times: 1 }));
		expect(own.status).toBe(403);
		expect(await uses()).toEqual([]);
	});

	it('cannot be repeated, for instance with wider conditions', async () => {
		expect((await approve({ kind: 'uses', times: 1 })).status).toBe(200);
		const again = await approve({ kind: 'uses', times: 1_000 });
		expect(again.error.code).toBe('conflict');
		expect(await uses()).toEqual([0]);
	});

	it('is confirmed with its conditions: a passkey that confirmed some confirms no others', async () => {
		const passkey = await addPasskey(at.sites.sql, at.owner);
		const narrow = decision({ kind: 'uses', times: 1 });
		const refused = await at.manage.ask(at.owner, 'approveGrant', narrow);
		const { presence } = refused.error as unknown as { presence: WirePresence };
		const confirm = (input: typeof narrow, signed: string) =>
			at.manage.ask(at.owner, 'approveGrant', input, { 'feedback-presence': signed });
		const wide = decision({ kind: 'uses', times: 1_000 });
		expect((await confirm(wide, passkey.confirm(presence))).status).toBe(403);
		expect(await uses()).toEqual([]);
		expect((await confirm(narrow, passkey.confirm(presence))).status).toBe(200);
	});

	it('adds nothing if it is refused', async () => {
		const stale = { ...decision({ kind: 'uses', times: 1 }), sha256: '0'.repeat(64) };
		expect((await at.manage.ask(at.owner, 'approveGrant', stale)).status).toBe(409);
		expect(await uses()).toEqual([]);
	});
});

describe('a standing grant', () => {
	it('is of one connection: another of the same person cannot use it', async () => {
		await approve({ kind: 'uses', times: 5 });
		const second = await connect(at.sites.sql, at.manage, at.owner, [at.site.id]);
		const refused = await publish(await save('Second'), second);
		expect([refused.error.code, refused.error.hint]).toEqual(['approval_required', undefined]);
		const { body } = await at.manage.ask(at.owner, 'getGrantRequest', {
			request: approvalOf(refused.error)!.id,
		});
		expect(body.unmet).toBeNull();
		expect(await uses()).toEqual([0]);
	});

	it('counts a repeated call once if it has an idempotency key', async () => {
		await approve({ kind: 'uses', times: 5 });
		await publish(2);
		const revision = await save('Second');
		const key = { 'idempotency-key': 'published-once' };
		const answers = [
			await publish(revision, at.agent, key),
			await publish(revision, at.agent, key),
		];
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(await uses()).toEqual([1]);
	});

	it('is used three times at most by ten concurrent calls', async () => {
		await approve({ kind: 'uses', times: 3 });
		await publish(2);
		const revisions: number[] = [];
		for (let made = 0; made < 10; made++) revisions.push(await save(`Title ${made}`));
		const answers = await Promise.all(revisions.map((revision) => publish(revision)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
		expect(await uses()).toEqual([3]);
	});

	it('stops when the workspace pauses its programs, and when its person leaves', async () => {
		await approve({ kind: 'uses', times: 5 });
		await publish(2);
		const revision = await save('Second');
		await at.sites.sql`
			update app.workspaces set agents_paused_at = now(), agents_paused_by = ${at.owner.id}
			where id = ${at.site.workspace}`;
		expect((await publish(revision)).status).not.toBe(200);
		await at.sites.sql`
			update app.workspaces set agents_paused_at = null, agents_paused_by = null where id = ${at.site.workspace}`;
		await join(at.sites.sql, at.site.workspace, await signIn());
		await at.sites.sql`
			update app.members set role = 'viewer'
			where workspace_id = ${at.site.workspace} and person_id = ${at.owner.id}`;
		expect((await publish(revision)).status).not.toBe(200);
		expect(await uses()).toEqual([0]);
	});

	it.each([
		['of an unknown kind', { kind: 'weekdays' }],
		['without prompts', { kind: 'prompts' }],
		['without displays', { kind: 'weekly_budget' }],
		['without figures of a forecast', { kind: 'forecast' }],
		['without times', { kind: 'uses' }],
		['with null times', { kind: 'uses', times: null }],
	])('publishes nothing if it cannot check a condition: one %s', async (_, condition) => {
		await approve({ kind: 'uses', times: 5 });
		await publish(2);
		await at.sites.sql`
			update app.grants set conditions = ${at.sites.sql.json([condition])}
			where conditions is not null and request_id = ${request}`;
		const { error } = await publish(await save('Second'));
		expect(error).toMatchObject({
			code: 'approval_required',
			hint: 'The standing grant does not cover it: this version of the service cannot check one of its conditions.',
		});
		expect(await uses()).toEqual([0]);
	});
});
