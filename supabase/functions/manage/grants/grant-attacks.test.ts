import { promptSchema } from '@feedback/contract';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { connect, type TestConnection } from '../../tests/connections.ts';
import { openManage, type TestError, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';

// Attacks on approvals by a hostile agent or a hostile person.

let sites: TestSites;
let manage: TestManage;
let site: TestSite;
let owner: TestPerson;
let agent: TestConnection;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
});
beforeEach(async () => {
	owner = await signIn();
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, owner);
	// A second owner, so that the first one may leave.
	await join(sites.sql, site.workspace, await signIn());
	agent = await connect(sites.sql, manage, owner, [site.id]);
});
afterAll(async () => {
	await manage.end();
	await sites.end();
});

type Approval = { id: string };
const approvalOf = (error: TestError) => (error as TestError & { approval: Approval }).approval;

const contentOf = (title = 'How was it?', survey_id = 'asked') =>
	promptSchema.parse({
		survey_id,
		name: 'Asked',
		questions: [{ id: 'score', type: 'nps', title }],
		trigger: { events: ['made'] },
	});

const saveDraft = async (title?: string) =>
	(await manage.ask(owner, 'createPrompt', { site: site.id, content: contentOf(title) })).body;
const publish = (prompt: string, revision: number, sha256?: string) =>
	manage.ask(agent, 'publishPrompt', {
		site: site.id,
		prompt,
		revision,
		...(sha256 && { sha256 }),
	});
const read = () => manage.ask(agent, 'listResponses', { site: site.id });
const createSite = (headers = {}) =>
	manage.ask(agent, 'createSite', { workspace: site.workspace, name: 'New' }, headers);

/** The approval request that a refused call created. */
const requestOf = async (refused: Promise<{ error: TestError }>) => {
	const { error } = await refused;
	expect(error.code).toBe('approval_required');
	return approvalOf(error).id;
};

type Said = { mode?: 'once' | 'until'; combination?: boolean; sha256?: string };

async function approve(request: string, said: Said = {}, by = owner) {
	const { body } = await manage.ask(owner, 'getGrantRequest', { request });
	return manage.ask(by, 'approveGrant', {
		request,
		mode: 'once',
		...(body.sha256 && { sha256: body.sha256 }),
		...said,
	});
}

/** Changes members without the triggers that end dependent access. */
const withoutEnding = (change: (sql: TransactionSql) => PromiseLike<unknown>) =>
	sites.sql.begin(async (sql) => {
		await sql`alter table app.members disable trigger user`;
		await change(sql);
		await sql`alter table app.members enable trigger user`;
	});

const liveRevision = async (prompt: string) => {
	const [row] =
		await sites.sql`select state, published_revision from app.prompts where id = ${prompt}`;
	return row!['state'] === 'published' ? (row!['published_revision'] as number) : null;
};

describe('the error for a connection without an approval', () => {
	const sayOf = async (refused: Promise<{ error: TestError }>) => (await refused).error.message;

	it('names only the requested action', async () => {
		const { id: prompt } = await saveDraft();
		await manage.ask(owner, 'publishPrompt', { site: site.id, prompt, revision: 1 });
		await manage.ask(owner, 'saveRevision', { site: site.id, prompt, content: contentOf('Why?') });
		expect(await sayOf(publish(prompt, 2))).toBe(
			'A person has to approve this first: publish revision 2 of the prompt.',
		);
		const pause = manage.ask(agent, 'pausePrompt', { site: site.id, prompt });
		expect(await sayOf(pause)).toBe(
			'A person has to approve this first: pause, resume or archive the prompt.',
		);
		expect(await sayOf(read())).toBe(
			'A person has to approve this first: read responses, raw events and why a prompt did not show.',
		);
	});
});

describe('swapping the draft after its approval', () => {
	it('publishes nothing but what was approved', async () => {
		const { id: prompt, sha256 } = await saveDraft('How was it?');
		await approve(await requestOf(publish(prompt, 1)));
		await manage.ask(owner, 'saveRevision', {
			site: site.id,
			prompt,
			content: contentOf('What is your password?'),
		});
		expect((await publish(prompt, 2)).error.code).toBe('approval_required');
		expect((await publish(prompt, 2, sha256)).error.code).toBe('revision_conflict');
		expect(await liveRevision(prompt)).toBe(null);
		expect((await publish(prompt, 1)).status).toBe(200);
		expect(await liveRevision(prompt)).toBe(1);
	});

	it('under the same number is detected, no matter how it was done', async () => {
		const { id: prompt } = await saveDraft();
		await approve(await requestOf(publish(prompt, 1)));
		await sites.sql.begin(async (sql) => {
			await sql`alter table app.revisions disable trigger revisions_are_immutable`;
			await sql`
				update app.revisions set content = jsonb_set(content, '{name}', '"Swapped"') where prompt_id = ${prompt}`;
			await sql`alter table app.revisions enable trigger revisions_are_immutable`;
		});
		expect((await publish(prompt, 1)).error.code).toBe('approval_required');
	});

	it('while the person reads it is refused, because an approval repeats the hash that was shown', async () => {
		const { id: prompt } = await saveDraft();
		const request = await requestOf(publish(prompt, 1));
		const other = await approve(request, { sha256: '0'.repeat(64) });
		expect([other.status, other.error.code]).toEqual([409, 'conflict']);
		const unseen = await manage.ask(owner, 'approveGrant', { request, mode: 'once' });
		expect(unseen.status).toBe(409);
	});

	it('for another prompt is refused', async () => {
		const { id: prompt } = await saveDraft();
		await approve(await requestOf(publish(prompt, 1)));
		const { body } = await manage.ask(owner, 'createPrompt', {
			site: site.id,
			content: contentOf('Else?', 'else'),
		});
		expect((await publish(body.id, 1)).error.code).toBe('approval_required');
	});

	it('archiving the prompt that was to be published needs a separate approval', async () => {
		const { id: prompt } = await saveDraft();
		await approve(await requestOf(publish(prompt, 1)));
		const archived = await manage.ask(agent, 'archivePrompt', { site: site.id, prompt });
		expect(archived.error.code).toBe('approval_required');
	});
});

describe('a `once` that was used', () => {
	it('does not work again; a replay under its key returns the first response and uses no grant', async () => {
		await approve(await requestOf(createSite()));
		const key = { 'idempotency-key': crypto.randomUUID() };
		const first = await createSite(key);
		expect(first.status).toBe(200);
		const replayed = await createSite(key);
		expect(replayed.body).toEqual(first.body);
		expect((await createSite()).error.code).toBe('approval_required');

		// The replay does not use a new approval either.
		await approve(await requestOf(createSite()));
		expect((await createSite(key)).body).toEqual(first.body);
		expect((await createSite()).status).toBe(200);
	});

	it('is not used by an attempt that fails', async () => {
		await approve(await requestOf(createSite()));
		const taken = await manage.ask(agent, 'createSite', {
			workspace: site.workspace,
			name: 'New',
			id: site.id,
		});
		expect(taken.status).toBe(409);
		expect((await createSite()).status).toBe(200);
	});

	it('used by fifty concurrent callers permits only one', async () => {
		const raced = { workspace: site.workspace, name: 'Raced' };
		await approve(await requestOf(manage.ask(agent, 'createSite', raced)));
		const wide = openManage(sites.manageUrl, { keyring: manage.keyring });
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => wide.ask(agent, 'createSite', raced)),
		);
		await wide.end();
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		// On a busy machine, some wait for the database longer than a request may.
		const refusals = answers.filter(({ status }) => status !== 200 && status !== 503);
		expect(refusals.length).toBeGreaterThan(0);
		expect(new Set(refusals.map(({ error }) => error.code))).toEqual(
			new Set(['approval_required']),
		);
		// All refused callers get the same approval request.
		expect(new Set(refusals.map(({ error }) => approvalOf(error).id)).size).toBe(1);
		const [made] = await sites.sql`
			select count(*)::int as n from app.sites where workspace_id = ${site.workspace} and name = 'Raced'`;
		expect(made).toEqual({ n: 1 });
	});
});

describe('when the approver', () => {
	const draft = (survey_id: string) =>
		manage.ask(agent, 'createPrompt', { site: site.id, content: contentOf('Why?', survey_id) });

	beforeEach(async () => {
		await approve(await requestOf(draft('first')), { mode: 'until' });
		await approve(await requestOf(read()), { mode: 'until' });
		expect((await draft('second')).status).toBe(200);
		expect((await read()).status).toBe(200);
	});

	it('leaves, the connection has ended', async () => {
		await manage.ask(owner, 'removeMember', { workspace: site.workspace, person: owner.id });
		expect((await draft('third')).status).toBe(401);
		expect((await read()).status).toBe(401);
	});

	it('is demoted, it loses the same rights; promoted again, it must request them again', async () => {
		const become = (role: string) =>
			sites.sql`
				update app.members set role = ${role} where workspace_id = ${site.workspace} and person_id = ${owner.id}`;
		await become('viewer');
		const refused = await draft('third');
		expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
		expect((await read()).status).toBe(200);
		await become('editor');
		expect((await draft('third')).error.code).toBe('approval_required');
	});

	it('leaves or is demoted, row-level security would be enough to refuse the connection', async () => {
		await withoutEnding(
			(sql) => sql`
				update app.members set role = 'viewer'
				where workspace_id = ${site.workspace} and person_id = ${owner.id}`,
		);
		expect((await draft('third')).error.code).toBe('forbidden');
		expect((await read()).status).toBe(200);
		await withoutEnding(
			(sql) => sql`
				delete from app.members
				where workspace_id = ${site.workspace} and person_id = ${owner.id}`,
		);
		expect((await draft('third')).status).toBe(404);
		expect((await read()).status).toBe(404);
		expect((await manage.ask(agent, 'whoami', {})).body).toMatchObject({
			grants: [],
			workspaces: [],
		});
	});

	it('removes the site from the connection, or the site leaves the workspace, the grant ends', async () => {
		// It keeps another site: without any, it would end.
		const other = await sites.makeSite();
		await join(sites.sql, other.workspace, owner);
		await sites.sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			values (${agent.id}, ${other.workspace}, ${other.id})`;
		await sites.sql`
			delete from app.connection_sites where connection_id = ${agent.id} and site_id = ${site.id}`;
		expect((await draft('third')).status).toBe(404);
		expect((await read()).status).toBe(404);
	});
});

describe('reading responses, then publishing', () => {
	it('is refused unless the person ticked that combination', async () => {
		const { id: prompt } = await saveDraft();
		await approve(await requestOf(publish(prompt, 1)));
		await approve(await requestOf(read()), { mode: 'until' });
		const request = await requestOf(publish(prompt, 1));
		expect(await liveRevision(prompt)).toBe(null);
		const { body } = await manage.ask(owner, 'getGrantRequest', { request });
		expect(body).toMatchObject({ combination: true, state: 'pending' });
		const unticked = await approve(request);
		expect([unticked.status, unticked.error.code]).toEqual([409, 'conflict']);
		await approve(request, { combination: true });
		expect((await publish(prompt, 1)).status).toBe(200);
	});

	it('is also refused after the connection gave the grant to read back, or used it up', async () => {
		const { id: prompt } = await saveDraft();
		await approve(await requestOf(publish(prompt, 1)));
		const { body } = await approve(await requestOf(read()), { mode: 'until' });
		await read();
		await manage.ask(agent, 'revokeGrant', { grant: body.id });
		expect((await publish(prompt, 1)).error.code).toBe('approval_required');
		// The person revokes the grant.
		await manage.ask(owner, 'revokeGrant', { grant: body.id });
		expect((await publish(prompt, 1)).status).toBe(200);

		await approve(await requestOf(read()));
		expect((await read()).status).toBe(200);
		const pause = () => manage.ask(agent, 'pausePrompt', { site: site.id, prompt });
		const request = await requestOf(pause());
		expect((await approve(request)).status).toBe(409);
		await approve(request, { combination: true });
		expect((await pause()).status).toBe(200);
	});

	describe('by two connections of one person', () => {
		let second: TestConnection;
		const publishBySecond = (prompt: string, where = site) =>
			manage.ask(second, 'publishPrompt', { site: where.id, prompt, revision: 1 });
		beforeEach(async () => {
			second = await connect(sites.sql, manage, owner, [site.id], { name: 'Command' });
		});

		it('is refused as for one connection, because one tool could pass on what it reads to the other', async () => {
			const { id: prompt } = await saveDraft();
			await approve(await requestOf(publishBySecond(prompt)));
			await approve(await requestOf(read()), { mode: 'until' });
			const request = await requestOf(publishBySecond(prompt));
			expect(await liveRevision(prompt)).toBe(null);
			const { body: seen } = await manage.ask(second, 'getGrantRequest', { request });
			expect(seen.combination).toBe(true);
			expect((await approve(request)).error.code).toBe('conflict');
			expect((await approve(request, { combination: true })).status).toBe(200);
			expect((await publishBySecond(prompt)).status).toBe(200);
		});

		it('is also refused when the connection that read has signed itself out', async () => {
			const { id: prompt } = await saveDraft();
			await approve(await requestOf(publishBySecond(prompt)));
			await approve(await requestOf(read()), { mode: 'until' });
			// The same call as in `POST /oauth/revoke` by the client with the token.
			await sites.sql`select app.end_connection(${agent.id}, now(), true)`;
			expect((await publishBySecond(prompt)).error.code).toBe('approval_required');
		});

		it('is allowed once the person has signed out the connection that read', async () => {
			const { id: prompt } = await saveDraft();
			await approve(await requestOf(publishBySecond(prompt)));
			await approve(await requestOf(read()), { mode: 'until' });
			await manage.ask(owner, 'revokeConnection', { connection: agent.id });
			expect((await publishBySecond(prompt)).status).toBe(200);
		});

		it('is refused for a CI token unless it was created with the combination', async () => {
			const { id: prompt } = await saveDraft();
			const createToken = async (combination: boolean) =>
				(
					await manage.ask(owner, 'createCiToken', {
						workspace: site.workspace,
						name: 'Release',
						sites: [site.id],
						actions: ['prompt:publish'],
						days: 1,
						combination,
					})
				).body.token;
			await approve(await requestOf(read()), { mode: 'until' });
			const publishWith = async (token: string) =>
				manage.ask({ id: '', email: '', token }, 'publishPrompt', {
					site: site.id,
					prompt,
					revision: 1,
				});
			expect((await publishWith(await createToken(false))).error.code).toBe('approval_required');
			expect((await publishWith(await createToken(true))).status).toBe(200);
		});

		it('is not refused after reading on another site, or by another person', async () => {
			const elsewhere = await sites.makeSite();
			await join(sites.sql, elsewhere.workspace, owner);
			const other = await connect(sites.sql, manage, owner, [elsewhere.id]);
			const colleague = await signIn();
			await join(sites.sql, site.workspace, colleague);
			const theirs = await connect(sites.sql, manage, colleague, [site.id]);
			for (const [by, person, where] of [
				[other, owner, elsewhere],
				[theirs, colleague, site],
			] as const) {
				const request = await requestOf(manage.ask(by, 'listResponses', { site: where.id }));
				await manage.ask(person, 'approveGrant', { request, mode: 'until' });
				expect((await manage.ask(by, 'listResponses', { site: where.id })).status).toBe(200);
			}
			const { id: prompt } = await saveDraft();
			await approve(await requestOf(publishBySecond(prompt)));
			expect((await publishBySecond(prompt)).status).toBe(200);
		});
	});
});

describe('an approval', () => {
	it('cannot be given by an agent, whose token approves nothing, even with the request’s ID', async () => {
		const request = await requestOf(createSite());
		const second = await connect(sites.sql, manage, owner, [site.id]);
		for (const by of [agent, second]) {
			const approved = await manage.ask(by, 'approveGrant', { request, mode: 'once' });
			expect([approved.status, approved.error.code]).toEqual([403, 'forbidden']);
			const denied = await manage.ask(by, 'denyGrant', { request });
			expect(denied.error.code).toBe('forbidden');
			const token = await manage.ask(by, 'createCiToken', {
				workspace: site.workspace,
				name: 'Mine',
				sites: [site.id],
				actions: ['prompt:publish'],
				days: 365,
			});
			expect(token.error.code).toBe('forbidden');
		}
		expect((await createSite()).error.code).toBe('approval_required');
	});

	it('cannot be given by another person, to whom the request does not exist', async () => {
		const request = await requestOf(createSite());
		const colleague = await signIn();
		await join(sites.sql, site.workspace, colleague);
		const nowhere = crypto.randomUUID();
		for (const name of ['getGrantRequest', 'denyGrant'] as const) {
			const theirs = await manage.ask(colleague, name, { request });
			const none = await manage.ask(colleague, name, { request: nowhere });
			expect([theirs.status, theirs.error.message]).toEqual([404, none.error.message]);
		}
		const approved = await approve(request, {}, colleague);
		expect(approved.status).toBe(404);
		expect((await manage.ask(colleague, 'listGrantRequests', {})).body.items).toEqual([]);
		expect((await manage.ask(colleague, 'listGrants', {})).body.items).toEqual([]);
	});

	it('of one connection does not count for another, even of the same person', async () => {
		const { body: grant } = await approve(await requestOf(createSite()));
		const second = await connect(sites.sql, manage, owner, [site.id]);
		const input = { workspace: site.workspace, name: 'New' };
		expect((await manage.ask(second, 'createSite', input)).error.code).toBe('approval_required');
		expect((await manage.ask(second, 'revokeGrant', { grant: grant.id })).status).toBe(404);
		const request = approvalOf((await manage.ask(agent, 'listResponses', { site: site.id })).error);
		expect((await manage.ask(second, 'getGrantRequest', { request: request.id })).status).toBe(404);
		expect((await createSite()).status).toBe(200);
	});

	it('cannot be given by a person who may not perform the action', async () => {
		const request = await requestOf(createSite());
		await withoutEnding(
			(sql) => sql`
				update app.members set role = 'viewer'
				where workspace_id = ${site.workspace} and person_id = ${owner.id}`,
		);
		const refused = await approve(request);
		expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
	});

	it('lasts at most 30 days, whatever was requested', async () => {
		const request = await requestOf(read());
		const tooLong = await manage.ask(owner, 'approveGrant', { request, mode: 'until', hours: 721 });
		expect(tooLong.error.field).toBe('hours');
		const { body } = await manage.ask(owner, 'approveGrant', { request, mode: 'until', hours: 1 });
		expect((await read()).status).toBe(200);
		await sites.sql`update app.grants set expires_at = now() where id = ${body.id}`;
		expect((await read()).error.code).toBe('approval_required');
	});

	it('given by two concurrent clicks creates one grant', async () => {
		const request = await requestOf(createSite());
		const answers = await Promise.all([approve(request), approve(request)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});
});
