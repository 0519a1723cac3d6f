// A whole server with metrics, traces and a request log, as seen by an operator.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { chrome } from '../../supabase/functions/tests/sdk.ts';
import { demo } from '../demo/demo.ts';
import type { Level } from '../log/log.ts';
import { type TraceReceiver, receiveTraces } from '../../testing/stack/receive-traces.ts';
import { type Stack, startStack } from './start-stack.ts';

const data = mkdtempSync(join(tmpdir(), 'feedback-telemetry-'));
const lines: { message: string; level: Level | undefined; id: unknown }[] = [];
let receiver: TraceReceiver;
let stack: Stack;

beforeAll(async () => {
	receiver = await receiveTraces();
	stack = await startStack({
		data,
		demo,
		ports: 'free',
		network: { publicUrl: 'https://feedback.example.com', trustedProxies: ['127.0.0.1'] },
		telemetry: { logRequests: true, metricsListen: 0, tracing: { endpoint: receiver.url } },
		log: (message, level, details) => lines.push({ message, level, id: details?.['request_id'] }),
	});
});

afterAll(async () => {
	await stack.stop();
	await receiver.stop();
	rmSync(data, { recursive: true });
});

function report(name: string, headers: Record<string, string> = {}): Promise<Response> {
	const now = Date.now();
	const body = JSON.stringify({
		site: stack.siteId,
		visitor: mintUuidv7(now),
		session: mintUuidv7(now),
		sdk: '0.4.0',
		events: [{ id: mintUuidv7(now), name }],
		decide: true,
	});
	return fetch(`${stack.apiUrl}/sdk/events`, {
		method: 'POST',
		body,
		headers: { 'user-agent': chrome, ...headers },
	});
}

async function readMetrics(accept = '*/*'): Promise<{ type: string | null; text: string }> {
	const response = await fetch(stack.metricsUrl!, { headers: { accept } });
	return { type: response.headers.get('content-type'), text: await response.text() };
}

test('it reports that it is ready', async () => {
	const response = await fetch(`${stack.gatewayUrl}/readyz`);
	expect([response.status, await response.json()]).toEqual([200, { ready: true, not_ready: [] }]);
});

test('the sign-in metadata names the public URL, at the root of the origin', async () => {
	const at = `${stack.gatewayUrl}/.well-known/oauth-authorization-server/functions/v1/oauth`;
	expect(await (await fetch(at)).json()).toMatchObject({
		issuer: 'https://feedback.example.com/functions/v1/oauth',
	});
});

test('metrics count requests, events and decisions, and describe parts and the database', async () => {
	expect((await report('telemetry.counted')).status).toBe(200);
	await fetch(`${stack.apiUrl}/${crypto.randomUUID()}`);
	const { type, text } = await readMetrics();
	expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
	const line = (start: string) => text.split('\n').find((one) => one.startsWith(start));
	expect(
		line('feedback_http_requests_total{part="sdk",route="events",method="POST",status="200"}'),
	).toMatch(/ 1$/);
	expect(line('feedback_http_requests_total{part="unknown"')).toContain('status="404"');
	expect(line('feedback_events_total{status="recorded"}')).toMatch(/ 1$/);
	expect(line('feedback_decisions_total{reason="no_prompt"}')).toMatch(/ 1$/);
	expect(line('feedback_part_up{part="postgres"}')).toMatch(/ 1$/);
	for (const part of ['functions', 'ingest', 'identity', 'files']) {
		expect(line(`feedback_part_up{part="${part}"}`)).toMatch(/ 1$/);
		expect(line(`feedback_part_restarts_total{part="${part}"}`)).toMatch(/ 0$/);
	}
	// Both processes have pools.
	expect(line('feedback_pool_connections_max{pool="deliver"}')).toBeDefined();
	expect(line('feedback_database_up')).toMatch(/ 1$/);
	expect(line('feedback_partitions_ahead_seconds')).toMatch(/ 1209600$/);
	expect(line('feedback_retention_overdue_seconds')).toMatch(/ 0$/);
	expect(line('feedback_pool_connections_max{pool="sdk"}')).toMatch(/ 8$/);
	expect(line('feedback_wal_archive_failures_total')).toMatch(/ 0$/);
	expect(text).not.toContain('127.0.0.1');
});

test('metrics are OpenMetrics for clients that accept it, on every request', async () => {
	for (let scrape = 0; scrape < 2; scrape += 1) {
		const { type, text } = await readMetrics('application/openmetrics-text; version=1.0.0');
		expect(type).toContain('application/openmetrics-text');
		expect(text).toMatch(/# TYPE feedback_events counter\n.*feedback_events_total\{/);
		expect(text).toMatch(/# EOF\n$/);
	}
	expect((await readMetrics()).text).toContain('# TYPE feedback_events_total counter');
});

test('metrics are available only at their own address', async () => {
	expect((await fetch(`${stack.gatewayUrl}/metrics`)).status).toBe(404);
});

test('a trace of a proxy continues in the gateway, the function and its database call', async () => {
	const traceId = '0af7651916cd43dd8448eb211c80319c';
	const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
	expect((await report('telemetry.traced', { traceparent })).status).toBe(200);
	const spans = () => receiver.spans.filter((span) => span.traceId === traceId);
	const names = () => spans().map(({ service, name }) => `${service}: ${name}`);
	await expect.poll(names, { timeout: 20_000 }).toContain('feedback-gateway: POST sdk events');
	await expect.poll(names, { timeout: 20_000 }).toContain('feedback-functions: database call');
	const [gateway] = spans().filter(({ service }) => service === 'feedback-gateway');
	expect(gateway!.parentSpanId).toBe('b7ad6b7169203331');
	const request = spans().find(({ parentSpanId }) => parentSpanId === gateway!.spanId);
	expect(request!.service).toBe('feedback-functions');
	const call = spans().find(({ name }) => name === 'database call');
	expect(call!.parentSpanId).toBe(request!.spanId);
});

test('a failed request is logged with the request ID of its response, which a proxy may choose', async () => {
	const requestId = '7f3a1c52b8e94d06a1d2c3b4e5f60718';
	const sql = postgres(stack.databaseUrl, { max: 1, onnotice() {} });
	await sql`alter function app.report rename to report_put_aside`;
	try {
		const response = await report('telemetry.failed', { 'x-request-id': requestId });
		const { error } = (await response.json()) as { error: { request_id: string } };
		expect([response.status, error.request_id]).toEqual([500, requestId]);
	} finally {
		await sql`alter function app.report_put_aside rename to report`;
		await sql.end();
	}
	const logged = () => lines.filter(({ id }) => id === requestId);
	await expect
		.poll(() => logged().map(({ message, level }) => `${level} ${message.split('\n')[0]}`))
		.toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^error ingest: .*42883/),
				'warn POST /functions/v1/sdk was answered with 500',
			]),
		);
});
