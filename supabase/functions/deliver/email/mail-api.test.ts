// E-mail through an HTTP API, on a server of the test.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../../../tests/harness.ts';
import { openDelivery, type TestDelivery } from '../../tests/deliver.ts';
import { createWorker } from '../create-worker.ts';
import { readMailSender } from './read-mail-sender.ts';

const from = 'Feedback <feedback@example.com>';
let database: TestDatabase;
let opened: TestDelivery;

beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
	opened = await openDelivery({}, database);
	opened.respond.with = (_, response) => response.writeHead(200).end('{"id":"1"}');
	await opened.addDestination({
		settings: {
			kind: 'email',
			name: 'Team',
			recipients: ['ada@example.com', 'bob@example.com'],
			schedule: { every: 'message' },
		},
	});
	await opened.answer({ score: 2, why: 'Slow' });
});
afterEach(() => opened.end());

/** Sends due messages through an API at the receiver. */
async function deliver(api: string): Promise<void> {
	const settings: Record<string, string> = {
		FEEDBACK_MAIL_API: api,
		FEEDBACK_MAIL_API_KEY: 'key-1',
		FEEDBACK_MAIL_API_URL: opened.url('/send'),
		FEEDBACK_MAIL_FROM: from,
	};
	const mail = readMailSender(opened.service.outgoing, (name) => settings[name]);
	const worker = createWorker({ ...opened.service, mail });
	worker.wake({ thorough: true });
	await worker.idle();
	await worker.drain();
}
const attempts = () => opened.database.admin`
	select a.outcome, a.status, a.error, d.next_at > a.at + interval '50 minutes' as later
	from app.delivery_attempts a join app.deliveries d using (site_id, destination_id, message_id)`;

describe('an e-mail', () => {
	it('is sent by Resend, once for each recipient', async () => {
		await deliver('resend');
		expect(opened.received).toHaveLength(2);
		const [{ headers, body }] = opened.received as [(typeof opened.received)[0]];
		expect(headers.authorization).toBe('Bearer key-1');
		expect(JSON.parse(body)).toEqual({
			from,
			to: ['ada@example.com'],
			subject: expect.stringContaining('2 of 5'),
			text: expect.stringContaining('> Slow'),
			html: expect.stringContaining('Slow</blockquote>'),
			headers: {
				'List-Unsubscribe': expect.stringMatching(/^<http.*\/deliver\/unsubscribe\?token=.*>$/),
				'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
				'Auto-Submitted': 'auto-generated',
			},
		});
		const [, other] = opened.received.map(
			(request) => JSON.parse(request.body) as { to: string[] },
		);
		expect(other!.to).toEqual(['bob@example.com']);
		expect(await attempts()).toMatchObject([{ outcome: 'delivered', error: null }]);
	});

	it('is sent by Postmark', async () => {
		await deliver('postmark');
		const [{ headers, body }] = opened.received as [(typeof opened.received)[0]];
		expect(headers['x-postmark-server-token']).toBe('key-1');
		const sent = JSON.parse(body) as { Headers: { Name: string; Value: string }[] };
		expect(sent).toMatchObject({ From: from, To: 'ada@example.com' });
		expect(sent.Headers.map(({ Name }) => Name)).toEqual([
			'List-Unsubscribe',
			'List-Unsubscribe-Post',
			'Auto-Submitted',
			'Message-ID',
			'X-PM-KeepID',
		]);
		expect(await attempts()).toMatchObject([{ outcome: 'delivered' }]);
	});

	it('waits for as long as the API requests, with its other recipients', async () => {
		opened.respond.with = (_, response) =>
			response.writeHead(429, { 'retry-after': '3600' }).end('{"message":"Too many requests"}');
		await deliver('resend');
		expect(opened.received).toHaveLength(1);
		expect(await attempts()).toEqual([
			{
				outcome: 'rejected',
				status: 429,
				later: true,
				error: 'The mail API answered with 429: Too many requests',
			},
		]);
	});

	it('that the API refuses is logged with the API’s message, without the key', async () => {
		opened.respond.with = (_, response) =>
			response.writeHead(422).end('{"ErrorCode":300,"Message":"Invalid email"}');
		await deliver('postmark');
		expect(opened.received).toHaveLength(2);
		expect(await attempts()).toMatchObject([
			{ outcome: 'rejected', status: 422, error: 'The mail API answered with 422: Invalid email' },
		]);
	});
});

it('a message of the API that is no text is logged with a replacement', async () => {
	opened.respond.with = (_, response) => response.writeHead(422).end('{"Message":"Bad \\ud83d"}');
	await deliver('postmark');
	expect(await attempts()).toMatchObject([
		{ outcome: 'rejected', error: 'The mail API answered with 422: Bad \ufffd' },
	]);
});

describe('the settings', () => {
	const key = { FEEDBACK_MAIL_API_KEY: 'key-1', FEEDBACK_MAIL_FROM: from };
	it.each<[Record<string, string>, string]>([
		[{ ...key, FEEDBACK_MAIL_API: 'pigeon' }, 'FEEDBACK_MAIL_API must be one of resend, postmark'],
		[{ FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_FROM: from }, 'FEEDBACK_MAIL_API_KEY is not set'],
		[{ FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_API_KEY: 'x' }, 'FEEDBACK_MAIL_FROM is not set'],
		[
			{ ...key, FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_API_KEY: 'a\r\nb' },
			'FEEDBACK_MAIL_API_KEY must hold visible ASCII',
		],
		[
			{ ...key, FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_API_URL: 'api' },
			'FEEDBACK_MAIL_API_URL must be a URL',
		],
		[
			{ ...key, FEEDBACK_MAIL_API: 'resend', FEEDBACK_MAIL_URL: 'smtps://mail.example.com' },
			'either FEEDBACK_MAIL_URL or FEEDBACK_MAIL_API',
		],
		[
			{ ...key, FEEDBACK_MAIL_URL: 'smtps://mail.example.com' },
			'FEEDBACK_MAIL_API_KEY does not go with',
		],
		[
			{ FEEDBACK_MAIL_URL: 'mail.example.com', FEEDBACK_MAIL_FROM: from },
			'FEEDBACK_MAIL_URL must begin with smtp://',
		],
	])('%j are refused', (settings, said) => {
		const read = (name: string) => settings[name];
		expect(() => readMailSender(opened.service.outgoing, read)).toThrow(said);
	});

	it('may be left out', () => {
		expect(readMailSender(opened.service.outgoing, () => undefined)).toBeUndefined();
	});
});
