// Uses tokens of the identity service with the management API, the functions and the database, over a real socket.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { SignJWT, decodeJwt, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createPersonFinder } from '../../supabase/functions/_shared/caller/person.ts';
import { openManage, type TestManage } from '../../supabase/functions/tests/manage.ts';
import {
	openIdentity,
	publicUrl,
	readToken,
	signInByCode,
	type TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';

let open: TestIdentity;
let keys: Server;
let manage: TestManage;
const issuer = `${publicUrl}/auth`;
beforeAll(async () => {
	open = await openIdentity({ allowedDomains: ['example.com'] });
	keys = createServer(getRequestListener((request) => open.identity.handle(request, '127.0.0.1')));
	await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
	const jwksUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/auth/jwks`;
	const findPerson = createPersonFinder({ kind: 'feedback', issuer, jwksUrl });
	manage = openManage(open.database.url('feedback_manage'), { findPerson });
});
afterAll(async () => {
	await manage.end();
	keys.close();
	await open.stop();
});

const whoami = (token: string) =>
	manage.call({ id: '', email: '', token }, '/whoami') as Promise<{
		status: number;
		headers: Headers;
		body: Record<string, unknown> & { error?: { code: string; message: string } };
	}>;
let people = 0;
const signIn = (email = `person-${++people}@example.com`) => signInByCode(open, email);
const tokenOf = (browser: TestBrowser) => readToken(browser, open.identity);

describe('an access token', () => {
	it('identifies its person for five minutes, with the same claims as Supabase', async () => {
		const browser = await signIn('ada@example.com');
		const token = await tokenOf(browser);
		const claims = decodeJwt(token);
		expect(claims).toMatchObject({
			iss: issuer,
			aud: 'authenticated',
			role: 'authenticated',
			aal: 'aal1',
			email: 'ada@example.com',
			amr: [{ method: 'otp', timestamp: expect.any(Number) }],
		});
		expect(claims.exp! - claims.iat!).toBe(300);
		const answer = await whoami(token);
		expect(answer.body).toMatchObject({ person: claims.sub, email: 'ada@example.com' });
	});

	it('contains the time of the sign-in, not that of its renewal', async () => {
		const browser = await signIn();
		await open.database.admin`
			update identity."session" set "createdAt" = '2026-01-01T00:00:00Z' where "id" = (
				select "id" from identity."session" order by "createdAt" desc limit 1)`;
		const { amr } = decodeJwt<{ amr: { timestamp: number }[] }>(await tokenOf(browser));
		expect(amr[0]!.timestamp).toBe(Date.UTC(2026, 0, 1) / 1_000);
	});

	it('that is modified, unsigned, from another issuer, or without a session is refused', async () => {
		const token = await tokenOf(await signIn());
		const [header, payload, signature] = token.split('.') as [string, string, string];
		const claims = decodeJwt(token);
		const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const { privateKey } = await generateKeyPair('ES256');
		const own = new SignJWT(claims).setProtectedHeader({ alg: 'ES256' });
		const forged = [
			[header, encode({ ...claims, sub: crypto.randomUUID() }), signature].join('.'),
			`${encode({ alg: 'none' })}.${payload}.`,
			`${encode({ alg: 'none' })}.${payload}.${signature}`,
			await own.sign(privateKey),
			await new SignJWT(claims)
				.setProtectedHeader({ alg: 'HS256' })
				.sign(new TextEncoder().encode(open.options.secret)),
		];
		for (const one of forged) expect((await whoami(one)).status).toBe(401);
		expect((await whoami(token)).status).toBe(200);
	});

	it('ends immediately with its session, however the session ends', async () => {
		const email = 'ended@example.com';
		const ways: [string, (browser: TestBrowser, token: string) => Promise<unknown>][] = [
			['signing out', (browser) => browser.post(open.identity, '/sign-out', {})],
			[
				'revoking it from another browser',
				async (_, token) => {
					const id = decodeJwt(token)['session_id'];
					await (await signIn(email)).post(open.identity, '/sessions/revoke', { id });
				},
			],
			['expiring', () => open.database.admin`update identity."session" set "expiresAt" = now()`],
			[
				'deleting the person',
				(_, token) =>
					open.database.admin`select app.delete_person_rows(${String(decodeJwt(token).sub)})`,
			],
		];
		for (const [way, end] of ways) {
			const browser = await signIn(email);
			const token = await tokenOf(browser);
			expect((await whoami(token)).status, way).toBe(200);
			await end(browser, token);
			const refused = await whoami(token);
			expect([refused.status, refused.body.error], way).toMatchObject([
				401,
				{ code: 'unauthenticated', message: 'This sign-in has ended.' },
			]);
			expect(refused.headers.get('www-authenticate'), way).toContain('Bearer');
			expect((await browser.get(open.identity, '/token')).status, way).toBe(401);
		}
	});

	it('that has expired is deleted, with its network address, when the next person signs in', async () => {
		const { session_id: session } = decodeJwt<{ session_id: string }>(
			await tokenOf(await signIn()),
		);
		const find = () =>
			open.database.admin`select from identity."session" where "id" = ${session}`.then(
				({ length }) => length,
			);
		await open.database.admin`
			update identity."session" set "expiresAt" = now() where "id" = ${session}`;
		expect(await find()).toBe(1);
		await signIn();
		expect(await find()).toBe(0);
	});

	it('of one instance is still valid after another has started', async () => {
		const two = await open.startAnother();
		const browser = await signIn();
		expect((await whoami(await readToken(browser, two))).status).toBe(200);
	});
});

describe('the sessions of a person', () => {
	it('are listed without their tokens', async () => {
		const email = 'listed@example.com';
		const [first, second] = [await signIn(email), await signIn(email)];
		const { body } = await second.get(open.identity, '/sessions');
		const items = body['items'] as { id: string; address: string }[];
		expect(items).toMatchObject([
			{ current: true, method: 'otp', address: second.address },
			{ current: false, method: 'otp', address: first.address },
		]);
		const [cookie] = first.cookies.values();
		expect(JSON.stringify(body)).not.toContain(decodeURIComponent(cookie!).split('.')[0]);
	});

	it('are not revoked by another person', async () => {
		const [mine, theirs] = [await signIn(), await signIn()];
		const id = decodeJwt(await tokenOf(theirs))['session_id'];
		await mine.post(open.identity, '/sessions/revoke', { id });
		expect((await theirs.get(open.identity, '/token')).status).toBe(200);
	});
});
