// Notifications with a real database, and a push service on this machine that decrypts nothing itself.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { limits } from '@feedback/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openNetwork } from '../../_shared/outgoing/network.ts';
import { createOutgoing } from '../../_shared/outgoing/outgoing.ts';
import { parsePrivateNetworks } from '../../_shared/outgoing/private-networks.ts';
import { createPool } from '../../_shared/pool.ts';
import { stageApprovals } from '../../tests/approvals.ts';
import { connect } from '../../tests/connections.ts';
import { openReceiver, type TestReceiver } from '../../tests/https-receiver.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { createSubscription, verifyVapid, type PushBrowser } from '../../tests/push-browser.ts';
import { createWorker } from '../create-worker.ts';
import { createService } from '../service.ts';
import type { Worker } from '../worker.ts';

const stage = stageApprovals();
const dashboardUrl = 'https://feedback.example.com';

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

let pushService: TestReceiver;
let received: Received[];
let status: number;
let now: number | undefined;
let manage: TestManage;
let worker: Worker;
let pool: ReturnType<typeof createPool>;

const outgoing = createOutgoing(openNetwork(), {
	privateNetworks: parsePrivateNetworks('127.0.0.1'),
});

beforeAll(async () => {
	pushService = await openReceiver((request, response) => {
		void buffer(request).then((body) => {
			received.push({ path: request.url!, headers: request.headers, body });
			response.writeHead(status).end();
		});
	}, 'http');
	pool = createPool(stage.sites.manageUrl, 'deliver', { size: 2 });
	const { keyring } = stage.manage;
	manage = openManage(stage.sites.manageUrl, { keyring, outgoing });
	const clock = () => now ?? Date.now();
	worker = createWorker(createService({ sql: pool, keyring, outgoing, dashboardUrl, clock }));
});
beforeEach(() => {
	received = [];
	status = 201;
	now = undefined;
});
afterEach(() => stage.sites.sql`delete from app.push_subscriptions`);
afterAll(async () => {
	await worker.drain();
	await manage.end();
	await pool.end();
	await pushService.close();
});

const deliver = async () => {
	worker.wake({ thorough: true });
	await worker.idle();
};

/** A browser of the person that has received its first notification. */
async function subscribe(person: TestPerson = stage.owner): Promise<PushBrowser & { id: string }> {
	const browser = createSubscription(`http://127.0.0.1:${pushService.port}/send/${randomUUID()}`);
	const {
		status: answered,
		body,
		error,
	} = await manage.ask(person, 'createPushSubscription', {
		...browser.subscription,
		browser: 'Firefox on Linux',
	});
	expect(answered, JSON.stringify(error)).toBe(200);
	await deliver();
	received = [];
	return { ...browser, id: body.id };
}

const request = async () => {
	const { body } = await manage.ask(stage.agent, 'requestGrant', {
		action: 'site:create',
		workspace: stage.site.workspace,
		site_name: 'Shop',
	});
	return body.id;
};
const waiting = async () => (await stage.sites.sql`select from app.push_messages`).length;
const subscriptions = async () =>
	(await stage.sites.sql<{ id: string }[]>`select id from app.push_subscriptions`).map(
		({ id }) => id,
	);

describe('a browser that subscribes', () => {
	it('gets a first notification, signed with the keys that the service made', async () => {
		const browser = createSubscription(`http://127.0.0.1:${pushService.port}/send/first`);
		const before = await manage.ask(stage.owner, 'listPushSubscriptions', {});
		expect(before.body.items).toEqual([]);
		await manage.ask(stage.owner, 'createPushSubscription', browser.subscription);
		await deliver();
		const [{ path, headers, body }] = received as [Received];
		expect(path).toBe('/send/first');
		expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '600' });
		expect(browser.decrypt(body)).toMatchObject({
			title: 'This device is notified',
			url: `${dashboardUrl}/approvals`,
		});
		expect(await verifyVapid(headers.authorization!, before.body.public_key)).toMatchObject({
			sub: 'https://feedback.example.com',
			aud: `http://127.0.0.1:${pushService.port}`,
		});
		const { body: after } = await manage.ask(stage.owner, 'listPushSubscriptions', {});
		expect(after).toMatchObject({
			public_key: before.body.public_key,
			items: [{ host: `127.0.0.1:${pushService.port}`, last_delivered_at: expect.any(String) }],
		});
	});

	it('is stored so that the database alone can send nothing', async () => {
		const { subscription } = await subscribe();
		const [stored] = await stage.sites.sql`
			select to_jsonb(s)::text || (select to_jsonb(k)::text from app.push_keys k) as text
			from app.push_subscriptions s`;
		expect(stored!['text']).not.toContain(subscription.endpoint);
		expect(stored!['text']).not.toContain(subscription.keys.auth);
	});

	it('is refused on a private address', async () => {
		const refused = await stage.manage.ask(stage.owner, 'createPushSubscription', {
			...createSubscription('https://10.0.0.7/send').subscription,
		});
		expect(refused).toMatchObject({ status: 400, error: { field: 'endpoint' } });
	});

	it('is not sent to once its name leads to a private address', async () => {
		const { id } = await subscribe();
		const guarded = createWorker(
			createService({
				sql: pool,
				keyring: stage.manage.keyring,
				outgoing: createOutgoing(openNetwork()),
				dashboardUrl,
			}),
		);
		await request();
		guarded.wake({ thorough: true });
		await guarded.drain();
		expect(received).toEqual([]);
		expect(await waiting()).toBe(1);
		expect(await subscriptions()).toEqual([id]);
	});

	it('of another person now belongs to who signed in last', async () => {
		const { subscription } = await subscribe();
		const other = await signIn();
		await join(stage.sites.sql, stage.site.workspace, other);
		await manage.ask(other, 'createPushSubscription', subscription);
		expect((await manage.ask(stage.owner, 'listPushSubscriptions', {})).body.items).toEqual([]);
		expect((await manage.ask(other, 'listPushSubscriptions', {})).body.items).toHaveLength(1);
	});

	it(`is refused beyond ${limits.push.devices} of one person`, async () => {
		for (let made = 0; made < limits.push.devices; made++) {
			const { subscription } = createSubscription();
			await stage.manage.ask(stage.owner, 'createPushSubscription', subscription);
		}
		const { subscription } = createSubscription();
		const refused = await stage.manage.ask(stage.owner, 'createPushSubscription', subscription);
		expect(refused).toMatchObject({ status: 409, error: { code: 'conflict' } });
	});
});

describe('a request for approval', () => {
	it('is notified with who asks, what for and where to decide, and with nothing that decides', async () => {
		const browser = await subscribe();
		const id = await request();
		await deliver();
		const [{ headers, body }] = received as [Received];
		expect(browser.decrypt(body)).toEqual({
			title: 'Editor asks to create the site “Shop” in the workspace',
			body: 'Reports',
			url: `${dashboardUrl}/approvals/${id}`,
			tag: id,
		});
		expect(headers['topic']).toBe(id.replaceAll('-', ''));
		expect(Number(headers['ttl'])).toBeGreaterThan(86_000);
	});

	it('of a destination links to the page of that request', async () => {
		await stage.grant('response:read');
		const browser = await subscribe();
		const { body: asked } = await stage.manage.ask(stage.agent, 'requestDestination', {
			site: stage.site.id,
			kind: 'webhook',
			name: 'Backend',
			url: 'https://example.com/hook',
			event_types: ['response.closed'],
		});
		await deliver();
		expect(browser.decrypt(received[0]!.body)).toMatchObject({
			title: 'Editor asks to send messages to a new destination',
			body: 'Reports · Reports',
			url: `${dashboardUrl}/approvals/destinations/${asked.id}`,
		});
	});

	it('reaches no other member of the workspace', async () => {
		const colleague = await signIn();
		await join(stage.sites.sql, stage.site.workspace, colleague);
		await subscribe(colleague);
		await request();
		await deliver();
		expect(received).toEqual([]);
	});

	it('that is decided before it was sent is not sent', async () => {
		await subscribe();
		await manage.ask(stage.owner, 'denyGrant', { request: await request() });
		await deliver();
		expect(received).toEqual([]);
		expect(await waiting()).toBe(0);
	});

	it('is repeated once, four hours before it expires', async () => {
		const browser = await subscribe();
		const id = await request();
		await deliver();
		const start = Date.now();
		now =
			start + (limits.approval.requestHours - limits.approval.reminderHours) * 3_600_000 - 60_000;
		await deliver();
		expect(received).toHaveLength(1);
		now += 120_000;
		await deliver();
		await deliver();
		expect(received).toHaveLength(2);
		expect(browser.decrypt(received[1]!.body)).toMatchObject({
			title: 'Reminder: Editor asks to create the site “Shop” in the workspace',
			tag: id,
			expires_at: expect.any(String),
		});
	});

	it('is sent again after a failure, with growing delays', async () => {
		const browser = await subscribe();
		await request();
		status = 503;
		await deliver();
		await deliver();
		expect(received).toHaveLength(1);
		now = Date.now() + 6_000;
		status = 201;
		await deliver();
		expect(received).toHaveLength(2);
		expect(browser.decrypt(received[1]!.body)).toMatchObject({ body: 'Reports' });
		expect(await waiting()).toBe(0);
	});
});

describe('a subscription ends', () => {
	it.each([404, 410])('when the push service answers %i', async (answer) => {
		await subscribe();
		const { id } = await subscribe();
		await request();
		status = 201;
		const gone = received;
		expect(gone).toEqual([]);
		await stage.sites.sql`delete from app.push_messages where subscription_id <> ${id}`;
		status = answer;
		await deliver();
		expect(await subscriptions()).not.toContain(id);
		expect(await subscriptions()).toHaveLength(1);
	});

	it('with the sign-in that subscribed', async () => {
		const { sql } = stage.sites;
		await sql`
			insert into identity."user" ("id", "name", "email", "emailVerified")
			values (${stage.owner.id}, '', ${stage.owner.email}, true)`;
		const [session] = await sql<{ id: string }[]>`
			insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
			values (now() + interval '1 day', ${randomUUID()}, now(), ${stage.owner.id}) returning "id"`;
		const { id } = await subscribe();
		await sql`update app.push_subscriptions set session_id = ${session!.id} where id = ${id}`;
		await request();
		await deliver();
		expect(received).toHaveLength(1);
		await sql`delete from identity."session" where "id" = ${session!.id}`;
		expect(await subscriptions()).toEqual([]);
	});

	it('when that sign-in has expired, without a notification', async () => {
		const { id } = await subscribe();
		await stage.sites.sql`
			update app.push_subscriptions set session_id = ${randomUUID()} where id = ${id}`;
		await request();
		await deliver();
		expect(received).toEqual([]);
		expect(await subscriptions()).toEqual([]);
	});

	it('with the last workspace, and notifications of one workspace with that', async () => {
		const { sql } = stage.sites;
		const [{ id: host }] = [await signIn()];
		for (const { workspace } of [stage.site, stage.other]) {
			await sql`insert into app.members (workspace_id, person_id, role) values (${workspace}, ${host}, 'owner')`;
		}
		const { id } = await subscribe();
		await request();
		const leave = (workspace: string) =>
			sql`delete from app.members where workspace_id = ${workspace} and person_id = ${stage.owner.id}`;
		await leave(stage.site.workspace);
		expect(await waiting()).toBe(0);
		expect(await subscriptions()).toEqual([id]);
		await leave(stage.other.workspace);
		expect(await subscriptions()).toEqual([]);
	});

	it('with the account', async () => {
		await subscribe();
		const host = await signIn();
		for (const { workspace } of [stage.site, stage.other])
			await join(stage.sites.sql, workspace, host);
		await stage.sites.sql`select app.delete_person_rows(${stage.owner.id})`;
		expect(await subscriptions()).toEqual([]);
	});

	it('when its person turns it off, and no other person can', async () => {
		const { id } = await subscribe();
		const stranger = await signIn();
		const refused = await manage.ask(stranger, 'deletePushSubscription', { subscription: id });
		expect(refused.status).toBe(404);
		const removed = await manage.ask(stage.owner, 'deletePushSubscription', { subscription: id });
		expect(removed.body).toEqual({ removed: true });
		expect(await subscriptions()).toEqual([]);
	});
});

it('a program sees no browser of its person', async () => {
	await subscribe();
	const program = await connect(stage.sites.sql, manage, stage.owner, [stage.site.id]);
	expect((await manage.ask(program, 'listPushSubscriptions', {})).status).toBe(403);
});
