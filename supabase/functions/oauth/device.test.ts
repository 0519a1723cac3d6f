import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSignIn, resource, type TestSignIn, type Tokens } from '../tests/oauth.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';

let opened: TestSignIn;

beforeAll(async () => {
	opened = await openSignIn({ regionHeader: 'x-country' });
});
afterAll(() => opened.end());

type Device = { device_code: string; user_code: string; verification_uri_complete: string };

let asked = 0;
const begin = async (given: Record<string, string> = {}, address = `203.0.113.${++asked}`) => {
	const form = { client_id: 'feedback-cli', device_name: 'laptop (linux)', resource, ...given };
	return opened.post('/device', form, address);
};
const start = async () => (await begin()).body as Device;
const poll = (device: Device, given: Record<string, string> = {}) =>
	opened.post('/token', {
		grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
		client_id: 'feedback-cli',
		device_code: device.device_code,
		resource,
		...given,
	});
const newMember = async () => {
	const person = await signIn();
	await join(opened.sites.sql, opened.site.workspace, person);
	return person;
};
const approve = (person: TestPerson, user_code: string) =>
	opened.manage.ask(person, 'approveDevice', { user_code, sites: [opened.site.id] });

describe('a machine without a browser', () => {
	it('gets a code that people can read', async () => {
		const { status, body } = await begin();
		expect(status).toBe(200);
		expect(body).toEqual({
			device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
			user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/) as string,
			verification_uri: 'http://127.0.0.1:54323/device',
			verification_uri_complete: `http://127.0.0.1:54323/device?user_code=${String(body['user_code'])}`,
			expires_in: 600,
			interval: 5,
		});
	});

	it('waits, is approved, and gets tokens once', async () => {
		const device = await start();
		expect((await poll(device)).body['error']).toBe('authorization_pending');
		const person = await newMember();
		expect((await approve(person, device.user_code)).body).toEqual({ approved: true });
		opened.clock.now += 5_000;
		const { status, body } = await poll(device);
		expect(status).toBe(200);
		const { access_token: token } = body as Tokens;
		const { body: who } = await opened.manage.ask({ ...person, token }, 'whoami', {});
		expect(who).toMatchObject({ kind: 'connection', connection: { sites: [opened.site.id] } });
		const { body: list } = await opened.manage.ask(person, 'listConnections', {});
		expect(list.items).toMatchObject([{ kind: 'cli', host: 'laptop (linux)' }]);
		opened.clock.now += 5_000;
		expect((await poll(device)).body['error']).toBe('invalid_grant');
	});

	it('that polled while the clock was ahead is not slowed down until that time', async () => {
		const device = await start();
		opened.clock.now += 300_000;
		expect((await poll(device)).body['error']).toBe('authorization_pending');
		opened.clock.now -= 300_000;
		expect((await poll(device)).body['error']).toBe('authorization_pending');
		expect((await poll(device)).body['error']).toBe('slow_down');
	});

	it('that polls too often is slowed down, by five seconds more each time', async () => {
		const device = await start();
		const after = async (milliseconds: number) => {
			opened.clock.now += milliseconds;
			return (await poll(device)).body['error'];
		};
		expect(await after(0)).toBe('authorization_pending');
		expect(await after(4_999)).toBe('slow_down');
		expect(await after(9_999)).toBe('slow_down');
		expect(await after(15_000)).toBe('authorization_pending');
	});

	it('is notified that it was denied', async () => {
		const device = await start();
		const person = await newMember();
		const { body } = await opened.manage.ask(person, 'denyDevice', { user_code: device.user_code });
		expect(body).toEqual({ denied: true });
		expect((await poll(device)).body['error']).toBe('access_denied');
		expect((await approve(person, device.user_code)).status).toBe(404);
	});

	it('is notified that the request expired', async () => {
		const device = await start();
		opened.clock.now += 600_000;
		expect((await poll(device)).body['error']).toBe('expired_token');
		expect((await approve(await newMember(), device.user_code)).status).toBe(404);
	});

	it.each<[string, Record<string, string>, string]>([
		['another client', { client_id: 'fbc_other' }, 'invalid_grant'],
		['another resource', { resource: resource.replace('manage', 'mcp') }, 'invalid_target'],
		['an invented code', { device_code: 'x' }, 'invalid_grant'],
	])('with %s is refused', async (_, given, error) => {
		const device = await start();
		await approve(await newMember(), device.user_code);
		expect((await poll(device, given)).body['error']).toBe(error);
		expect((await poll(device)).status).toBe(200);
	});

	it('gets tokens only once with concurrent requests', async () => {
		const device = await start();
		await approve(await newMember(), device.user_code);
		const race = await Promise.all(Array.from({ length: 20 }, () => poll(device)));
		expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	it('must be the command, and starts at most thirty sign-ins in ten minutes', async () => {
		const { body } = await begin({ client_id: 'fbc_other' });
		expect(body['error']).toBe('unauthorized_client');
		const many: Awaited<ReturnType<typeof begin>>[] = [];
		for (let n = 0; n < 33; n++) many.push(await begin({}, '192.0.2.1'));
		const limited = many.filter(({ status }) => status === 429);
		expect(limited).toHaveLength(3);
		expect(limited[0]!.headers.get('retry-after')).toBe('600');
	});

	it('may have any name that fits on a line', async () => {
		const device_name = `a\nb\u202Ec\u0000 ${'x'.repeat(500)}`.replace('\u0000', '');
		const { body } = await begin({ device_name });
		const { body: shown } = await opened.manage.ask(await newMember(), 'getDevice', {
			user_code: (body as Device).user_code,
		});
		expect(shown.device_name).toMatch(/^a bc x+$/);
		expect(shown.device_name).toHaveLength(100);
	});
});

describe('a person with a code', () => {
	const look = (person: TestPerson, user_code: string, address: string) =>
		opened.manage.ask(person, 'getDevice', { user_code }, { 'x-forwarded-for': address });

	it('sees the machine, the time and the place, however they type the code', async () => {
		const form = { client_id: 'feedback-cli', device_name: 'build (darwin)' };
		const response = await opened.handle(
			new Request('http://127.0.0.1/oauth/device', {
				method: 'POST',
				body: new URLSearchParams(form),
				headers: { 'x-forwarded-for': '192.0.2.77', 'x-country': 'NZ' },
			}),
		);
		const { user_code } = (await response.json()) as Device;
		const person = await newMember();
		const typed = user_code.toLowerCase().replace('-', ' ');
		const { body } = await look(person, typed, '192.0.2.77');
		expect(body).toMatchObject({
			user_code,
			device_name: 'build (darwin)',
			same_address: true,
			region: 'NZ',
			resource,
		});
		expect((await look(person, user_code, '192.0.2.78')).body.same_address).toBe(false);
	});

	it('needs a recent sign-in to approve, and sites that the person can access', async () => {
		const device = await start();
		const timestamp = Math.floor(Date.now() / 1_000) - 16 * 60;
		const stale = await signIn({ amr: [{ method: 'otp', timestamp }] });
		await join(opened.sites.sql, opened.site.workspace, stale);
		expect((await approve(stale, device.user_code)).error.code).toBe('recent_sign_in_required');
		const stranger = await signIn();
		expect((await approve(stranger, device.user_code)).error.code).toBe('not_found');
		expect((await poll(device)).body['error']).toBe('authorization_pending');
	});

	it('has ten attempts in ten minutes, after which even the right code fails', async () => {
		const device = await start();
		const person = await newMember();
		const guesses = Array.from({ length: 10 }, () => look(person, 'BBBB-BBBB', '192.0.2.90'));
		expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(10).fill(404));
		const refused = await look(person, device.user_code, '192.0.2.90');
		expect([refused.status, refused.error.code]).toEqual([429, 'rate_limited']);
		expect(refused.headers.get('retry-after')).toBe('600');
		expect((await approve(person, device.user_code)).status).toBe(429);
		opened.clock.now += 600_001;
		expect((await look(person, 'BBBB-BBBB', '192.0.2.90')).status).toBe(404);
	});

	it('may enter any number of correct codes', async () => {
		const person = await newMember();
		const device = await start();
		for (let times = 0; times < 15; times++) {
			expect((await look(person, device.user_code, '192.0.2.91')).status).toBe(200);
		}
	});

	it('gets no more attempts from one address with several accounts', async () => {
		const people = await Promise.all(Array.from({ length: 4 }, () => newMember()));
		const statuses: number[] = [];
		for (const person of people) {
			for (let times = 0; times < 9; times++) {
				statuses.push((await look(person, 'CCCC-CCCC', '192.0.2.92')).status);
			}
		}
		expect(statuses.filter((status) => status === 404)).toHaveLength(30);
		expect(statuses.filter((status) => status === 429)).toHaveLength(6);
	});
});
