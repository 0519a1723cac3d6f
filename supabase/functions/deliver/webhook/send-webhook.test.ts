import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

import { limits } from '@feedback/contract';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openNetwork } from '../../_shared/outgoing/network.ts';
import { createOutgoing, type Outgoing } from '../../_shared/outgoing/outgoing.ts';
import { certificate } from '../../tests/certificate.ts';
import { openReceiver, type TestReceiver } from '../../tests/https-receiver.ts';
import { sendWebhook, type WebhookMessage } from './send-webhook.ts';

const mintSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({ type: 'response.created', data: { words: 'Zażółć gęślą jaźń' } });

let receiver: TestReceiver;
let outgoing: Outgoing;
let respond: RequestListener;
let received: { headers: IncomingHttpHeaders; body: string }[];

beforeAll(async () => {
	receiver = await openReceiver((request, response) => {
		void text(request).then((whole) => {
			received.push({ headers: request.headers, body: whole });
			respond(request, response);
		});
	});
	const real = openNetwork({ ca: certificate, port: receiver.port });
	outgoing = createOutgoing({
		resolve: (host) =>
			Promise.resolve([host === 'metadata.example' ? '169.254.169.254' : '1.1.1.1']),
		send: (_, request) => real.send('127.0.0.1', request),
	});
});

beforeEach(() => {
	received = [];
	respond = (_, response) => response.writeHead(204).end();
});

afterAll(() => receiver.close());

const send = (given: Partial<WebhookMessage> = {}) =>
	sendWebhook(outgoing, {
		id: '0199a0c2-0000-7000-8000-000000000001',
		url: 'https://client.example/hook?source=feedback',
		secrets: [mintSecret()],
		body,
		at: new Date(),
		...given,
	});

describe('a webhook', () => {
	it("is verified by the library's own verifier", async () => {
		const secret = mintSecret();
		const attempt = await send({ secrets: [secret] });
		expect(attempt).toMatchObject({
			outcome: 'delivered',
			status: 204,
			error: null,
			bytes: Buffer.byteLength(body),
			sha256: createHash('sha256').update(body).digest('hex'),
		});
		const [{ headers, body: sent }] = received as [(typeof received)[0]];
		expect(headers['content-type']).toBe('application/json');
		const verified = new Webhook(secret).verify(sent, headers as Record<string, string>);
		expect(verified).toEqual(JSON.parse(body));
		const altered = sent.replace('created', 'deleted');
		expect(() => new Webhook(secret).verify(altered, headers as Record<string, string>)).toThrow(
			'No matching signature',
		);
	});

	it('is signed with both secrets while one replaces the other', async () => {
		const secrets = [mintSecret(), mintSecret()];
		await send({ secrets });
		const { headers, body: sent } = received[0]!;
		for (const secret of secrets) {
			new Webhook(secret).verify(sent, headers as Record<string, string>);
		}
		const other = new Webhook(mintSecret());
		expect(() => other.verify(sent, headers as Record<string, string>)).toThrow();
	});

	it('has the same ID and the current time in each attempt', async () => {
		await send({ at: new Date('2026-11-24T10:00:00.900Z') });
		await send({ at: new Date('2026-11-24T10:00:05Z') });
		expect(received.map(({ headers }) => headers['webhook-timestamp'])).toEqual([
			'1795514400',
			'1795514405',
		]);
		expect(received[0]!.headers['webhook-id']).toBe(received[1]!.headers['webhook-id']);
	});

	it('that is rejected stores the response, shortened to one line', async () => {
		respond = (_, response) =>
			response.writeHead(500).end(`no\r\n\u001b[31m${'x'.repeat(100_000)}`);
		const { outcome, status, error, retryAfterSeconds } = await send();
		expect({ outcome, status, retryAfterSeconds }).toEqual({
			outcome: 'rejected',
			status: 500,
			retryAfterSeconds: null,
		});
		expect(error).toMatch(/^It answered with 500: no \[31mx+…$/);
		expect(error).toHaveLength(limits.delivery.error);
	});

	it('returns how long its receiver asks to wait', async () => {
		respond = (_, response) => response.writeHead(429, { 'retry-after': '120' }).end();
		expect(await send()).toMatchObject({ status: 429, retryAfterSeconds: 120 });
		const date = new Date(Date.now() + 600_000).toUTCString();
		respond = (_, response) => response.writeHead(503, { 'retry-after': date }).end();
		const { retryAfterSeconds } = await send();
		expect(retryAfterSeconds).toBeGreaterThan(590);
		expect(retryAfterSeconds).toBeLessThanOrEqual(600);
	});

	it('is not sent after a redirect', async () => {
		respond = (_, response) =>
			response.writeHead(307, { location: 'https://169.254.169.254/' }).end();
		expect(await send()).toMatchObject({
			outcome: 'rejected',
			status: 307,
			error: 'It answered with 307. Redirects are not followed.',
		});
		expect(received).toHaveLength(1);
	});

	it('for a private address is not sent', async () => {
		expect(await send({ url: 'https://metadata.example/' })).toMatchObject({
			outcome: 'misconfigured',
			status: null,
			bytes: 0,
			sha256: null,
		});
		expect(received).toEqual([]);
	});

	it('whose receiver disconnects is unreachable', async () => {
		respond = ({ socket }) => void socket.destroy();
		expect(await send()).toMatchObject({ outcome: 'unreachable', status: null });
	});
});
