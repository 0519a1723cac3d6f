import { limits, routes, webhookSecretSchema } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { approvalOf, stageApprovals } from '../../tests/approvals.ts';
import { join, signIn } from '../../tests/people.ts';

const at = stageApprovals();

let prompt: string;
beforeEach(async () => {
	prompt = await at.sites.publish(at.site.siteId, {
		survey_id: 'rated',
		questions: [
			{ id: 'score', type: 'rating', title: 'How was it?' },
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	});
});

const webhook = {
	kind: 'webhook',
	name: 'Backend',
	url: 'https://example.com/feedback',
	event_types: ['response.closed'],
} as const;
const slackUrl = 'https://hooks.slack.com/services/T0/B0/secret-part';
const slack = { kind: 'slack', name: 'Team', url: slackUrl } as const;

const create = (settings: object = webhook, person = at.owner) =>
	at.manage.ask(person, 'createDestination', { site: at.site.id, ...settings } as never);
const change = (destination: string, given: object) =>
	at.manage.ask(at.owner, 'updateDestination', { site: at.site.id, destination, ...given });
const count = async () =>
	(await at.sites.sql`select from app.destinations where site_id = ${at.site.id}`).length;
const row = async (id: string) =>
	(await at.sites.sql`select * from app.destinations where id = ${id}`)[0]!;

describe('a destination', () => {
	it('of each kind is created, listed, changed and deleted', async () => {
		const made = [
			await create(),
			await create(slack),
			await create({
				kind: 'email',
				name: 'Digest',
				recipients: ['ada@example.com', 'bob@example.org', 'eve@example.com'],
				schedule: { every: 'week', weekday: 1, hour: 9, time_zone: 'Europe/Vienna' },
			}),
		].map(({ status, body }) => {
			expect(status).toBe(200);
			return routes.createDestination.output.parse(body);
		});
		expect(made).toMatchObject([
			{ host: 'example.com', url: webhook.url, prompts: null, condition: null, partial: true },
			{ host: 'hooks.slack.com', url: null, secret: null, event_types: ['response.closed'] },
			{
				host: 'example.com, example.org',
				recipients: [
					{
						address: 'ada@example.com',
						unsubscribed_at: null,
						confirmed: false,
						confirmation_sent_at: null,
					},
					{ address: 'bob@example.org' },
					{ address: 'eve@example.com' },
				],
				next_digest_at: expect.stringMatching(/T0[78]:00:00.000Z$/) as string,
			},
		]);
		const [hook, team, digest] = made.map(({ id }) => id);
		const condition = { all: [{ answer: 'score', op: 'at_most', value: 3 }] };
		const changed = await change(hook!, { condition, prompts: [prompt], name: 'New' });
		expect(changed.body).toMatchObject({
			name: 'New',
			condition,
			prompts: [prompt],
			url: webhook.url,
		});
		expect((await change(hook!, { condition: null })).body).toMatchObject({
			condition: null,
			name: 'New',
		});
		const sealed = (await row(team!))['sealed_url'] as Uint8Array;
		expect((await change(team!, { name: 'New' })).body).toMatchObject({ host: 'hooks.slack.com' });
		expect((await row(team!))['sealed_url']).toEqual(sealed);
		await at.sites
			.sql`update app.destination_recipients set unsubscribed_at = now() where address = 'ada@example.com'`;
		const less = await change(digest!, { recipients: ['ada@example.com', 'new@example.com'] });
		expect(less.body.recipients).toMatchObject([
			{ address: 'ada@example.com', unsubscribed_at: expect.any(String) as string },
			{ address: 'new@example.com', unsubscribed_at: null },
		]);
		const { body } = await at.manage.ask(at.owner, 'listDestinations', { site: at.site.id });
		expect(routes.listDestinations.output.parse(body).items.map(({ id }) => id)).toEqual([
			hook,
			team,
			digest,
		]);
		const place = { site: at.site.id, destination: hook! };
		expect((await at.manage.ask(at.owner, 'deleteDestination', place)).body).toEqual({
			removed: true,
		});
		expect((await at.manage.ask(at.owner, 'getDestination', place)).status).toBe(404);
	});

	it('waits for recipients who are not members, and sends their confirmation again once an hour', async () => {
		// Confirmations of other tests would count for the address too.
		await at.sites.sql`delete from app.recipient_confirmations`;
		await at.sites.sql`
			update app.members set email = 'owner@example.com'
			where workspace_id = ${at.site.workspace} and person_id = ${at.owner.id}`;
		const { body } = await create({
			kind: 'email',
			name: 'Team',
			schedule: { every: 'message' },
			recipients: ['Owner@example.com', 'ada@example.com'],
		});
		expect(body.recipients).toMatchObject([
			{ address: 'Owner@example.com', confirmed: true },
			{ address: 'ada@example.com', confirmed: false },
		]);
		const resend = async (address: string) => {
			const place = { site: at.site.id, destination: body.id, address };
			const { status, body: answer } = await at.manage.ask(at.owner, 'resendConfirmation', place);
			return [status, (answer as { error?: { code: string } }).error?.code];
		};
		const later = () => at.sites.sql`
			update app.recipient_confirmations set created_at = created_at - interval '1 hour'`;
		expect(await resend('ada@example.com')).toEqual([429, 'rate_limited']);
		for (let time = 0; time < limits.destination.confirmationsToAddress - 1; time++) {
			await later();
			expect(await resend('ada@example.com')).toEqual([200, undefined]);
		}
		await later();
		expect(await resend('ada@example.com')).toEqual([429, 'rate_limited']);
		expect(await resend('Owner@example.com')).toEqual([409, 'conflict']);
		expect(await resend('eve@example.com')).toEqual([404, 'not_found']);
		await at.sites.sql`update app.destination_recipients set unsubscribed_at = now()`;
		expect(await resend('ada@example.com')).toEqual([409, 'conflict']);
		await change(body.id, { recipients: ['Owner@example.com'] });
		await change(body.id, { recipients: ['Owner@example.com', 'ada@example.com'] });
		const [asked] = await at.sites.sql<{ count: number }[]>`
			select count(*)::int as count from app.recipient_confirmations`;
		expect(asked!.count).toBe(limits.destination.confirmationsToAddress);
	});

	it('cannot send more confirmations than a site may within a day', async () => {
		const add = (from: number) =>
			create({
				kind: 'email',
				name: 'Team',
				schedule: { every: 'message' },
				recipients: Array.from({ length: 20 }, (_, index) => `a${from + index}@example.com`),
			});
		expect((await add(0)).status).toBe(200);
		expect((await add(20)).status).toBe(200);
		expect((await add(40)).status).toBe(429);
		expect(await count()).toBe(2);
	});

	it('is not tested while no recipient has confirmed', async () => {
		const { body } = await create({
			kind: 'email',
			name: 'Team',
			schedule: { every: 'message' },
			recipients: ['ada@example.com'],
		});
		const place = { site: at.site.id, destination: body.id };
		expect((await at.manage.ask(at.owner, 'testDestination', place)).error).toMatchObject({
			code: 'conflict',
			hint: expect.stringContaining('confirmation e-mail') as string,
		});
	});

	it('has its secrets encrypted, bound to its row and shown once', async () => {
		const hook = (await create()).body;
		webhookSecretSchema.parse(hook.secret);
		const team = (await create(slack)).body;
		const open = async (id: string, use: 'secret' | 'url', column: string) =>
			openDestinationSecret(
				at.manage.keyring,
				at.site.id,
				id,
				use,
				(await row(id))[column] as Uint8Array,
			);
		expect(await open(hook.id, 'secret', 'sealed_secret')).toBe(hook.secret);
		expect(await open(team.id, 'url', 'sealed_url')).toBe(slackUrl);
		const moved = (await row(team.id))['sealed_url'] as Uint8Array;
		expect(
			await openDestinationSecret(at.manage.keyring, at.site.id, hook.id, 'url', moved),
		).toBeUndefined();
		const listed = await at.manage.ask(at.owner, 'listDestinations', { site: at.site.id });
		const stored = await at.sites
			.sql`select d::text, r::text from app.destinations d, app.audit_log r`;
		for (const text of [JSON.stringify(listed.body), JSON.stringify(stored)]) {
			expect(text).not.toContain('whsec_');
			expect(text).not.toContain('secret-part');
		}
	});

	it.each([
		[{ url: 'https://10.0.0.1/x' }, 'url', /public internet/],
		[{ url: 'https://[::ffff:127.0.0.1]/x' }, 'url', /public internet/],
		[{ url: 'http://example.com/x' }, 'url', /https/],
		[{ url: 'https://user:pass@example.com/x' }, 'url', /user name or a password/],
		[{ url: 'javascript:alert(1)' }, 'url', /https/],
		[
			{ event_types: ['response.closed', 'response.deleted'] },
			'event_types.1',
			/must be one of response\.created/,
		],
		[{ event_types: [] }, 'event_types', /at least one/],
		[{ condition: { answer: 'scores', op: 'is', value: 1 } }, 'condition.answer', /"scores"/],
		[
			{
				condition: {
					any: [{ trait: 'plan', op: 'exists' }, { none: [{ answer: 'x', op: 'answered' }] }],
				},
			},
			'condition.any.1.none.0.answer',
			/"x"/,
		],
		[{ condition: { answer: 'score', op: 'older_than', days: 1 } }, /^condition/, /./],
		[{ prompts: ['00000000-0000-4000-8000-000000000000'] }, 'prompts.0', /no prompt/],
		[{ kind: 'slack', url: 'https://example.com/services/x' }, 'url', /incoming webhook/],
		[{ recipients: ['ada@example.com'] }, /recipients|^$|body/, /./],
	])('that is wrong is refused and nothing is stored: %j', async (given, field, message) => {
		const { event_types, ...rest } = webhook;
		const settings = 'kind' in given ? { ...rest, ...given } : { ...rest, event_types, ...given };
		const { status, error } = await create(settings);
		expect([status, error.code]).toEqual([400, 'invalid_request']);
		if (typeof field === 'string') expect(error.field).toBe(field);
		else expect(error.field ?? '').toMatch(field);
		expect(error.message).toMatch(message);
		expect(await count()).toBe(0);
	});

	it('stays unchanged when the new settings are invalid', async () => {
		const { id } = (await create()).body;
		for (const given of [
			{ url: 'https://192.168.1.1/' },
			{ schedule: { every: 'message' } },
			{ condition: { answer: 'nothing', op: 'skipped' } },
		]) {
			expect((await change(id, given)).status).toBe(400);
		}
		expect(await row(id)).toMatchObject({ url: webhook.url, condition: null, schedule: null });
	});

	it('needs an owner who signed in recently', async () => {
		const editor = await signIn();
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		expect((await create(webhook, editor)).error.code).toBe('forbidden');
		const stale = await signIn({
			amr: [{ method: 'otp', timestamp: Math.floor(Date.now() / 1_000) - 3_600 }],
		});
		await join(at.sites.sql, at.site.workspace, stale);
		expect((await create(webhook, stale)).error.code).toBe('recent_sign_in_required');
		expect(await count()).toBe(0);
		const { id } = (await create()).body;
		const place = { site: at.site.id, destination: id };
		const later = await at.manage.ask(stale, 'updateDestination', {
			...place,
			url: 'https://evil.example/',
		});
		expect(later.error.code).toBe('recent_sign_in_required');
		const rotated = await at.manage.ask(stale, 'rotateDestinationSecret', place);
		expect(rotated.error.code).toBe('recent_sign_in_required');
		expect(await row(id)).toMatchObject({ url: webhook.url, sealed_old_secret: null });
		// Pausing needs no recent sign-in, because it gives no access.
		expect((await at.manage.ask(stale, 'pauseDestination', place)).body.state).toBe('paused');
	});
});

describe('rotating a secret', () => {
	it('lets both secrets sign until the receiver is known to have the new one', async () => {
		const made = (await create()).body;
		const place = { site: at.site.id, destination: made.id };
		const ownSecret = `whsec_${btoa('a secret of our own, 32 bytes!!!')}`;
		const rotated = await at.manage.ask(at.owner, 'rotateDestinationSecret', {
			...place,
			secret: ownSecret,
		});
		expect(rotated.body.secret).toBe(ownSecret);
		expect((await at.manage.ask(at.owner, 'getDestination', place)).body.rotation_ends_at).toBe(
			rotated.body.rotation_ends_at,
		);
		const again = await at.manage.ask(at.owner, 'rotateDestinationSecret', place);
		expect([again.status, again.error.code]).toEqual([409, 'conflict']);
		const wrong = await at.manage.ask(at.owner, 'finishDestinationRotation', {
			...place,
			secret: made.secret!,
		});
		expect([wrong.status, wrong.error]).toMatchObject([
			403,
			{ code: 'wrong_secret', field: 'secret' },
		]);
		expect((await row(made.id))['sealed_old_secret']).not.toBeNull();
		const done = await at.manage.ask(at.owner, 'finishDestinationRotation', {
			...place,
			secret: ownSecret,
		});
		expect(done.body.rotation_ends_at).toBeNull();
		expect((await row(made.id))['sealed_old_secret']).toBeNull();
		const none = await at.manage.ask(at.owner, 'finishDestinationRotation', {
			...place,
			secret: ownSecret,
		});
		expect(none.error.code).toBe('conflict');
	});

	it('refuses a secret that is too short', async () => {
		const { id } = (await create()).body;
		const { error } = await at.manage.ask(at.owner, 'rotateDestinationSecret', {
			site: at.site.id,
			destination: id,
			secret: `whsec_${btoa('short')}`,
		});
		expect(error).toMatchObject({ code: 'invalid_request', field: 'secret' });
	});
});

describe('a connection', () => {
	const request = (settings: object = webhook) =>
		at.manage.ask(at.agent, 'requestDestination', { site: at.site.id, ...settings } as never);

	it('needs the grant to read responses before it may request a destination', async () => {
		const refused = await request();
		expect([refused.status, refused.error.code]).toEqual([403, 'approval_required']);
		expect(approvalOf(refused.error)).toBeDefined();
		const { error } = await at.manage.ask(at.agent, 'listDestinations', { site: at.site.id });
		expect(error.code).toBe('approval_required');
	});

	it('only requests a destination, which the approval of host and scope creates', async () => {
		await at.grant('response:read', {}, { mode: 'until' });
		const direct = await at.manage.ask(at.agent, 'createDestination', {
			site: at.site.id,
			...webhook,
		} as never);
		expect(direct.error.code).toBe('forbidden');
		const asked = routes.requestDestination.output.parse((await request()).body);
		expect(asked).toMatchObject({
			host: 'example.com',
			kind: 'webhook',
			state: 'pending',
			destination: null,
			settings: { url: webhook.url, event_types: ['response.closed'], include_visitor: false },
		});
		expect((await request()).body.id).toBe(asked.id);
		expect(await count()).toBe(0);
		const approve = (sha256: string, person = at.owner) =>
			at.manage.ask(person, 'approveDestinationRequest', { request: asked.id, sha256 });
		expect((await approve(asked.sha256, at.agent)).error.code).toBe('forbidden');
		expect((await approve('0'.repeat(64))).error.code).toBe('conflict');
		expect(await count()).toBe(0);
		const made = await approve(asked.sha256);
		expect(made.body).toMatchObject({ host: 'example.com', state: 'active' });
		webhookSecretSchema.parse(made.body.secret);
		expect((await approve(asked.sha256)).error.code).toBe('conflict');
		const seen = await at.manage.ask(at.agent, 'getDestinationRequest', { request: asked.id });
		expect(seen.body).toMatchObject({ state: 'approved', result: made.body.id });
		expect(JSON.stringify(seen.body)).not.toContain('whsec_');
	});

	it('requests a change, which a person may deny', async () => {
		await at.grant('response:read', {}, { mode: 'until' });
		const { id } = (await create(slack)).body;
		const input = { site: at.site.id, destination: id, include_visitor: true };
		const asked = await at.manage.ask(at.agent, 'requestDestinationChange', input);
		expect(JSON.stringify(asked.body)).not.toContain('secret-part');
		const denied = await at.manage.ask(at.owner, 'denyDestinationRequest', {
			request: asked.body.id,
		});
		expect(denied.body.state).toBe('denied');
		expect(await row(id)).toMatchObject({ include_visitor: false });
		const second = (await at.manage.ask(at.agent, 'requestDestinationChange', input)).body;
		const before = (await row(id))['sealed_url'] as Uint8Array;
		const approved = await at.manage.ask(at.owner, 'approveDestinationRequest', {
			request: second.id,
			sha256: second.sha256,
		});
		expect(approved.body).toMatchObject({ include_visitor: true, secret: null });
		expect((await row(id))['sealed_url']).toEqual(before);
	});

	it('may send requests only to a person who is currently an owner and signed in recently', async () => {
		await at.grant('response:read', {}, { mode: 'until' });
		const asked = (await request()).body;
		const setRole = (role: string) => at.sites.sql`
			update app.members set role = ${role} where workspace_id = ${at.site.workspace} and person_id = ${at.owner.id}`;
		await join(at.sites.sql, at.site.workspace, await signIn());
		await setRole('editor');
		const approval = { request: asked.id, sha256: asked.sha256 };
		const refused = await at.manage.ask(at.owner, 'approveDestinationRequest', approval);
		expect(refused.error.code).toBe('forbidden');
		expect((await request({ ...webhook, name: 'Other' })).error.code).toBe('forbidden');
		expect(await count()).toBe(0);
		await setRole('owner');
	});
});

describe('deliveries', () => {
	it('of a test are listed with sample data that matches the prompt, and sent again on request', async () => {
		const { id } = (await create({ ...webhook, include_visitor: true })).body;
		const place = { site: at.site.id, destination: id };
		const tested = await at.manage.ask(at.owner, 'testDestination', place);
		const delivery = routes.testDestination.output.parse(tested.body);
		expect(delivery).toMatchObject({
			type: 'response.closed',
			test: true,
			state: 'waiting',
			attempts: 0,
		});
		const [stored] = await at.sites
			.sql`select detail from app.outbox where id = ${delivery.message}`;
		expect(stored!['detail']).toMatchObject({
			sample: {
				prompt: { id: prompt, survey_id: 'rated', revision: 1 },
				answers: { score: 4, why: expect.any(String) as string },
				cause: 'completed',
				traits: { plan: 'pro' },
			},
		});
		await at.sites.sql`
			insert into app.delivery_attempts (site_id, destination_id, message_id, number, at, outcome, status, milliseconds, bytes, sha256)
			values (${at.site.id}, ${id}, ${delivery.message}, 1, now(), 'delivered', 204, 21, 512, ${Buffer.alloc(32, 1)})`;
		await at.sites
			.sql`update app.deliveries set state = 'delivered', attempts = 1 where destination_id = ${id}`;
		const listed = await at.manage.ask(at.owner, 'listDeliveries', {
			...place,
			state: 'delivered',
			limit: 1,
		});
		expect(routes.listDeliveries.output.parse(listed.body).items).toMatchObject([
			{
				message: delivery.message,
				next_at: null,
				last_attempt: { number: 1, outcome: 'delivered', status: 204, sha256: '01'.repeat(32) },
			},
		]);
		const one = { ...place, message: delivery.message };
		const { body } = await at.manage.ask(at.owner, 'getDelivery', one);
		expect(routes.getDelivery.output.parse(body).log).toHaveLength(1);
		const again = await at.manage.ask(at.owner, 'redeliverMessage', one);
		expect(again.body).toMatchObject({ state: 'waiting', message: delivery.message });
		await at.manage.ask(at.owner, 'pauseDestination', place);
		expect((await at.manage.ask(at.owner, 'testDestination', place)).error.code).toBe('conflict');
		const resumed = await at.manage.ask(at.owner, 'resumeDestination', place);
		expect(resumed.body).toMatchObject({ state: 'active', pause_cause: null, waiting: 1 });
		const backwards = await at.manage.ask(at.owner, 'redeliverMessages', {
			...place,
			since: '2026-02-01T00:00:00Z',
			until: '2026-01-01T00:00:00Z',
		});
		expect(backwards.error).toMatchObject({ code: 'invalid_request', field: 'until' });
	});

	it('are open to a connection that may read responses', async () => {
		const { id } = (await create()).body;
		const place = { site: at.site.id, destination: id };
		expect((await at.manage.ask(at.agent, 'testDestination', place)).error.code).toBe(
			'approval_required',
		);
		await at.grant('response:read', {}, { mode: 'until' });
		const tested = await at.manage.ask(at.agent, 'testDestination', place);
		expect(tested.status).toBe(200);
		const again = await at.manage.ask(at.agent, 'redeliverMessage', {
			...place,
			message: tested.body.message,
		});
		expect(again.status).toBe(200);
		expect((await at.manage.ask(at.agent, 'pauseDestination', place)).error.code).toBe('forbidden');
	});
});
