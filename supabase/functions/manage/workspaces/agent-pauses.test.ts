import { routes } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();

const pause = (by = at.owner) => at.manage.ask(by, 'pauseAgents', { workspace: at.site.workspace });
const resume = (by = at.owner) =>
	at.manage.ask(by, 'resumeAgents', { workspace: at.site.workspace });

beforeEach(async () => {
	await at.sites.sql`
		insert into app.people (person_id, name) values (${at.owner.id}, 'Ada Lovelace')
		on conflict (person_id) do update set name = excluded.name`;
});

describe('pausing all programs of a workspace', () => {
	it('refuses each of their calls, and says who paused them and what to do', async () => {
		await at.grant('prompt:draft');
		await at.grant('response:read');
		const paused = await pause();
		expect(routes.pauseAgents.output.parse(paused.body).agents_paused).toMatchObject({
			workspace: at.site.workspace,
			by: 'Ada Lovelace',
		});
		const site = at.site.id;
		const calls = [
			at.acts['prompt:draft'](),
			at.acts['response:read'](),
			at.acts['site:create'](),
			at.manage.ask(at.agent, 'listPrompts', { site }),
			at.manage.ask(at.agent, 'listSites', { workspace: at.site.workspace }),
			at.manage.ask(at.agent, 'requestGrant', { action: 'prompt:draft', site }),
		];
		for (const { status, error } of await Promise.all(calls)) {
			expect([status, error.code]).toEqual([403, 'agents_paused']);
			expect(error.message).toMatch(
				/^Ada Lovelace paused all programs in the workspace “.+” on .+ UTC\. A person has to resume them in the dashboard, under Connections\.$/,
			);
		}
		const { body } = await at.manage.ask(at.agent, 'whoami', {});
		expect(body).toMatchObject({
			agents_paused: [{ workspace: at.site.workspace, by: 'Ada Lovelace' }],
			workspaces: [],
			connection: { sites: [] },
		});
	});

	it('stops neither people nor the programs of other workspaces', async () => {
		const both = await connect(at.sites.sql, at.manage, at.owner, [at.site.id, at.other.id]);
		await pause();
		const list = (by: typeof both, site: string) => at.manage.ask(by, 'listPrompts', { site });
		expect((await list(both, at.other.id)).status).toBe(200);
		expect((await list(both, at.site.id)).error.code).toBe('agents_paused');
		const mine = { site: at.site.id, content: contentOf() };
		expect((await at.manage.ask(at.owner, 'createPrompt', mine)).status).toBe(200);
	});

	it('tells nothing to a program that was not connected to the site', async () => {
		const elsewhere = await connect(at.sites.sql, at.manage, at.owner, [at.other.id]);
		await pause();
		const hidden = await at.manage.ask(elsewhere, 'listPrompts', { site: at.site.id });
		expect([hidden.status, hidden.error.code]).toEqual([404, 'not_found']);
		expect((await at.manage.ask(elsewhere, 'whoami', {})).body.agents_paused).toEqual([]);
	});

	it('ends when an owner resumes them, with the grants that they had', async () => {
		await at.grant('prompt:draft');
		await pause();
		expect((await pause()).status).toBe(200);
		expect((await resume()).body).toEqual({ agents_paused: null });
		expect((await at.acts['prompt:draft']()).status).toBe(200);
		const { body } = await at.manage.ask(at.owner, 'listAudit', { workspace: at.site.workspace });
		const done = body.items.map(({ did }) => did).filter((did) => /Agents$/.test(did));
		expect(done).toEqual(['resumeAgents', 'pauseAgents']);
	});

	it('is for owners, and resuming for owners who signed in recently', async () => {
		const editor = await signIn();
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		expect((await pause(editor)).error.code).toBe('forbidden');
		expect((await pause(at.agent)).error.code).toBe('forbidden');
		const stale = await signIn({ amr: [{ method: 'password', timestamp: 1_700_000_000 }] });
		await join(at.sites.sql, at.site.workspace, stale);
		expect((await pause(stale)).status).toBe(200);
		expect((await resume(editor)).error.code).toBe('forbidden');
		expect((await resume(at.agent)).error.code).toBe('forbidden');
		expect((await resume(stale)).error.code).toBe('recent_sign_in_required');
		expect((await resume()).status).toBe(200);
	});

	it('keeps requests open, which can be approved and are used after resuming', async () => {
		const { id } = approvalOf((await at.acts['prompt:draft']()).error)!;
		await pause();
		expect((await at.approve(id)).status).toBe(200);
		expect((await at.acts['prompt:draft']()).error.code).toBe('agents_paused');
		await resume();
		expect((await at.acts['prompt:draft']()).status).toBe(200);
	});
});
