import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
	openIdentity,
	signInByCode,
	TestBrowser,
	type TestIdentity,
	waitForCode,
} from '../../testing/identity/test-identity.ts';
import type { KeptMessage } from './mailbox.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity({ allowedDomains: ['example.com'] });
});
afterAll(() => open.stop());

let count = 0;
const newEmail = () => `victim-${++count}@example.com`;
/** A browser in a separate network. */
const stranger = (n: number) => new TestBrowser(`${11 + (n >> 8)}.${n & 255}.0.1`);
const ask = (browser: TestBrowser, email: string) =>
	browser.post(open.identity, '/email-otp/send-verification-otp', { email, type: 'sign-in' });
const enter = (browser: TestBrowser, email: string, otp: string) =>
	browser.post(open.identity, '/sign-in/email-otp', { email, otp });
const enterPassword = (browser: TestBrowser, email: string, password: string) =>
	browser.post(open.identity, '/sign-in/email', { email, password });
const mailsTo = (email: string) => open.mailbox.messages.filter(({ to }) => to === email);
const codesOf = (email: string) =>
	open.database
		.admin`select from identity."verification" where "identifier" like ${`sign-in-otp-%${email}`}`;
const waitForMail = async (email: string, subject: RegExp): Promise<KeptMessage> => {
	const find = () => mailsTo(email).find((message) => subject.test(message.subject));
	await expect.poll(find).toBeDefined();
	return find()!;
};

const { guess } = limits.target;
const password = 'correct horse battery';

/** Uses up the guesses of browsers that nobody knows, half of them passwords. */
async function exhaust(email: string) {
	const statuses: number[] = [];
	for (let n = 0; n < guess.times; n++) {
		const { status } = await (n % 2
			? enterPassword(stranger(n), email, 'wrong')
			: enter(stranger(n), email, '000000'));
		statuses.push(status);
	}
	return statuses;
}

describe('guesses at one address', () => {
	it('are limited across codes, passwords and network addresses, and the person is notified once', async () => {
		const email = newEmail();
		await open.createPerson({ email, password });
		expect((await exhaust(email)).every((status) => status === 400 || status === 401)).toBe(true);
		const refused = await enterPassword(stranger(500), email, password);
		expect([refused.status, refused.body['code']]).toEqual([429, 'rate_limited']);
		expect(refused.body['message']).toContain('passkey');
		const wait = Number(refused.headers.get('retry-after'));
		expect(wait).toBeGreaterThan(0);
		expect(wait).toBeLessThanOrEqual(guess.seconds);
		expect((await enter(stranger(501), email, '000000')).status).toBe(429);
		await waitForMail(email, /Wrong sign-in codes/);
		expect(mailsTo(email)).toHaveLength(1);
		// Another address is not concerned.
		await signInByCode(open, newEmail());
	});

	it('are counted before they are checked, so simultaneous ones count too', async () => {
		const email = newEmail();
		const answers = await Promise.all(
			Array.from({ length: 30 }, (_, n) => enter(stranger(600 + n), email, '000000')),
		);
		expect(answers.filter(({ status }) => status === 400)).toHaveLength(guess.times);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - guess.times);
	});

	it.each([
		['a form', 'application/x-www-form-urlencoded', 'email=EMAIL&password=wrong&otp=000000'],
		['JSON of another type', 'application/vnd.api+json', '{"email":"EMAIL","password":"wrong"}'],
		['text', 'text/plain', '{"email":"EMAIL","otp":"000000"}'],
		[
			'an address that the database cannot hold',
			'application/json',
			'{"email":"a\\u0000EMAIL","otp":"000000"}',
		],
		['an address that is no text', 'application/json', '{"email":["EMAIL"],"otp":"000000"}'],
		['an address of another case', 'application/json', '{"email":"Victim-EMAIL","otp":"000000"}'],
	])('are not checked uncounted in %s', async (_, type, template) => {
		const email = newEmail();
		const text = template.replace('Victim-EMAIL', email.toUpperCase()).replace('EMAIL', email);
		for (const path of ['/sign-in/email', '/sign-in/email-otp']) {
			const responses = await Promise.all(
				Array.from({ length: guess.times + 5 }, (_each, n) =>
					open.identity.handle(
						new Request(`http://127.0.0.1/auth${path}`, {
							method: 'POST',
							body: text,
							headers: { 'content-type': type, origin: 'https://feedback.example.com' },
						}),
						`${60 + n}.0.0.1`,
					),
				),
			);
			expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
			const checked = responses.filter(({ status }) => status === 401 || status === 400);
			const bodies = await Promise.all(checked.map((response) => response.json()));
			const guesses = bodies.filter(
				({ code }: { code: string }) =>
					code === 'INVALID_OTP' || code === 'INVALID_EMAIL_OR_PASSWORD',
			);
			expect(guesses.length).toBeLessThanOrEqual(guess.times);
			if (type !== 'application/json') expect(guesses).toEqual([]);
		}
	});

	it('do not use up those of a browser that signed in before', async () => {
		const email = newEmail();
		await open.createPerson({ email, password });
		const own = await signInByCode(open, email);
		await own.post(open.identity, '/sign-out', {});
		await exhaust(email);
		expect((await enterPassword(stranger(502), email, password)).status).toBe(429);
		expect((await enterPassword(own, email, password)).status).toBe(200);
		// It has separate limits, which a copied cookie cannot evade.
		own.cookies.delete('__Secure-feedback.session_token');
		const copied = async (n: number) => {
			const browser = stranger(700 + n);
			for (const [name, value] of own.cookies) browser.cookies.set(name, value);
			return (await enterPassword(browser, email, 'wrong')).status;
		};
		const statuses: number[] = [];
		for (let n = 0; n <= limits.target.guessOfBrowser.times; n++) statuses.push(await copied(n));
		expect(statuses.at(-2)).toBe(401);
		expect(statuses.at(-1)).toBe(429);
	});

	it('cannot be evaded with a forged proof of an earlier sign-in', async () => {
		const email = newEmail();
		const other = await signInByCode(open, newEmail());
		await exhaust(email);
		expect((await enter(other, email, '000000')).status).toBe(429);
	});

	it('leave the person a link by e-mail instead of a code', async () => {
		const email = newEmail();
		await exhaust(email);
		const browser = stranger(503);
		await ask(browser, email);
		const { text } = await waitForMail(email, /sign-in link/);
		expect(text).not.toMatch(/\b\d{6}\b/);
		expect(await codesOf(email)).toEqual([]);
		const token = /#link=([\w-]{43})/.exec(text)![1]!;
		expect((await browser.post(open.identity, '/link', { token })).status).toBe(200);
		expect((await browser.get(open.identity, '/token')).status).toBe(200);
		expect((await stranger(504).post(open.identity, '/link', { token })).status).toBe(400);
	});

	it('that are right do not count', async () => {
		const email = newEmail();
		await open.createPerson({ email, password });
		for (let n = 0; n < guess.times + 5; n++) {
			expect((await enterPassword(stranger(800 + n), email, password)).status).toBe(200);
		}
	});
});

it('a flood of passwords is refused in part, and leaves out a browser that signed in before', async () => {
	const email = newEmail();
	await open.createPerson({ email, password });
	const person = new TestBrowser();
	expect((await enterPassword(person, email, password)).status).toBe(200);
	const flood = Array.from({ length: 120 }, (_, n) =>
		enterPassword(stranger(700 + n), `nobody-${n}@example.com`, password),
	);
	expect((await enterPassword(person, email, password)).status).toBe(200);
	const answers = await Promise.all(flood);
	const statuses = new Set(answers.map(({ status }) => status));
	expect([...statuses].sort()).toEqual([401, 429]);
	const refused = answers.find(({ status }) => status === 429)!;
	expect(refused.body['code']).toBe('rate_limited');
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

describe('a code', () => {
	it('belongs to the browser that asked: a stranger neither replaces nor uses it up', async () => {
		const email = newEmail();
		const [person, other] = [stranger(510), stranger(511)];
		await ask(person, email);
		const code = await waitForCode(open.mailbox, email);
		await ask(other, email);
		await expect.poll(() => mailsTo(email).length).toBe(2);
		expect(await codesOf(email)).toHaveLength(2);
		for (let n = 0; n < 4; n++) await enter(stranger(520 + n), email, '000000');
		for (let n = 0; n < 2; n++) await enter(other, email, '000000');
		// Not even the right code, in another browser.
		expect((await enter(other, email, code)).status).toBe(400);
		expect((await enter(person, email, code)).status).toBe(200);
	});

	it('exists only if its message was sent', async () => {
		const email = newEmail();
		const { mailOfBrowser } = limits.target;
		const browser = stranger(530);
		for (let n = 0; n < mailOfBrowser.times; n++) await ask(browser, email);
		await expect.poll(() => mailsTo(email).length).toBe(mailOfBrowser.times);
		await open.database.admin`delete from identity."rateLimit"`;
		await open.database.admin`delete from identity."verification"`;
		await ask(browser, email);
		await signInByCode(open, newEmail());
		expect(mailsTo(email)).toHaveLength(mailOfBrowser.times);
		expect(await codesOf(email)).toEqual([]);
		const down = await open.startAnother({
			mail: { send: () => Promise.reject(new Error('The mail server is down.')) },
		});
		const unsent = newEmail();
		const body = { email: unsent, type: 'sign-in' };
		await stranger(531).post(down, '/email-otp/send-verification-otp', body);
		await expect.poll(() => open.lines.join('\n')).toContain('The mail server is down.');
		await expect.poll(() => codesOf(unsent)).toEqual([]);
	});

	it('is sent to addresses of every form', async () => {
		for (const from of ['fe80::1%eth0', '::ffff:192.0.2.77', '::1', 'unknown']) {
			await signInByCode(open, newEmail(), new TestBrowser(from));
		}
	});

	it('is sent to one mailbox as often as its limits allow, however its address is written', async () => {
		const mailbox = newEmail().replace('@example.com', '');
		const sent = () => open.mailbox.messages.filter(({ to }) => to.startsWith(mailbox)).length;
		// All from one network.
		for (let n = 0; n < 20; n++) {
			const email = n % 2 ? `${mailbox}+${n}@example.com` : `${mailbox}+A+${n}@Example.com`;
			await ask(new TestBrowser(`12.0.7.${n + 1}`), email);
		}
		await signInByCode(open, newEmail(), stranger(545));
		expect(sent()).toBe(limits.target.mailOfNetwork.times);
	});

	it('still reaches the person after many requests by strangers', async () => {
		const email = newEmail();
		const person = await signInByCode(open, email);
		await person.post(open.identity, '/sign-out', {});
		// From one /48, whose 65,536 networks of /64 are separate senders.
		for (let n = 0; n < 20; n++) {
			await ask(new TestBrowser(`2001:db8:1:${n.toString(16)}::1`), email);
		}
		await expect.poll(() => mailsTo(email).length).toBe(limits.target.mailOfNetwork.times + 1);
		await signInByCode(open, email, stranger(540));
		// Not even a stranger with many networks stops a browser that signed in before.
		for (let n = 0; n < limits.target.mail.times; n++) await ask(stranger(900 + n), email);
		await signInByCode(open, email, person);
	});
});

it('a million guesses from 65,536 senders succeed with a chance below 1 in 10,000', async () => {
	const guesses = 1_000_000;
	// As fast as they are accepted, and as slow as a month allows.
	for (const perSecond of [150, 16, guesses / (30 * 86_400)]) {
		const email = newEmail();
		// What is allowed only changes when a period ends: guesses in between are refused without being counted.
		const [row] = await open.database.admin<{ allowed: number }[]>`
			with recursive tried (at, allowed, times) as (
				select 0::float8, 0, 0
				union all
				select t.at + case when c.wait is null then 1 / ${perSecond}::float8 else greatest(c.wait, 1 / ${perSecond}::float8) end,
					t.allowed + (c.wait is null)::integer, t.times + 1
				from tried t
				cross join lateral (
					select coalesce(
						(app.count_against('guess', app.target_key(${email}), m.at)).retry_after,
						(app.count_against('guessInMonth', app.target_key(${email}), m.at)).retry_after) as wait
					from (select now() + make_interval(secs => t.at)) m (at)) c
				where t.at * ${perSecond}::float8 < ${guesses}
			)
			select max(allowed) as allowed from tried`;
		// Each allowed guess meets a random code of six digits.
		expect(row!.allowed).toBeGreaterThanOrEqual(guess.times);
		expect(row!.allowed / 1e6).toBeLessThan(1e-4);
	}
});
