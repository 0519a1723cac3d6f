import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';

import { startAuth, type Auth } from '../../../testing/auth/auth.ts';
import { showSessions } from '../../../server/postgres/database.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createDatabase();
});
afterAll(() => database.close());

const now = () => Math.floor(Date.now() / 1_000);

/** Whether a person with these claims passes the check for a recent sign-in. */
async function check(claims: Record<string, unknown>): Promise<'recent' | 'sign in again'> {
	const manage = database.connect('feedback_manage', { max: 1 });
	try {
		await manage.begin(async (sql) => {
			await sql`select set_config('role', 'feedback_person', true),
				set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
			await sql`select app.require_assurance('recent', 'deleteSite', null, null)`;
		});
		return 'recent';
	} catch (error) {
		expect(error).toMatchObject({ code: 'FB412' });
		return 'sign in again';
	} finally {
		await manage.end();
	}
}

describe('on hosted Supabase a sign-in', () => {
	const sub = randomUUID();
	const minutes = (ago: number, method = 'password') => ({ method, timestamp: now() - ago * 60 });

	it.each<[string, unknown[], string]>([
		['is recent for 15 minutes', [minutes(14)], 'recent'],
		['is not after that', [minutes(16)], 'sign in again'],
		['counts by the newest method', [minutes(600), minutes(1, 'otp')], 'recent'],
		[
			'is not renewed by refreshing the token',
			[minutes(600), minutes(0, 'token_refresh')],
			'sign in again',
		],
		['does not count if anonymous', [minutes(0, 'anonymous')], 'sign in again'],
		['from the future does not count', [minutes(-10)], 'sign in again'],
		['without a time does not count', ['pwd'], 'sign in again'],
		['that is not listed does not count', [], 'sign in again'],
	])('%s', async (_, amr, expected) => {
		expect(await check({ sub, amr, iat: now(), session_id: randomUUID() })).toBe(expected);
	});

	it('without a person does not count, nor for a connection', async () => {
		expect(await check({ amr: [minutes(0)] })).toBe('sign in again');
		expect(await check({ connection: randomUUID(), iat: now() })).toBe('sign in again');
	});
});

describe('with the embedded Auth a sign-in', () => {
	let auth: Auth;
	beforeAll(async () => {
		const databaseUrl = database.url('supabase_admin', false);
		auth = await startAuth({
			databaseUrl,
			jwtSecret: 'a secret of the local Auth service, 32+ characters',
			siteUrl: 'http://127.0.0.1:54323',
		});
		await showSessions(databaseUrl);
	});
	afterAll(() => auth.stop());

	async function ask(path: string, body: object) {
		const response = await auth.handle(
			new Request(`http://127.0.0.1/auth/v1/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		);
		return (await response.json()) as { access_token: string; refresh_token: string };
	}

	it('is recent if the session is, whatever the age of the token', async () => {
		const who = { email: `${randomUUID()}@example.com`, password: randomUUID() };
		await ask('signup', who);
		const first = await ask('token?grant_type=password', who);
		const claims = decodeJwt(first.access_token);
		expect(await check(claims)).toBe('recent');

		await database.admin`
			update auth.sessions set created_at = now() - interval '1 hour' where id::text = ${claims['session_id'] as string}`;
		const renewed = await ask('token?grant_type=refresh_token', {
			refresh_token: first.refresh_token,
		});
		const later = decodeJwt(renewed.access_token);
		expect(later['session_id']).toBe(claims['session_id']);
		expect(await check(later)).toBe('sign in again');
		expect(await check({ ...later, session_id: randomUUID() })).toBe('sign in again');
	});

	it('counts no longer once the session was ended, however recent its methods are', async () => {
		const who = { email: `${randomUUID()}@example.com`, password: randomUUID() };
		await ask('signup', who);
		const { access_token: token } = await ask('token?grant_type=password', who);
		const claims = { ...decodeJwt(token), amr: [{ method: 'password', timestamp: now() }] };
		expect(await check(claims)).toBe('recent');
		await database.admin`delete from auth.sessions where user_id::text = ${claims.sub!}`;
		expect(await check(claims)).toBe('sign in again');
		// Nor does the session of another person at our own service.
		const [other] = await database.admin<{ id: string }[]>`
			insert into identity."user" ("name", "email", "emailVerified") values ('', 'other@example.com', true)
			returning "id"`;
		await database.admin`
			insert into identity."session" ("expiresAt", "token", "updatedAt", "userId")
			values (now() + interval '1 day', 'token', now(), ${other!.id})`;
		expect(await check(claims)).toBe('sign in again');
	});
});
