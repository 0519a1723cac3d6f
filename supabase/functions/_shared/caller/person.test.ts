import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AuthSettings } from './auth-settings.ts';
import { createPersonFinder } from './person.ts';

let keyServer: Server;
let settings: Record<'supabase' | 'feedback', AuthSettings>;
const keys = generateKeyPair('ES256');
const now = Date.now();
const issuer = 'https://issuer.example';
const id = crypto.randomUUID();
const session = crypto.randomUUID();

beforeAll(async () => {
	const jwk = { ...(await exportJWK((await keys).publicKey)), kid: 'one', alg: 'ES256' };
	keyServer = createServer((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
	await new Promise<void>((resolve) => keyServer.listen(0, '127.0.0.1', resolve));
	const jwksUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}`;
	settings = {
		supabase: { kind: 'supabase', issuer, jwksUrl },
		feedback: { kind: 'feedback', issuer, jwksUrl },
	};
});
afterAll(() => keyServer.close());

const write = (claims: object) =>
	new SignJWT({ aud: 'authenticated', iss: issuer, sub: id, ...claims }).setExpirationTime('1h');
const issue = async (claims: object = {}) =>
	write(claims)
		.setProtectedHeader({ alg: 'ES256', kid: 'one' })
		.sign((await keys).privateKey);
const find = (kind: keyof typeof settings, token: string) =>
	createPersonFinder(settings[kind])(
		new Request('http://test/', { headers: { authorization: token } }),
		now,
	);

describe('a token of our own service', () => {
	it('names its person and its session', async () => {
		const token = await issue({ session_id: session, email: 'a@example.com', nonce: 'x' });
		const person = await find('feedback', `Bearer ${token}`);
		expect(person).toMatchObject({ id, session, email: 'a@example.com' });
		expect(person.claims).not.toHaveProperty('nonce');
	});

	it.each([
		['no session', undefined],
		['a session that is no UUID', 'all'],
		['a number as its session', 7],
		['a list of sessions', [session]],
	])('with %s could not be revoked, and is refused', async (_, session_id) => {
		await expect(find('feedback', `Bearer ${await issue({ session_id })}`)).rejects.toMatchObject({
			code: 'unauthenticated',
		});
	});
});

it('a token of Supabase needs no session in this database', async () => {
	expect(await find('supabase', `Bearer ${await issue()}`)).not.toHaveProperty('session');
});

describe('the advice about Supabase’s keys', () => {
	const advice = expect.stringContaining('JWT Keys') as string;
	const shared = () =>
		write({ session_id: session })
			.setProtectedHeader({ alg: 'HS256' })
			.sign(new TextEncoder().encode('x'.repeat(40)));

	it('is for a project that signs with its shared secret', async () => {
		await expect(find('supabase', `Bearer ${await shared()}`)).rejects.toMatchObject({
			code: 'unauthenticated',
			hint: advice,
		});
	});

	it('is for nobody else', async () => {
		for (const [kind, token] of [
			['feedback', await shared()],
			['supabase', await issue({ iss: 'https://evil.example' })],
		] as const) {
			await expect(find(kind, `Bearer ${token}`)).rejects.toMatchObject({
				code: 'unauthenticated',
				hint: undefined,
			});
		}
	});
});

it.each(['', 'Bearer', 'Basic e30.e30.e30', 'Bearer e30.e30'])(
	'without a token, a caller learns what to send: %j',
	async (given) => {
		await expect(find('feedback', given)).rejects.toMatchObject({
			code: 'unauthenticated',
			hint: 'Send a bearer token.',
		});
	},
);
