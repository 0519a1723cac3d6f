// The worker as in a server: in the real Deno, beside the other functions, with their permissions.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runFunctions, type FunctionsRun } from '../../../server/functions/functions.ts';
import { jwtSecret } from '../tests/people.ts';
import {
	createPushKeys,
	sealPushKey,
	sealPushSubscription,
} from '../_shared/secrets/push-secret.ts';
import { openDelivery, type TestDelivery } from '../tests/deliver.ts';
import { openReceiver } from '../tests/https-receiver.ts';
import { createSubscription, verifyVapid } from '../tests/push-browser.ts';

// A name of 127.0.0.2 without a name server: functions may connect to the name, not to its address.
const mailHost = '127.2';

let opened: TestDelivery;
let cache: string;
let running: FunctionsRun;
let mailServer: SMTPServer;
const lines: string[] = [];
const mails: string[] = [];

beforeAll(async () => {
	opened = await openDelivery();
	cache = await mkdtemp(join(tmpdir(), 'feedback-deliver-'));
	mailServer = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _, done) {
			void text(stream).then((raw) => {
				mails.push(raw);
				done();
			});
		},
	});
	await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.2', resolve));
	const { port } = mailServer.server.address() as { port: number };
	running = await runFunctions({
		cache,
		hosts: [mailHost],
		onLine: ({ message }) => lines.push(message),
		environment: {
			FEEDBACK_INGEST_URL: opened.database.url('feedback_ingest'),
			FEEDBACK_MANAGE_URL: opened.database.url('feedback_manage'),
			FEEDBACK_SECRET: opened.secret,
			FEEDBACK_JWT_SECRET: jwtSecret,
			FEEDBACK_API_URL: 'http://127.0.0.1:54321/functions/v1',
			FEEDBACK_DASHBOARD_URL: 'http://127.0.0.1:54323',
			FEEDBACK_PROXY_COUNT: '0',
			FEEDBACK_DELIVER: '1',
			FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1',
			FEEDBACK_MAIL_URL: `smtp://${mailHost}:${port}`,
			FEEDBACK_MAIL_FROM: 'Feedback <feedback@example.com>',
		},
	});
});

afterAll(async () => {
	await running.stop();
	await opened.end();
	await new Promise<void>((resolve) => mailServer.close(resolve));
	await rm(cache, { recursive: true, force: true });
});

it('finds messages that were written without a wake, and sends them by HTTP and to the mail server’s name', async () => {
	await opened.addDestination();
	await opened.addDestination({
		settings: {
			kind: 'email',
			name: 'Team',
			recipients: ['ada@example.com'],
			schedule: { every: 'message' },
		},
	});
	await opened.answer({ score: 4, why: 'Fast' });
	await expect.poll(() => opened.received.length, { timeout: 10_000 }).toBe(1);
	await expect.poll(() => mails.length, { timeout: 10_000 }).toBe(1);
	const counted = async () => (await running.readMeasurements()).counters.deliveries;
	await expect.poll(counted).toEqual({ delivered: 2 });
	expect(lines).toEqual([]);
});

it('encrypts and signs a notification for a browser', async () => {
	const received: { authorization: string; body: Buffer }[] = [];
	const pushService = await openReceiver((request, response) => {
		void buffer(request).then((body) => {
			received.push({ authorization: request.headers.authorization!, body });
			response.writeHead(201).end();
		});
	}, 'http');
	const { admin } = opened.database;
	const browser = createSubscription(`http://127.0.0.1:${pushService.port}/send`);
	const id = crypto.randomUUID();
	const keys = await createPushKeys();
	const sealedKey = Buffer.from(await sealPushKey(opened.keyring, keys));
	const sealed = Buffer.from(await sealPushSubscription(opened.keyring, id, browser.subscription));
	await admin`insert into app.push_keys (public_key, sealed) values (${keys.publicKey}, ${sealedKey})`;
	await admin`
		insert into app.push_subscriptions (id, person_id, endpoint_sha256, host, sealed)
		values (${id}, ${id}, ${Buffer.alloc(32)}, 'push.example.com', ${sealed})`;
	await admin`insert into app.push_messages (subscription_id) values (${id})`;
	await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
	const [{ authorization, body }] = received as [(typeof received)[0]];
	expect(browser.decrypt(body)).toMatchObject({ title: 'This device is notified' });
	expect(await verifyVapid(authorization, keys.publicKey)).toMatchObject({
		sub: 'https://127.0.0.1:54323',
	});
	await pushService.close();
});

it('finishes deliveries in progress before it stops', async () => {
	opened.respond.with = (_, response) => void setTimeout(() => response.end(), 300);
	await opened.answer({ score: 5 });
	await expect.poll(() => opened.received.length, { timeout: 10_000 }).toBe(2);
	await running.stop();
	const [row] = await opened.database.admin<{ delivered: number }[]>`
		select count(*)::int as delivered from app.deliveries q join app.destinations d on d.id = q.destination_id
		where d.kind = 'webhook' and q.state = 'delivered'`;
	expect(row!.delivered).toBe(2);
});
