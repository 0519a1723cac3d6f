import { routes, type GrantCondition, type Prompt } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';

const at = stageApprovals();
let prompt: string;

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

beforeEach(async () => {
	prompt = await at.draft('nps');
	await at.manage.ask(at.owner, 'publishPrompt', { site: at.site.id, prompt, revision: 1 });
});

/** Saves a revision as the person, and returns its number. */
async function save(change: Partial<Prompt> = {}, title = 'How are we doing?', of = prompt) {
	const { body } = await at.manage.ask(at.owner, 'getPrompt', { site: at.site.id, prompt: of });
	const content = { ...contentOf(body.survey_id, title), ...change };
	const saved = await at.manage.ask(at.owner, 'saveRevision', {
		site: at.site.id,
		prompt: of,
		content,
	});
	expect(saved.status, JSON.stringify(saved.error)).toBe(200);
	return saved.body.revision;
}

const publish = (revision: number, of = prompt) =>
	at.manage.ask(at.agent, 'publishPrompt', { site: at.site.id, prompt: of, revision });

/** Has the person approve a revision, with conditions for further ones. */
async function stand(conditions: GrantCondition[], until = inDays(30)) {
	const revision = await save({}, 'First');
	const { body: request } = await at.manage.ask(at.agent, 'requestGrant', {
		action: 'prompt:publish',
		site: at.site.id,
		prompt,
		revision,
	});
	const answer = await at.manage.ask(at.owner, 'approveGrant', {
		request: request.id,
		mode: 'once',
		sha256: request.sha256!,
		standing: { conditions, until },
	});
	expect((await publish(revision)).status).toBe(200);
	return answer.body;
}

/** Why a person is asked. */
async function findUnmet(asked: Awaited<ReturnType<typeof publish>>) {
	expect([asked.status, asked.error.code]).toEqual([403, 'approval_required']);
	const request = await at.manage.ask(at.owner, 'getGrantRequest', {
		request: approvalOf(asked.error)!.id,
	});
	return { hint: asked.error.hint, unmet: request.body.unmet };
}

describe('a standing grant', () => {
	it('comes with the approval of a revision, and lists its conditions', async () => {
		const grant = await stand([{ kind: 'texts_only' }, { kind: 'prompts', prompts: ['nps'] }]);
		routes.approveGrant.output.parse(grant);
		expect(grant).toMatchObject({ mode: 'once', revision: 2, conditions: null });
		expect(grant.standing).toMatchObject({
			mode: 'until',
			prompt: null,
			conditions: [{ kind: 'texts_only' }, { kind: 'prompts', prompts: ['nps'] }],
			uses: 0,
		});
		const { body } = await at.manage.ask(at.agent, 'listGrants', {});
		expect(body.items.map(({ id }) => id)).toContain(grant.standing!.id);
		const me = await at.manage.ask(at.agent, 'whoami', {});
		expect(me.body.grants).toMatchObject([{ conditions: grant.standing!.conditions }]);
	});

	it('publishes without a person while its conditions hold, and the audit log names them', async () => {
		await stand([{ kind: 'texts_only' }]);
		expect((await publish(await save())).status).toBe(200);
		const { body: grants } = await at.manage.ask(at.owner, 'listGrants', {});
		expect(grants.items).toMatchObject([{ uses: 1 }]);
		const { body: audit } = await at.manage.ask(at.owner, 'listAudit', {
			workspace: at.site.workspace,
		});
		routes.listAudit.output.parse(audit);
		const entries = audit.items
			.filter(({ did }) => did === 'publishPrompt' || did === 'approveGrant')
			.map(({ did, kind, conditions }) => [did, kind, conditions]);
		expect(entries).toEqual([
			['publishPrompt', 'connection', [{ kind: 'texts_only' }]],
			['publishPrompt', 'connection', null],
			['approveGrant', 'person', [{ kind: 'texts_only' }]],
			['publishPrompt', 'person', null],
		]);
	});

	it('asks a person about what does not hold, and names it', async () => {
		await stand([{ kind: 'texts_only' }, { kind: 'weekly_budget', displays: 100 }]);
		const revision = await save({
			priority: 5,
			budget: { period: { every: 'day', displays: 15, paced: false } },
		});
		const { hint, unmet } = await findUnmet(await publish(revision));
		expect(hint).toBe(
			'The standing grant does not cover it: only texts may change, and this changes budget, priority; the budget allows 105 displays a week, and at most 100 a week are allowed.',
		);
		expect(unmet).toEqual([
			{ kind: 'texts_only', fields: ['budget', 'priority'] },
			{ kind: 'weekly_budget', displays: 100, budget_displays: 105 },
		]);
	});

	it('publishes no prompt that it does not name, also one that takes over a survey ID', async () => {
		const draft = await at.draft('asked-once');
		await stand([{ kind: 'prompts', prompts: ['asked-once'] }]);
		const other = await at.draft('other');
		await at.grant('prompt:draft');
		for (const [of, survey_id] of [
			[draft, 'renamed'],
			[other, 'asked-once'],
		] as const) {
			const renamed = await at.manage.ask(at.agent, 'saveRevision', {
				site: at.site.id,
				prompt: of,
				content: contentOf(survey_id),
			});
			expect(renamed.status, JSON.stringify(renamed.error)).toBe(200);
		}
		expect((await findUnmet(await publish(2, other))).unmet).toEqual([
			{ kind: 'prompts', prompts: ['renamed'] },
		]);
		expect((await publish(2, draft)).status).toBe(200);
	});

	it('is used at most as often as allowed, also by concurrent calls', async () => {
		await stand([{ kind: 'uses', times: 1 }]);
		const other = await at.draft('other');
		const revision = await save();
		const answers = await Promise.all([publish(revision), publish(1, other)]);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
		const refused = answers.find(({ status }) => status === 403)!;
		expect((await findUnmet(refused)).unmet).toEqual([{ kind: 'uses', times: 1 }]);
	});

	it('resumes nothing that a person paused, and neither pauses nor archives', async () => {
		await stand([{ kind: 'uses', times: 5 }]);
		const place = { site: at.site.id, prompt };
		for (const operation of ['pausePrompt', 'archivePrompt'] as const) {
			expect((await at.manage.ask(at.agent, operation, place)).error.code).toBe(
				'approval_required',
			);
		}
		const revision = await save();
		await at.manage.ask(at.owner, 'pausePrompt', place);
		const resumed = await at.manage.ask(at.agent, 'resumePrompt', place);
		expect(resumed.error.code).toBe('approval_required');
		expect((await findUnmet(await publish(revision))).unmet).toEqual([
			{ kind: 'state', state: 'paused' },
		]);
	});

	it('ends at its date, and when its person revokes it', async () => {
		const grant = await stand([{ kind: 'uses', times: 5 }]);
		const revision = await save();
		await at.sites.sql`
			update app.grants set approved_at = now() - interval '2 days', expires_at = now() - interval '1 minute'
			where id = ${grant.standing!.id}`;
		expect((await findUnmet(await publish(revision))).unmet).toEqual([
			{ kind: 'until', at: expect.any(String) },
		]);
		await at.sites.sql`
			update app.grants set expires_at = now() + interval '1 day' where id = ${grant.standing!.id}`;
		await at.manage.ask(at.owner, 'revokeGrant', { grant: grant.standing!.id });
		const refused = await publish(revision);
		expect([refused.status, refused.error.hint]).toEqual([403, undefined]);
	});

	it('lasts at most 90 days', async () => {
		const { standing } = await stand([{ kind: 'texts_only' }], inDays(300));
		expect(Date.parse(standing!.expires_at)).toBeLessThan(Date.now() + 91 * day);
	});

	it('does not publish once a connection of the person may read responses', async () => {
		await stand([{ kind: 'texts_only' }]);
		await at.grant('response:read');
		expect((await publish(await save())).error.code).toBe('approval_required');
	});

	it('needs a request to publish, prompts of the site, and each condition once', async () => {
		const revision = await save();
		const { body: request } = await at.manage.ask(at.agent, 'requestGrant', {
			action: 'prompt:publish',
			site: at.site.id,
			prompt,
			revision,
		});
		const approve = (conditions: object[], until = inDays(1)) =>
			at.approve(request.id, { standing: { conditions, until } } as never);
		const refusals = [
			await approve([]),
			await approve([{ kind: 'texts_only' }, { kind: 'texts_only' }]),
			await approve([{ kind: 'unknown' }]),
			await approve([{ kind: 'prompts', prompts: ['no-such-prompt'] }]),
			await approve([{ kind: 'texts_only' }], inDays(-1)),
		];
		expect(refusals.map(({ error }) => error?.code)).toEqual([
			'invalid_request',
			'invalid_request',
			'invalid_request',
			'conflict',
			'conflict',
		]);
		const { body: pausing } = await at.manage.ask(at.agent, 'requestGrant', {
			action: 'prompt:publish',
			site: at.site.id,
			prompt,
		});
		const refused = await at.approve(pausing.id, {
			standing: { conditions: [{ kind: 'texts_only' }], until: inDays(1) },
		} as never);
		expect(refused.error.code).toBe('conflict');
	});
});

describe('a condition on the forecast', () => {
	const condition = { kind: 'forecast', people: 100, others_lose_percent: 5 } as const;

	it('has the database forecast exactly this revision when it is published', async () => {
		await stand([condition]);
		const revision = await save({ priority: 5 });
		expect((await publish(revision)).status).toBe(200);
		const stored = await at.sites.sql`
			select people, loss, finished_at is not null as finished from app.revision_forecasts
			where prompt_id = ${prompt} and revision = ${revision}`;
		expect(stored).toMatchObject([{ people: 0, loss: 0, finished: true }]);
	});

	it('forecasts again when other prompts are live, or the forecast is old', async () => {
		await stand([condition]);
		const revision = await save({ priority: 5 });
		await publish(revision);
		const readStart = async () => {
			const [row] = await at.sites.sql<{ started: string }[]>`
				select started_at::text as started from app.revision_forecasts
				where prompt_id = ${prompt} and revision = ${revision}`;
			return row!.started;
		};
		const first = await readStart();
		// Its own publishing changed what is live.
		await publish(await save({ priority: 6 }));
		await publish(revision);
		const second = await readStart();
		expect(second).not.toBe(first);
		await at.sites.sql`
			update app.revision_forecasts set people = 1000, started_at = now() - interval '61 minutes',
				live = app.hash_live_prompts(${at.site.id})`;
		await publish(await save({ priority: 7 }));
		expect((await publish(revision)).status).toBe(200);
	});

	it('is not met by too many people, or a loss that is too large', async () => {
		await stand([condition]);
		const revision = await save({ priority: 5 });
		const refuse = async (people: number, loss: number | null) => {
			await at.sites.sql`
				insert into app.revision_forecasts (site_id, prompt_id, revision, sha256, live, started_at, finished_at, people, loss, loser)
				select ${at.site.id}, ${prompt}, ${revision}, r.sha256, app.hash_live_prompts(${at.site.id}), now(), now(),
					${people}, ${loss}, 'csat'
				from app.revisions r where r.prompt_id = ${prompt} and r.number = ${revision}
				on conflict (site_id, prompt_id, revision) do update set people = excluded.people, loss = excluded.loss`;
			return (await findUnmet(await publish(revision))).unmet;
		};
		const allowed = { people: 100, others_lose_percent: 5, kind: 'forecast' };
		expect(await refuse(101, 0)).toEqual([{ ...allowed, reason: 'people', forecast_people: 101 }]);
		expect(await refuse(100, 5.01)).toEqual([
			{ ...allowed, reason: 'loss', forecast_percent: 5.1, survey_id: 'csat' },
		]);
		expect(await refuse(100, null)).toEqual([{ ...allowed, reason: 'unknown' }]);
	});

	it('cannot be met by a prompt without a trigger', async () => {
		await stand([condition]);
		const revision = await save({ trigger: undefined });
		expect((await findUnmet(await publish(revision))).unmet).toMatchObject([
			{ reason: 'no_trigger' },
		]);
	});
});
