import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { limits } from '@feedback/contract';
import { endWaiting } from '../../supabase/tests/end-waiting.ts';
import { changeInstanceSettings } from '../settings/instance-settings.ts';
import { startIdentity } from './identity.ts';
import {
	openIdentity,
	signInByCode,
	TestBrowser,
	type TestIdentity,
	waitForCode,
} from '../../testing/identity/test-identity.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity({ allowedDomains: ['example.com'] });
});
afterAll(() => open.stop());

let people = 0;
const newEmail = (domain = 'example.com') => `person-${++people}@${domain}`;
const ask = (browser: TestBrowser, email: string, headers = {}) =>
	browser.post(
		open.identity,
		'/email-otp/send-verification-otp',
		{ email, type: 'sign-in' },
		headers,
	);
const enter = (browser: TestBrowser, email: string, otp: string) =>
	browser.post(open.identity, '/sign-in/email-otp', { email, otp });
const rowsOf = (email: string) =>
	open.database.admin`select * from identity."user" where "email" = ${email}`;

describe('a code by e-mail', () => {
	it('signs its recipient in, and creates the person only then', async () => {
		const email = newEmail();
		const browser = new TestBrowser();
		expect((await ask(browser, email)).status).toBe(200);
		const code = await waitForCode(open.mailbox, email);
		expect(await rowsOf(email)).toEqual([]);
		const answer = await enter(browser, email, code);
		expect([answer.status, answer.body]).toEqual([200, {}]);
		expect(await rowsOf(email)).toMatchObject([{ emailVerified: true }]);
		expect((await enter(new TestBrowser(), email, code)).status).toBe(400);
	});

	it('is not sent to a stranger, who gets the same response', async () => {
		const [known, stranger] = [newEmail(), newEmail('elsewhere.example')];
		const answers = [await ask(new TestBrowser(), stranger), await ask(new TestBrowser(), known)];
		await waitForCode(open.mailbox, known);
		expect(answers[0]).toMatchObject({ status: 200, body: answers[1]!.body });
		expect(open.mailbox.messages.filter(({ to }) => to === stranger)).toEqual([]);
		expect(await rowsOf(stranger)).toEqual([]);
	});

	it('is sent to an invited person while the invitation is open', async () => {
		const { database } = open;
		const email = newEmail('elsewhere.example');
		const [workspace] =
			await database.admin`insert into app.workspaces (name) values ('Acme') returning id`;
		await database.admin`
			insert into app.invitations (workspace_id, email, role, secret_hash)
			values (${workspace!['id'] as string}, ${email.toUpperCase()}, 'viewer', sha256('x'))`;
		await signInByCode(open, email);
		const other = newEmail('elsewhere.example');
		await database.admin`update app.invitations set email = ${other}, expires_at = now()`;
		await ask(new TestBrowser(), other);
		await signInByCode(open, newEmail());
		expect(open.mailbox.messages.filter(({ to }) => to === other)).toEqual([]);
	});

	it('is sent to domains in an instance setting, from the next request on', async () => {
		const { database, mailbox } = open;
		const allow = (allowed_domains: string[] | null) =>
			changeInstanceSettings(database.url('postgres'), { sign_up: { allowed_domains } });
		const sentTo = (email: string) => mailbox.messages.filter(({ to }) => to === email).length;
		try {
			await allow(['example.org']);
			const [named, configured] = [newEmail('example.org'), newEmail()];
			await ask(new TestBrowser(), configured);
			await ask(new TestBrowser(), named);
			await waitForCode(mailbox, named);
			expect(sentTo(configured)).toBe(0);
			await allow([]);
			const nobody = newEmail('example.org');
			await ask(new TestBrowser(), nobody);
			await allow(null);
			await ask(new TestBrowser(), configured);
			await waitForCode(mailbox, configured);
			expect(sentTo(nobody)).toBe(0);
		} finally {
			await allow(null);
		}
	});

	it.each(['email-verification', 'forget-password', 'change-email', undefined])(
		'is for signing in and nothing else: %s',
		async (type) => {
			const email = newEmail();
			const path = '/email-otp/send-verification-otp';
			const answer = await new TestBrowser().post(open.identity, path, { email, type });
			expect([answer.status, answer.body]).toMatchObject([400, { code: 'INVALID_TYPE' }]);
			await signInByCode(open, newEmail());
			expect(open.mailbox.messages.filter(({ to }) => to === email)).toEqual([]);
			expect(
				await open.database.admin`
					select from identity."verification" where "identifier" like ${`%${email}`}`,
			).toEqual([]);
		},
	);

	it('is stored as a keyed hash', async () => {
		const email = newEmail();
		await ask(new TestBrowser(), email);
		const code = await waitForCode(open.mailbox, email);
		const [row] = await open.database.admin`
			select "value" from identity."verification" where "identifier" like ${`%${email}`}`;
		const plain = createHash('sha256').update(code).digest('base64url');
		expect(row!['value']).not.toContain(code);
		expect(row!['value']).not.toContain(plain);
	});

	it('becomes invalid with the third wrong attempt', async () => {
		const email = newEmail();
		const browser = new TestBrowser();
		await ask(browser, email);
		const code = await waitForCode(open.mailbox, email);
		const wrong = code === '000000' ? '000001' : '000000';
		for (let times = 0; times < 3; times++) {
			expect((await enter(browser, email, wrong)).status).toBe(400);
		}
		expect((await enter(browser, email, code)).status).not.toBe(200);
		expect(await rowsOf(email)).toEqual([]);
	});

	it('is sent to one recipient at most ten times an hour by one network', async () => {
		const email = newEmail();
		for (let times = 0; times < 12; times++) await ask(new TestBrowser(`192.0.2.${times}`), email);
		await signInByCode(open, newEmail());
		expect(open.mailbox.messages.filter(({ to }) => to === email).length).toBeLessThanOrEqual(10);
		expect(open.lines.join('\n')).toContain('gets no more messages');
	});
});

describe('rate limits', () => {
	const askUntilRefused = async (browser: TestBrowser, headers = () => ({})) => {
		for (let times = 0; times < 6; times++) {
			const answer = await ask(browser, newEmail('elsewhere.example'), headers());
			if (answer.status === 429) return { times, answer };
		}
		return undefined;
	};

	it('apply to each visitor', async () => {
		const refused = await askUntilRefused(new TestBrowser());
		expect(refused).toMatchObject({ times: 5, answer: { body: { code: 'rate_limited' } } });
		expect(Number(refused!.answer.headers.get('retry-after'))).toBeGreaterThan(0);
		expect((await ask(new TestBrowser(), newEmail())).status).toBe(200);
	});

	it('cannot be evaded with a forged header', async () => {
		let hops = 0;
		const forged = () => ({
			'x-forwarded-for': `192.0.2.${++hops}`,
			'x-feedback-visitor-address': `192.0.2.${hops}`,
		});
		expect(await askUntilRefused(new TestBrowser(), forged)).toMatchObject({ times: 5 });
	});

	it('are shared by two instances', async () => {
		const two = await open.startAnother();
		const browser = new TestBrowser();
		const statuses: number[] = [];
		for (let times = 0; times < 6; times++) {
			const { status } = await browser.post(
				times % 2 ? two : open.identity,
				'/email-otp/send-verification-otp',
				{ email: newEmail('elsewhere.example'), type: 'sign-in' },
			);
			statuses.push(status);
		}
		expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
	});
});

describe('a page', () => {
	it('of another origin is refused', async () => {
		const email = newEmail();
		const evil = new TestBrowser(undefined, 'https://evil.example');
		const answer = await ask(evil, email);
		expect(answer.status).toBe(403);
		expect(answer.headers.get('access-control-allow-origin')).toBeNull();
		const browser = await signInByCode(open, email);
		browser.origin = 'https://evil.example';
		expect((await browser.post(open.identity, '/sign-out', {})).status).toBe(403);
	});

	it('gets cookies that scripts cannot read and that are sent only over HTTPS', async () => {
		const email = newEmail();
		const browser = new TestBrowser();
		await ask(browser, email);
		const answer = await enter(browser, email, await waitForCode(open.mailbox, email));
		const [cookie] = answer.headers.getSetCookie();
		expect(cookie).toMatch(/^__Secure-feedback\.session_token=/);
		expect(cookie).toMatch(/HttpOnly/i);
		expect(cookie).toMatch(/Secure;|Secure$/);
		expect(cookie).toMatch(/SameSite=Lax/i);
		expect(answer.headers.get('cache-control')).toBe('no-store');
	});

	it('cannot make the service parse more than a small body', async () => {
		const most = `The body has more than ${limits.request.values} values.`;
		const body = {
			email: newEmail(),
			type: Array.from({ length: limits.request.values }, () => 0),
		};
		const path = '/email-otp/send-verification-otp';
		const answer = await new TestBrowser().post(open.identity, path, body);
		expect([answer.status, answer.body]).toMatchObject([413, { code: 'body_too_large' }]);
		expect(JSON.stringify(answer.body)).toContain(most);
	});

	it('finds no endpoint that the dashboard does not use', async () => {
		const browser = await signInByCode(open, newEmail());
		for (const path of ['/get-session', '/list-sessions', '/error', '/ok', '/']) {
			expect((await browser.get(open.identity, path)).status, path).toBe(404);
		}
		const body = { email: newEmail(), password: 'correct horse battery', name: 'Ada' };
		for (const path of ['/sign-up/email', '/change-email', '/delete-user', '/update-user']) {
			expect((await browser.post(open.identity, path, body)).status, path).toBe(404);
		}
	});

	it('can read the available sign-in methods', async () => {
		const methods = async (identity = open.identity) =>
			(await new TestBrowser().get(identity, '/methods')).body;
		expect(await methods()).toEqual({
			email: true,
			password: true,
			passkeys: true,
			mail: true,
			providers: [],
			signed_in: false,
		});
		const bare = await open.startAnother({ mail: undefined, publicUrl: 'http://127.0.0.1:54321' });
		// Browsers create no passkeys for an IP address.
		expect(await methods(bare)).toMatchObject({ email: false, passkeys: false, mail: false });
	});
});

it('the methods say whether the cookie is that of a live session', async () => {
	const browser = await signInByCode(open, newEmail());
	const isSignedIn = async () => (await browser.get(open.identity, '/methods')).body['signed_in'];
	expect(await isSignedIn()).toBe(true);
	await browser.post(open.identity, '/sign-out', {});
	expect(await isSignedIn()).toBe(false);
});

describe('a password', () => {
	const signIn = (email: string, password: string) =>
		new TestBrowser().post(open.identity, '/sign-in/email', { email, password });

	it('can be changed after a recent sign-in, which ends the other sessions', async () => {
		const email = newEmail();
		const [first, browser] = [await signInByCode(open, email), await signInByCode(open, email)];
		expect((await browser.get(open.identity, '/password')).body).toEqual({ set: false });
		const change = (password: string) =>
			browser.post(open.identity, '/password/change', { password });
		expect((await change('short')).status).toBe(400);
		expect((await change('correct horse battery')).status).toBe(200);
		expect((await first.get(open.identity, '/token')).status).toBe(401);
		expect((await browser.get(open.identity, '/password')).body).toEqual({ set: true });
		expect((await signIn(email, 'correct horse battery')).status).toBe(200);
		expect((await change('another battery staple')).status).toBe(200);
		expect((await signIn(email, 'correct horse battery')).status).toBe(401);
		await open.database
			.admin`update identity."session" set "createdAt" = now() - interval '16 minutes'`;
		expect((await change('a third battery staple')).body).toMatchObject({
			code: 'SESSION_NOT_FRESH',
		});
	});

	it('signs in by a cookie only: no answer contains the token of the session', async () => {
		const email = newEmail();
		const password = 'correct horse battery';
		await open.createPerson({ email, password });
		const { status, body } = await signIn(email, password);
		expect([status, body]).toEqual([200, {}]);
	});

	it('that an operator gives is not replaced', async () => {
		const person = { email: newEmail(), password: 'correct horse battery' };
		const id = await open.createPerson(person);
		expect(await open.createPerson(person)).toBe(id);
		const another = open.createPerson({ ...person, password: 'another battery staple' });
		await expect(another).rejects.toThrow('has another password');
		expect((await signIn(person.email, person.password)).status).toBe(200);
	});

	it('that is wrong is refused in the same way as for an unknown person', async () => {
		const email = newEmail();
		await open.createPerson({ email, password: 'correct horse battery' });
		const [known, stranger] = [
			await signIn(email, 'wrong'),
			await signIn(newEmail('elsewhere.example'), 'wrong'),
		];
		expect([known.status, known.body]).toEqual([stranger.status, stranger.body]);
		expect(known.status).toBe(401);
	});

	it('is not accepted where passwords are off', async () => {
		const email = newEmail();
		await open.createPerson({ email, password: 'correct horse battery' });
		const methods = { password: false, email: true, passkeys: true };
		const identity = await open.startAnother({ methods });
		const body = { email, password: 'correct horse battery' };
		expect((await new TestBrowser().post(identity, '/sign-in/email', body)).status).not.toBe(200);
	});

	it('cannot be set while people do not sign in by password', async () => {
		const methods = { password: false, email: true, passkeys: true };
		const identity = await open.startAnother({ methods });
		const browser = await signInByCode(open, newEmail());
		const change = async (at: typeof identity) =>
			(await browser.post(at, '/password/change', { password: 'correct horse battery' })).status;
		expect(await change(identity)).toBe(404);
		expect(await change(open.identity)).toBe(200);
	});
});

describe('a person with a passkey', () => {
	it('changes the password after a recent sign-in, by confirming exactly that, once', async () => {
		const email = newEmail();
		const browser = await signInByCode(open, email);
		const { admin } = open.database;
		const [person] = await admin<{ id: string }[]>`
			insert into identity."passkey" ("name", "publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
			select 'Laptop', 'x', u."id", gen_random_uuid()::text, 0, 'singleDevice', false, now()
			from identity."user" u where u."email" = ${email}
			returning "userId" as id`;
		const change = async () => {
			const body = { password: 'correct horse battery' };
			const answer = await browser.post(open.identity, '/password/change', body);
			return [answer.status, answer.body['code']];
		};
		await admin`
			update identity."session" set "createdAt" = now() - interval '1 hour' where "userId" = ${person!.id}`;
		expect(await change()).toEqual([403, 'SESSION_NOT_FRESH']);
		await signInByCode(open, email, browser);
		expect(await change()).toEqual([403, 'presence_required']);
		const confirm = (ago: string) => admin`
			insert into app.presence_challenges (person_id, operation, subject, request_hash, challenge, expires_at, confirmed_at)
			values (${person!.id}, 'confirmSignInChange', 'changePassword', '\\x00', sha256(${ago}::text::bytea), now(),
				now() - ${ago}::text::interval)`;
		await confirm('121 seconds');
		expect(await change()).toEqual([403, 'presence_required']);
		await confirm('0 seconds');
		expect(await change()).toEqual([200, undefined]);
		expect(await change()).toEqual([403, 'presence_required']);
	});

	it.each([
		'/passkey/generate-register-options',
		'/passkey/verify-registration',
		'/passkey/update-passkey',
		'/passkey/delete-passkey',
	])('does not change passkeys here: %s', async (path) => {
		const browser = await signInByCode(open, newEmail());
		const answers = [
			await browser.get(open.identity, path),
			await browser.post(open.identity, path, {}),
		];
		expect(answers.map(({ status }) => status)).toEqual([404, 404]);
	});
});

describe('the service', () => {
	it('does not start with another secret, and names the secret', async () => {
		const options = { ...open.options, secret: 'another secret that is long enough to be used' };
		await expect(startIdentity(options)).rejects.toThrow(/Restore it from the backup/);
	});

	it('survives a connection that is lost during a statement', async () => {
		const browser = await signInByCode(open, newEmail());
		await open.database.admin.begin(async (sql) => {
			await sql`lock table identity."verification" in access exclusive mode`;
			const asked = [1, 2].map(() => enter(new TestBrowser(), newEmail(), '000000'));
			await endWaiting(open.database.admin, 2);
			for (const { status } of await Promise.all(asked)) expect(status).toBeGreaterThanOrEqual(500);
		});
		// The pool may not have noticed the loss of a connection yet.
		const statusOf = async () => (await browser.get(open.identity, '/token')).status;
		await expect.poll(statusOf).toBe(200);
	});

	it('continues when its connections to the database are lost', async () => {
		const browser = await signInByCode(open, newEmail());
		await open.database.admin`
			select pg_terminate_backend(pid) from pg_stat_activity
			where application_name = 'feedback-identity' and datname = current_database()`;
		const statusOf = async () => (await browser.get(open.identity, '/token')).status;
		await expect.poll(statusOf).toBe(200);
	});
});
