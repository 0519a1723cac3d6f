import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { mintUuidv7 } from '../../supabase/functions/_shared/uuidv7.ts';
import { bodyLimit } from '../gateway/gateway.ts';
import { listen } from '../gateway/listen.ts';
import { AlreadyRunning } from '../data/lock.ts';
import { choosePorts } from '../ports/ports.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { type Stack, startStack } from './start-stack.ts';
import { startReportingApp } from '../../testing/stack/reporting-app.ts';
import { fetchToken, openSession } from '../../testing/stack/test-session.ts';
import { demo } from '../demo/demo.ts';
import { demoSite } from '../../supabase/seed.ts';

const data = mkdtempSync(join(tmpdir(), 'feedback-stack-test-'));
const lines: string[] = [];
let stack: Stack;

beforeAll(async () => {
	stack = await startStack({ data, ports: 'free', demo, log: (line) => lines.push(line) });
});

afterAll(async () => {
	await stack.stop();
	rmSync(data, { recursive: true });
});

function report(name: string): Promise<Response> {
	const body = JSON.stringify({
		site: stack.siteId,
		visitor: mintUuidv7(Date.now()),
		session: mintUuidv7(Date.now()),
		sdk: '0.4.0',
		events: [{ id: mintUuidv7(Date.now()), name }],
		decide: true,
	});
	return fetch(`${stack.apiUrl}/sdk/events`, { method: 'POST', body });
}

async function countEvents(name: string): Promise<number> {
	const sql = postgres(stack.databaseUrl, { max: 1 });
	try {
		const [row] = await sql`select count(*)::integer as count from app.events where name = ${name}`;
		return Number(row?.['count']);
	} finally {
		await sql.end();
	}
}

async function whoami(token: string | undefined): Promise<{ status: number; body: unknown }> {
	const response = await fetch(`${stack.apiUrl}/manage/whoami`, {
		headers: { authorization: `Bearer ${token}` },
	});
	return { status: response.status, body: await response.json() };
}

// `fetch` would not send these headers unchanged.
function ask(path: string, headers: Record<string, string>): Promise<number> {
	return new Promise((resolve, reject) => {
		const asked = request(`${stack.gatewayUrl}${path}`, { headers }, (answer) => {
			answer.resume();
			resolve(answer.statusCode ?? 0);
		});
		asked.once('error', reject).end();
	});
}

test('an event reported at the gateway is decided and stored', async () => {
	const response = await report('stack.reported');
	expect(response.status).toBe(200);
	expect(await countEvents('stack.reported')).toBe(1);
});

test('the demo person signs in like every person, and owns the demo workspace', async () => {
	const session = await openSession(stack);
	expect(session.status).toBe(200);
	expect(await whoami(await fetchToken(stack, session))).toMatchObject({
		status: 200,
		body: { email: stack.demo.email, workspaces: [{ role: 'owner' }] },
	});
	expect((await whoami('nonsense')).status).toBe(401);
});

test('only the dashboard’s pages may call the sign-in service', async () => {
	const answerTo = async (origin: string) => {
		const { status, headers } = await fetch(`${stack.authUrl}/sign-in/email`, {
			method: 'OPTIONS',
			headers: {
				origin,
				'access-control-request-method': 'POST',
				'access-control-request-headers': 'content-type',
			},
		});
		expect(status).toBe(204);
		return headers;
	};
	const own = await answerTo('http://127.0.0.1:54323');
	expect(own.get('access-control-allow-origin')).toBe('http://127.0.0.1:54323');
	expect(own.get('access-control-allow-credentials')).toBe('true');
	expect(own.get('access-control-allow-headers')).toContain('content-type');
	const other = await answerTo('https://evil.example');
	expect(other.get('access-control-allow-origin')).toBeNull();
});

test('auth.uid() has the form of hosted Supabase', async () => {
	const sql = connectDatabase(stack.adminUrl);
	const id = '01980000-0000-7000-8000-0000000000aa';
	const [row] = await sql.begin('read write', async (tx) => {
		await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id })}, true)`;
		return tx`select auth.uid() as id`;
	});
	await sql.end();
	expect(row?.['id']).toBe(id);
});

describe.each(['/local/demo', '/local/mail', '/local/mailbox'])('%s', (path) => {
	const own = { host: '127.0.0.1', origin: 'http://localhost:54323' };

	test('answers requests with the key of the printed link', async () => {
		const answer = await fetch(`${stack.gatewayUrl}${path}?key=${stack.demoKey}`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('access-control-allow-origin')).toBe('*');
	});

	test('does not exist without the key, whatever the headers say', async () => {
		const wrong = '?key=0123456789abcdefghij';
		const others: Record<string, string>[] = [
			{},
			own,
			{ host: 'evil.example' },
			{ ...own, 'x-forwarded-for': '127.0.0.1' },
		];
		for (const headers of others) {
			expect(await ask(path, headers)).toBe(404);
			expect(await ask(`${path}${wrong}`, headers)).toBe(404);
		}
		expect(await (await fetch(`${stack.gatewayUrl}${path}`)).json()).toMatchObject({
			error: { code: 'not_found' },
		});
	});

	// Sends the upstream’s address as Host and no X-Forwarded-For, like an unconfigured proxy.
	test('does not exist behind a reverse proxy with default settings', async () => {
		const proxy = createServer((asked, answer) => {
			const onward = request(
				`${stack.gatewayUrl}${asked.url}`,
				{ method: asked.method },
				(back) => {
					answer.writeHead(back.statusCode ?? 502, back.headers);
					back.pipe(answer);
				},
			);
			asked.pipe(onward);
		});
		const { port, stop } = await listen(proxy, 0);
		try {
			for (const origin of [undefined, 'https://feedback.example.com', 'http://127.0.0.1:54323']) {
				const headers: Record<string, string> = origin ? { origin } : {};
				const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
				expect(answer.status).toBe(404);
				expect(await answer.text()).not.toContain(stack.demo.email);
			}
		} finally {
			await stop();
		}
	});
});

test('a body beyond every limit is refused at the gateway, and the next request works', async () => {
	const body = 'x'.repeat(bodyLimit + 1);
	for (const url of [`${stack.apiUrl}/sdk/events`, `${stack.authUrl}/sign-in/email`]) {
		const response = await fetch(url, { method: 'POST', body });
		expect(response.status).toBe(413);
		expect(await response.json()).toMatchObject({ error: { code: 'body_too_large' } });
	}
	expect((await report('stack.after')).status).toBe(200);
});

test('the gateway serves nothing outside its documented paths', async () => {
	for (const path of [
		'/',
		'/_system/info',
		'/rest/v1/',
		'/auth',
		'/auth/',
		'/auth/v1/signup',
		'/studio',
	]) {
		expect(await ask(path, {})).toBe(404);
	}
});

test('an unknown function returns 404 with an error code', async () => {
	const response = await fetch(`${stack.apiUrl}/nobody/here`);
	expect(response.status).toBe(404);
	expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
});

test('a second start on the same folder reports the address of the first', async () => {
	const second = startStack({ data, ports: 'free', quiet: true });
	await expect(second).rejects.toBeInstanceOf(AlreadyRunning);
	await expect(second).rejects.toMatchObject({ address: stack.gatewayUrl });
	expect((await report('stack.after-second')).status).toBe(200);
});

test('functions that crash are restarted', async () => {
	for (const part of ['functions', 'ingest'] as const) {
		stack.killPart(part);
		await expect.poll(() => lines.join('\n')).toContain(`The ${part} process ended (SIGKILL)`);
		await expect.poll(async () => (await report('stack.revived')).status).toBe(200);
		await expect.poll(() => lines).toContain(`The ${part} process runs again.`);
	}
});

test('visitors are served while the other functions are down', async () => {
	const bringBack = await stack.takeDown('functions');
	expect((await report('stack.alone')).status).toBe(200);
	expect(await ask('/functions/v1/manage/whoami', {})).toBe(503);
	expect(await ask('/readyz', {})).toBe(200);
	const health = await fetch(`${stack.gatewayUrl}/local/health`);
	expect(await health.json()).toMatchObject({ parts: { functions: 'stopped', ingest: 'running' } });
	await bringBack();
	expect(await ask('/functions/v1/manage/whoami', {})).toBe(401);
});

test('visitors are served while nobody can sign in, and signing in starts again after a crash', async () => {
	const bringBack = await stack.takeDown('identity');
	expect(await ask('/auth/methods', {})).toBe(503);
	expect((await report('stack.signed-out')).status).toBe(200);
	const readiness = await fetch(`${stack.gatewayUrl}/readyz`);
	expect([readiness.status, await readiness.json()]).toEqual([
		200,
		{ ready: true, not_ready: [], impaired: ['identity'] },
	]);
	await bringBack();
	expect(await ask('/auth/methods', {})).toBe(200);
	stack.killPart('identity');
	await expect.poll(() => lines.join('\n')).toContain('The identity thread ended (exit 1)');
	await expect.poll(() => lines).toContain('The identity thread runs again.');
	expect((await openSession(stack)).status).toBe(200);
});

test('the functions are replaced by their present code, and no request fails', async () => {
	const app = startReportingApp(stack.gatewayUrl, stack.siteId);
	const isReporting = (after: number) =>
		expect.poll(() => app.stored.length).toBeGreaterThan(after);
	await isReporting(5);
	expect(await stack.replaceFunctions()).toEqual([]);
	await isReporting(app.stored.length + 5);
	await app.stop();
	expect(app.failures).toEqual([]);
});

test('Postgres restarts after a crash with everything that was acknowledged', async () => {
	for (let i = 0; i < 20; i += 1) expect((await report('stack.kept')).status).toBe(200);
	stack.killPart('postgres');
	await expect.poll(() => lines.join('\n')).toContain('Postgres ended (SIGKILL)');
	await expect.poll(async () => (await report('stack.back')).status).toBe(200);
	expect(await countEvents('stack.kept')).toBe(20);
	expect((await openSession(stack)).status).toBe(200);
});

test('a part that is down has its own status code, and restarts on request', async () => {
	const bringBack = await stack.takeDown('ingest');
	const response = await report('stack.down');
	expect(response.status).toBe(503);
	expect(response.headers.get('retry-after')).toBe('1');
	expect(response.headers.get('access-control-allow-origin')).toBe('*');
	await bringBack();
	expect((await report('stack.up')).status).toBe(200);
	const reopen = await stack.takeDown('gateway');
	await expect(report('stack.closed')).rejects.toThrow('fetch failed');
	await reopen();
	expect((await report('stack.reopened')).status).toBe(200);
});

test('data, people and sessions survive a stop and a start', async () => {
	await report('stack.lasting');
	const session = await openSession(stack);
	const credentials = stack.demo;
	await stack.stop();
	stack = await startStack({ data, ports: 'free', demo, log: (line) => lines.push(line) });
	expect(stack.demo).toEqual(credentials);
	expect(await countEvents('stack.lasting')).toBe(1);
	expect((await whoami(await fetchToken(stack, session))).status).toBe(200);
});

test('e-mails of a demo arrive in its mailbox', async () => {
	const headers = {
		authorization: `Bearer ${await fetchToken(stack, await openSession(stack))}`,
		'content-type': 'application/json',
	};
	const created = await fetch(`${stack.apiUrl}/manage/sites/${demoSite.id}/destinations`, {
		method: 'POST',
		headers,
		body: JSON.stringify({
			kind: 'email',
			name: 'Team',
			recipients: ['ada@example.org'],
			schedule: { every: 'message' },
			event_types: ['response.closed'],
		}),
	});
	expect(created.status).toBe(200);
	const readMail = async (): Promise<unknown> =>
		(await fetch(`${stack.gatewayUrl}/local/mail?key=${stack.demoKey}`)).json();
	await expect
		.poll(readMail, { timeout: 20_000 })
		.toMatchObject([
			{ to: 'ada@example.org', html: expect.stringContaining('Confirm the address') as string },
		]);
	expect(await (await fetch(stack.mailboxUrl!)).text()).toContain('to ada@example.org');
});

test('a stack that was not started as a demo returns neither its person nor its mail', async () => {
	const { demoKey } = stack;
	await stack.stop();
	stack = await startStack({ data, ports: 'free', log: (line) => lines.push(line) });
	expect(stack.demoKey).toBeUndefined();
	for (const path of ['/local/demo', '/local/mail', '/local/mailbox'])
		expect(await ask(`${path}?key=${demoKey}`, {})).toBe(404);
	expect((await openSession(stack)).status).toBe(200);
});

test('a start that fails leaves nothing running', async () => {
	const { gateway } = await choosePorts({ free: true });
	const other = mkdtempSync(join(tmpdir(), 'feedback-stack-fails-'));
	const failing = startStack({
		data: other,
		ports: { gateway },
		signal: AbortSignal.abort(new Error('given up')),
		quiet: true,
	});
	await expect(failing).rejects.toThrow('given up');
	await expect(fetch(`http://127.0.0.1:${gateway}/local/health`)).rejects.toThrow('fetch failed');
	rmSync(other, { recursive: true });
});
