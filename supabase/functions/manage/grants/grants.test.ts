import { grantDefaults, routes, type Action, type Route } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { approvalOf, contentOf, stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';

const at = stageApprovals();
const { acts, approve, draft, grant } = at;

describe('a connection', () => {
	it('can read its own data and the data of the person it acts for', async () => {
		await at.sites.sql`
			update app.members set email = ${at.owner.email}
			where person_id = ${at.owner.id} and workspace_id = ${at.site.workspace}`;
		const { body } = await at.manage.ask(at.agent, 'whoami', {});
		expect(routes.whoami.output.parse(body)).toMatchObject({
			kind: 'connection',
			person: at.owner.id,
			email: at.owner.email,
			connection: { id: at.agent.id, name: 'Editor', sites: [at.site.id] },
			grants: [],
		});
		expect(body.workspaces.map(({ id }) => id)).toEqual([at.site.workspace]);
	});

	it('sees the sites chosen for it, not all sites of the person it acts for', async () => {
		const { body } = await at.manage.ask(at.agent, 'listSites', { workspace: at.site.workspace });
		expect(body.items.map(({ id }) => id)).toEqual([at.site.id]);
		const none = await at.manage.ask(at.agent, 'listSites', { workspace: at.other.workspace });
		expect(none.status).toBe(404);
		for (const name of ['getSite', 'listPrompts', 'listEventNames', 'listResponses'] as const) {
			const hidden = await at.manage.ask(at.agent, name, { site: at.other.id });
			expect([name, hidden.status, hidden.error]).toMatchObject([name, 404, { field: 'site' }]);
		}
	});

	it('reads prompts with their figures and counts of events without any grant', async () => {
		const prompt = await at.sites.publish(at.site.siteId, { survey_id: 'rated' });
		const visitor = crypto.randomUUID();
		await at.sites.sql`
			with s as (
				insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
				values (${at.site.id}, ${visitor}, ${visitor}, now(), now()))
			insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
			values (${at.site.id}, ${visitor}, ${visitor}, now(), now())`;
		await at.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final,
				answers, traits, created_at, updated_at)
			values (${at.site.id}, ${crypto.randomUUID()}, ${prompt}, 1, ${visitor}, ${visitor}, 1, true, '{}', '{}', now(), now())`;
		await at.sites.sql`
			insert into app.event_counts (site_id, name, day, events)
			values (${at.site.id}, 'rated', (now() - interval '5 days')::date, 7)`;
		await at.sites.sql`
			insert into app.event_names (site_id, name) values (${at.site.id}, 'rated') on conflict do nothing`;

		const list = await at.manage.ask(at.agent, 'listPrompts', { site: at.site.id, content: true });
		expect(list.body.items).toMatchObject([
			{ id: prompt, responses: 1, content: { name: 'rated' } },
		]);
		const one = await at.manage.ask(at.agent, 'getPrompt', { site: at.site.id, prompt });
		expect(one.body).toMatchObject({ id: prompt, latest: { revision: 1 } });
		const revisions = await at.manage.ask(at.agent, 'listRevisions', { site: at.site.id, prompt });
		expect(revisions.body.items).toHaveLength(1);
		const names = await at.manage.ask(at.agent, 'listEventNames', { site: at.site.id });
		expect(names.body.items).toMatchObject([{ name: 'rated', events: 7 }]);
		const forecast = await at.manage.ask(at.agent, 'forecast', {
			site: at.site.id,
			content: contentOf(),
		});
		expect([forecast.status, forecast.body.subjects]).toEqual([200, 0]);
	});

	it('is not a person: whatever only people may do is refused', async () => {
		const people = Object.entries<Route>(routes).filter(([, { need }]) => need === 'person');
		expect(people.length).toBeGreaterThan(20);
		for (const [name, { method, path }] of people) {
			const filled = path.replace(/\{(\w+)\}/g, (_, part: string) =>
				part === 'site'
					? at.site.id
					: part === 'workspace'
						? at.site.workspace
						: crypto.randomUUID(),
			);
			const options = method === 'GET' ? {} : { body: {} };
			const answer = await at.manage.call(at.agent, filled, { method, ...options });
			expect([name, answer.status, answer.body['error']]).toMatchObject([
				name,
				403,
				{ code: 'forbidden' },
			]);
		}
	});

	it('needs a token that is valid, live, and issued for this API', async () => {
		const elsewhere = await connect(at.sites.sql, at.manage, at.owner, [at.site.id], {
			resource: 'http://127.0.0.1:54321/functions/v1/mcp',
		});
		const expired = await connect(at.sites.sql, at.manage, at.owner, [at.site.id]);
		await at.sites
			.sql`update app.tokens set expires_at = now() where connection_id = ${expired.id}`;
		const revoked = await connect(at.sites.sql, at.manage, at.owner, [at.site.id]);
		await at.sites
			.sql`update app.tokens set revoked_at = now() where connection_id = ${revoked.id}`;
		const noise = { ...at.agent, token: `fbt_${'x'.repeat(43)}` };
		const form = { ...at.agent, token: "fbt_' or true" };
		for (const who of [elsewhere, expired, revoked, noise, form]) {
			const { status, error } = await at.manage.ask(who, 'whoami', {});
			expect([status, error.code]).toEqual([401, 'unauthenticated']);
		}
		expect((await at.manage.ask(at.agent, 'whoami', {})).status).toBe(200);
	});

	it('has separate Idempotency-Keys', async () => {
		await grant('site:create');
		const input = { workspace: at.site.workspace, name: 'New' };
		const headers = { 'idempotency-key': 'k' };
		const first = await at.manage.ask(at.agent, 'createSite', input, headers);
		const theirs = await at.manage.ask(at.owner, 'createSite', input, headers);
		expect([first.status, theirs.status]).toEqual([200, 200]);
		expect(theirs.body.id).not.toBe(first.body.id);
	});
});

describe.each(Object.keys(acts) as Action[])('%s', (action) => {
	it('without an approval returns the approval URL and creates one request', async () => {
		const { status, error } = await acts[action]();
		expect([status, error.code]).toEqual([403, 'approval_required']);
		const approval = approvalOf(error)!;
		expect(approval.url).toBe(`http://127.0.0.1:54323/approvals/${approval.id}`);
		expect(Date.parse(approval.expires_at)).toBeGreaterThan(Date.now());

		const { body } = await at.manage.ask(at.owner, 'listGrantRequests', { state: 'pending' });
		expect(body.items).toMatchObject([
			{
				id: approval.id,
				action,
				workspace: at.site.workspace,
				state: 'pending',
				connection: { id: at.agent.id, name: 'Editor', host: 'editor.example' },
				combination: false,
			},
		]);
		routes.listGrantRequests.output.parse(body);
		const [audited] = await at.sites.sql`
			select kind, who from app.audit_log where workspace_id = ${at.site.workspace} and did = 'requestGrant'`;
		expect(audited).toEqual({ kind: 'connection', who: `Editor, for ${at.owner.id}` });
	});

	/** What a grant for the action is bound to. */
	const target = async (): Promise<object> => {
		if (action === 'prompt:publish') return { prompt: await draft(), revision: 1 };
		if (action !== 'launcher:set') return {};
		await draft('opened');
		return { launcher: { survey_id: 'opened', position: 'right' } };
	};
	const isBound = action === 'prompt:publish' || action === 'launcher:set';

	it('can be requested in advance, merges duplicates, and reports its approval', async () => {
		const asked = await target();
		const place =
			action === 'site:create' ? { workspace: at.site.workspace } : { site: at.site.id };
		const ask = () => at.manage.ask(at.agent, 'requestGrant', { action, ...place, ...asked });
		const first = await ask();
		expect(routes.requestGrant.output.parse(first.body)).toMatchObject({
			action,
			state: 'pending',
			...asked,
		});
		expect((await ask()).body.id).toBe(first.body.id);
		const approved = await approve(first.body.id);
		expect(routes.approveGrant.output.parse(approved.body)).toMatchObject({
			action,
			connection: at.agent.id,
			mode: grantDefaults[action].mode,
			consumed_at: null,
			...(action === 'prompt:publish' && asked),
		});
		const hours = (Date.parse(approved.body.expires_at) - Date.now()) / 3_600_000;
		expect(Math.round(hours)).toBe(grantDefaults[action].hours);
		expect((await ask()).body).toMatchObject({ id: first.body.id, state: 'approved' });
		expect((await approve(first.body.id)).status).toBe(409);
		const live = await at.manage.ask(at.agent, 'listGrants', {});
		expect(live.body.items.map(({ id }) => id)).toEqual([approved.body.id]);
		const me = await at.manage.ask(at.agent, 'whoami', {});
		expect(me.body.grants).toMatchObject([{ action, site: approved.body.site }]);
	});

	it('approved once works once', async () => {
		const { error } = await acts[action]();
		const { body } = await approve(approvalOf(error)!.id, { mode: 'once' });
		const run = () =>
			action === 'prompt:publish'
				? at.manage.ask(at.agent, 'publishPrompt', {
						site: at.site.id,
						prompt: body.prompt!,
						revision: body.revision!,
					})
				: acts[action]();
		const done = await run();
		expect(done.status, JSON.stringify(done.error)).toBe(200);
		const [used] = await at.sites.sql`select consumed_at from app.grants where id = ${body.id}`;
		expect(used!['consumed_at']).toBeInstanceOf(Date);
		expect((await at.manage.ask(at.agent, 'listGrants', {})).body.items).toEqual([]);
		if (isBound) return;
		expect((await run()).error.code).toBe('approval_required');
	});

	it('ends when the person or the connection revokes the grant', async () => {
		if (isBound) return;
		for (const who of [at.owner, at.agent]) {
			const { id } = await grant(action, {}, { mode: 'until' });
			expect((await acts[action]()).status).toBe(200);
			expect((await at.manage.ask(who, 'revokeGrant', { grant: id })).body).toEqual({
				removed: true,
			});
			expect((await acts[action]()).error.code).toBe('approval_required');
		}
	});
});

describe('publishing', () => {
	const publish = (prompt: string, revision = 1) =>
		at.manage.ask(at.agent, 'publishPrompt', { site: at.site.id, prompt, revision });

	it('a revision that is already published uses up no grant', async () => {
		const prompt = await draft();
		await grant('prompt:publish', { prompt, revision: 1 });
		expect((await publish(prompt)).body.changed).toBe(true);
		expect(await publish(prompt)).toMatchObject({ status: 200, body: { changed: false } });
	});

	it.each([
		['pausePrompt', 'paused'],
		['archivePrompt', 'archived'],
	] as const)('and %s need an approval for the prompt, not for a revision', async (name, state) => {
		const prompt = await draft();
		await at.manage.ask(at.owner, 'publishPrompt', { site: at.site.id, prompt, revision: 1 });
		const refused = await at.manage.ask(at.agent, name, { site: at.site.id, prompt });
		expect(refused.error.code).toBe('approval_required');
		const { id } = approvalOf(refused.error)!;
		const asked = await at.manage.ask(at.owner, 'getGrantRequest', { request: id });
		expect(asked.body).toMatchObject({ prompt, revision: null, sha256: null });
		await approve(id);
		const done = await at.manage.ask(at.agent, name, { site: at.site.id, prompt });
		expect(done).toMatchObject({ status: 200, body: { state, changed: true } });
	});

	it('again after a pause is approved by the revision, or by the prompt', async () => {
		const prompt = await draft();
		await at.manage.ask(at.owner, 'publishPrompt', { site: at.site.id, prompt, revision: 1 });
		for (const target of [{ prompt, revision: 1 }, { prompt }]) {
			await at.manage.ask(at.owner, 'pausePrompt', { site: at.site.id, prompt });
			const refused = await at.manage.ask(at.agent, 'resumePrompt', { site: at.site.id, prompt });
			expect(refused.error.code).toBe('approval_required');
			await grant('prompt:publish', target);
			const done = await at.manage.ask(at.agent, 'resumePrompt', { site: at.site.id, prompt });
			expect(done).toMatchObject({ status: 200, body: { state: 'published' } });
		}
	});

	it('an approval to pause publishes nothing', async () => {
		const prompt = await draft();
		await grant('prompt:publish', { prompt });
		expect((await publish(prompt)).error.code).toBe('approval_required');
	});
});

describe('drafts', () => {
	it('under an approval for seven days are created, saved and copied', async () => {
		await grant('prompt:draft');
		const created = await at.manage.ask(at.agent, 'createPrompt', {
			site: at.site.id,
			content: contentOf('a'),
		});
		const prompt = created.body.id;
		const saved = await at.manage.ask(at.agent, 'saveRevision', {
			site: at.site.id,
			prompt,
			content: contentOf('b', 'And now?'),
			base: 1,
		});
		expect(saved.body).toMatchObject({ revision: 2, survey_id: 'b', changed: true });
		const copy = await at.manage.ask(at.agent, 'duplicatePrompt', {
			site: at.site.id,
			prompt,
			survey_id: 'c',
		});
		expect(copy.status).toBe(200);
		const [row] = await at.sites.sql`select created_by from app.prompts where id = ${copy.body.id}`;
		expect(row!['created_by']).toBe(at.owner.id);

		await at.sites.sql`
			update app.members set email = ${at.owner.email}
			where person_id = ${at.owner.id} and workspace_id = ${at.site.workspace}`;
		// Approvers rely on this: an agent's text is never attributed to the person it acts for.
		const revisions = await at.manage.ask(at.owner, 'listRevisions', { site: at.site.id, prompt });
		expect(revisions.body.items.map(({ created_by }) => created_by)).toEqual([
			`Editor, for ${at.owner.email}`,
			`Editor, for ${at.owner.email}`,
		]);
		await at.manage.ask(at.owner, 'saveRevision', {
			site: at.site.id,
			prompt,
			content: contentOf('d'),
		});
		const { body } = await at.manage.ask(at.owner, 'getPrompt', { site: at.site.id, prompt });
		expect(body.latest).toMatchObject({ revision: 3, created_by: at.owner.email });
	});

	it('that change nothing use up no grant', async () => {
		const content = contentOf();
		const { body } = await at.manage.ask(at.owner, 'createPrompt', { site: at.site.id, content });
		const same = await at.manage.ask(at.agent, 'saveRevision', {
			site: at.site.id,
			prompt: body.id,
			content,
		});
		expect(same).toMatchObject({ status: 200, body: { changed: false } });
	});
});

describe('a site', () => {
	it('that a connection creates is immediately one of its sites', async () => {
		await grant('site:create');
		const { body } = await at.manage.ask(at.agent, 'createSite', {
			workspace: at.site.workspace,
			name: 'New',
		});
		expect((await at.manage.ask(at.agent, 'getSite', { site: body.id })).body.name).toBe('New');
		const me = await at.manage.ask(at.agent, 'whoami', {});
		expect(me.body.connection!.sites).toHaveLength(2);
	});

	it('is created only in the workspace that was approved', async () => {
		await grant('site:create');
		const elsewhere = await at.manage.ask(at.agent, 'createSite', {
			workspace: at.other.workspace,
			name: 'New',
		});
		expect(elsewhere.error.code).toBe('not_found');
	});
});

describe('responses', () => {
	const reads = [
		'listResponses',
		'listResponseChanges',
		'listEvents',
		'exportResponses',
		'exportResponseLines',
		'exportResponsesParquet',
		'exportResponsesXlsx',
		'exportDisplays',
		'exportDisplayLines',
		'exportDisplaysParquet',
		'exportDisplaysXlsx',
	] as const;

	it.each(reads)('require an approval: %s', async (name) => {
		expect((await at.manage.ask(at.agent, name, { site: at.site.id })).error.code).toBe(
			'approval_required',
		);
		await grant('response:read', {}, { mode: 'once' });
		expect((await at.manage.ask(at.agent, name, { site: at.site.id })).status).toBe(200);
		expect((await at.manage.ask(at.agent, name, { site: at.site.id })).error.code).toBe(
			'approval_required',
		);
	});

	it('of many parts are exported under one approval for one call', async () => {
		const prompt = await at.sites.publish(at.site.siteId, { survey_id: 'rated' });
		await at.sites.sql`
			insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
			select ${at.site.id}, gen_random_uuid(), ${prompt}, 1, 1, true, '{}', '{}', now(), now()
			from generate_series(1, 2100)`;
		await grant('response:read', {}, { mode: 'once' });
		const { body } = await at.manage.ask(at.agent, 'exportResponseLines', { site: at.site.id });
		expect(body.trim().split('\n')).toHaveLength(2100);
	});

	it('are summarized under an approval, by day in the time zone of the site', async () => {
		const prompt = await at.sites.publish(at.site.siteId, { survey_id: 'rated' });
		const ask = () => at.manage.ask(at.agent, 'summarizeResponses', { site: at.site.id, prompt });
		expect((await ask()).error.code).toBe('approval_required');
		await grant('response:read');
		const { status, body } = await ask();
		expect(status).toBe(200);
		routes.summarizeResponses.output.parse(body);
		const missing = await at.manage.ask(at.agent, 'why', {
			site: at.site.id,
			event: crypto.randomUUID(),
		});
		expect(missing.status).toBe(404);
	});

	it('of one site may not be read with the grant of another', async () => {
		at.agent = await connect(at.sites.sql, at.manage, at.owner, [at.site.id, at.other.id]);
		await grant('response:read');
		expect((await at.manage.ask(at.agent, 'listResponses', { site: at.site.id })).status).toBe(200);
		expect((await at.manage.ask(at.agent, 'listResponses', { site: at.other.id })).error.code).toBe(
			'approval_required',
		);
	});
});
