import { grantDefaults, promptSchema, type Action, type Prompt } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { connect, type TestConnection } from './connections.ts';
import { openManage, type TestError, type TestManage } from './manage.ts';
import { join, signIn, type TestPerson } from './people.ts';
import { openSites, type TestSite, type TestSites } from './sites.ts';

export type Approval = { id: string; url: string; expires_at: string };

/** URL at which the person approves the grant that an error reports as missing. */
export const approvalOf = (error: TestError) =>
	(error as TestError & { approval?: Approval }).approval;

let made = 0;

/** A prompt with its own survey ID, triggered by `made`. */
export const contentOf = (survey_id = `made-${++made}`, title = 'How was it?'): Prompt =>
	promptSchema.parse({
		survey_id,
		name: 'Made',
		questions: [{ id: 'score', type: 'nps', title }],
		trigger: { events: ['made'] },
	});

type Said = {
	mode?: 'once' | 'until';
	hours?: number;
	revision?: number;
	sha256?: string;
	combination?: boolean;
};

/** Before each test: a person with two sites, and a connection of theirs to the first. */
export type ApprovalStage = {
	sites: TestSites;
	manage: TestManage;
	site: TestSite;
	/** A site to which the connection has no access. */
	other: TestSite;
	owner: TestPerson;
	agent: TestConnection;
	/** For each action, a call that requires its approval, with everything else that the call needs. */
	acts: Record<Action, () => Promise<{ status: number; error: TestError }>>;
	/** Creates a draft as the person. */
	draft(survey_id?: string): Promise<string>;
	/** Approves a request as the person, like the dashboard's page. */
	approve(request: string, said?: Said): Promise<Approved>;
	/** Requests a grant and approves it. */
	grant(action: Action, target?: object, said?: Said): Promise<Approved['body']>;
};
type Approved = Awaited<ReturnType<typeof approveGrant>>;

/** Prepares the tests of the file that calls it. */
export function stageApprovals(): ApprovalStage {
	const means: Pick<ApprovalStage, 'acts' | 'draft' | 'approve' | 'grant'> = {
		acts: {
			'site:create': () =>
				stage.manage.ask(stage.agent, 'createSite', {
					workspace: stage.site.workspace,
					name: 'New',
				}),
			'prompt:draft': () =>
				stage.manage.ask(stage.agent, 'createPrompt', {
					site: stage.site.id,
					content: contentOf(),
				}),
			'prompt:publish': async () =>
				stage.manage.ask(stage.agent, 'publishPrompt', {
					site: stage.site.id,
					prompt: await stage.draft('live'),
					revision: 1,
				}),
			'launcher:set': async () => {
				await stage.draft('opened');
				return stage.manage.ask(stage.agent, 'setLauncher', {
					site: stage.site.id,
					launcher: { survey_id: 'opened' },
				});
			},
			'response:read': () =>
				stage.manage.ask(stage.agent, 'listResponses', { site: stage.site.id }),
		},
		async draft(survey_id) {
			const content = contentOf(survey_id);
			const input = { site: stage.site.id, content };
			return (await stage.manage.ask(stage.owner, 'createPrompt', input)).body.id;
		},
		approve: (request, said = {}) => approveGrant(stage, request, said),
		async grant(action, target = {}, said = {}) {
			const { site, manage, agent } = stage;
			const place = action === 'site:create' ? { workspace: site.workspace } : { site: site.id };
			const { body } = await manage.ask(agent, 'requestGrant', { action, ...place, ...target });
			const answer = await stage.approve(body.id, said);
			expect(answer.status, JSON.stringify(answer.error)).toBe(200);
			return answer.body;
		},
	};
	// The hooks add the rest.
	const stage = means as ApprovalStage;
	beforeAll(async () => {
		stage.sites = await openSites();
		stage.manage = openManage(stage.sites.manageUrl);
	});
	beforeEach(async () => {
		const { sites, manage } = stage;
		const owner = await signIn();
		const [site, other] = await Promise.all([sites.makeSite(), sites.makeSite()]);
		await join(sites.sql, site.workspace, owner);
		await join(sites.sql, other.workspace, owner);
		const agent = await connect(sites.sql, manage, owner, [site.id]);
		Object.assign(stage, { site, other, owner, agent });
	});
	afterAll(async () => {
		await stage.manage.end();
		await stage.sites.end();
	});
	return stage;
}

async function approveGrant({ manage, owner }: ApprovalStage, request: string, said: Said) {
	const { body: asked } = await manage.ask(owner, 'getGrantRequest', { request });
	const { mode } = grantDefaults[asked.action];
	return manage.ask(owner, 'approveGrant', {
		request,
		mode,
		...(asked.sha256 !== null && { sha256: asked.sha256 }),
		...said,
	});
}
