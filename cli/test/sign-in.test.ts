import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { createPerson } from './run.ts';
import type { Person } from './run.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
let person: Person;
beforeEach(() => {
	person = createPerson(service);
});

function credentials(): Record<
	string,
	{ access_token: string; refresh_token: string; expires_at: number }
> {
	return JSON.parse(
		readFileSync(join(person.home, 'config/feedback/credentials.json'), 'utf8'),
	) as never;
}

function changeCredential(change: object): void {
	const [address, credential] = Object.entries(credentials())[0]!;
	const file = join(person.home, 'config/feedback/credentials.json');
	writeFileSync(file, JSON.stringify({ [address]: { ...credential, ...change } }));
}

describe('login with a code', () => {
	it('with --json prints the code, then the result', async () => {
		const { code, stdout } = await person.spawn(['login', '--device', '--json']);
		expect(code).toBe(0);
		const lines = stdout
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(lines).toEqual([
			{
				type: 'authorization_required',
				verification_uri: `${service.url}/device`,
				verification_uri_complete: `${service.url}/device?user_code=BCDF-GHJK`,
				user_code: 'BCDF-GHJK',
				expires_at: expect.stringMatching(/^\d{4}-/) as string,
				interval: 0.1,
			},
			{
				type: 'result',
				ok: true,
				data: {
					api_url: `${service.url}/fn`,
					email: 'ada@example.com',
					connection: 'Feedback command',
					sites: [service.state.site],
					kept_in: 'file',
				},
			},
		]);
	});

	it('prints the code to standard error', async () => {
		const { stdout, stderr } = await person.run(['login']);
		expect(stderr).toContain('BCDF-GHJK');
		expect(stdout).toMatch(/Signed in at .* as ada@example\.com, for 1 site\./);
	});

	it('stores the tokens in a file that only their owner can read', async () => {
		await person.run(['login']);
		expect(statSync(join(person.home, 'config/feedback/credentials.json')).mode & 0o777).toBe(
			0o600,
		);
		expect(statSync(join(person.home, 'config/feedback')).mode & 0o777).toBe(0o700);
		expect((await person.spawn(['whoami', '--fields', 'email,token_source'])).data()).toEqual({
			email: 'ada@example.com',
			token_source: 'file',
		});
	});

	it.runIf(process.platform === 'linux')(
		'does not use the kernel’s keyring: without a keychain it uses the file',
		async () => {
			const env = {
				FEEDBACK_KEYRING: undefined,
				DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
			};
			const { code, stderr } = await person.spawn(['login'], { env });
			expect([code, stderr]).toEqual([0, expect.stringContaining('There is no keychain here')]);
			expect(Object.keys(credentials())).toEqual([`${service.url}/fn`]);
		},
	);

	it.each([
		['deny', 6, 'sign_in_denied'],
		['expire', 4, 'sign_in_expired'],
	] as const)('that people %s ends with %i', async (answer, exit, code) => {
		service.oauth.device_answer = answer;
		const result = await person.run(['login', '--json']);
		expect(result.code).toBe(exit);
		const last = JSON.parse(result.stdout.trim().split('\n').at(-1)!) as object;
		expect(last).toMatchObject({ type: 'result', ok: false, error: { code } });
		expect(existsSync(join(person.home, 'config/feedback/credentials.json'))).toBe(false);
	});

	it.each<[string, (response: ServerResponse) => unknown]>([
		['connection', (response) => response.destroy()],
		['gateway', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
	])('goes on after a failure of the %s', async (_, fail) => {
		let failed = false;
		service.instead = ({ url }, response) => {
			if (failed || url !== '/fn/oauth/token') return false;
			failed = true;
			fail(response);
			return true;
		};
		expect((await person.run(['login'])).code).toBe(0);
		expect(failed).toBe(true);
	});

	it('reports an address that belongs to another service', async () => {
		const { code, stdout } = await person.spawn(['login', '--json'], {
			env: { FEEDBACK_API_URL: `${service.url}/docs` },
		});
		expect(code).toBe(7);
		expect(stdout).toContain('does not respond like the service does');
	});
});

describe('login through a browser', () => {
	// A fake browser, which follows the address and the redirect to the command.
	function useBrowser(script: string): Record<string, string> {
		const file = join(person.home, 'browser.mjs');
		writeFileSync(file, `#!${process.execPath}\n${script}`);
		chmodSync(file, 0o755);
		return { BROWSER: file };
	}

	it('signs in with the code of the redirect', async () => {
		const env = useBrowser('await fetch(process.argv[2]);');
		const { code, stdout, stderr } = await person.spawn(['login', '--browser'], { env });
		expect(stderr).toContain(`${service.url}/fn/oauth/authorize?`);
		expect(code).toBe(0);
		expect(stdout).toMatch(/Signed in/);
		expect((await person.run(['whoami'])).code).toBe(0);
	});

	it('does not wait for connections that a browser opened and does not use', async () => {
		const pid = join(person.home, 'browser.pid');
		const env = useBrowser(`
			import { writeFileSync } from 'node:fs';
			import { connect } from 'node:net';
			writeFileSync(${JSON.stringify(pid)}, String(process.pid));
			const address = new URL(process.argv[2]);
			const spare = connect(new URL(address.searchParams.get('redirect_uri')).port, '127.0.0.1');
			spare.on('error', () => undefined);
			await new Promise((resolve) => spare.once('connect', resolve));
			await fetch(address);
			setInterval(() => undefined, 1_000);
		`);
		expect((await person.spawn(['login', '--browser'], { env })).code).toBe(0);
		process.kill(Number(readFileSync(pid, 'utf8')));
	});

	it('ignores callbacks of another sign-in', async () => {
		const env = useBrowser(`
			const address = new URL(process.argv[2]);
			const back = address.searchParams.get('redirect_uri');
			const forged = await fetch(back + '?code=stolen&state=wrong');
			const other = await fetch(new URL('/favicon.ico', back));
			if (forged.status !== 400 || other.status !== 404) process.exit(1);
			await fetch(address);
		`);
		expect((await person.spawn(['login', '--browser'], { env })).code).toBe(0);
	});

	it('that is denied exits 6', async () => {
		service.oauth.device_answer = 'deny';
		const { code, stderr } = await person.spawn(['login', '--browser'], {
			env: useBrowser('await fetch(process.argv[2]);'),
		});
		expect([code, /The sign-in was denied/.test(stderr)]).toEqual([6, true]);
	});
});

describe('a stored sign-in', () => {
	it('is renewed before it expires', async () => {
		service.oauth.lasts = 30;
		await person.run(['login']);
		const before = Object.values(credentials())[0]!;
		expect((await person.run(['whoami'])).code).toBe(0);
		expect(Object.values(credentials())[0]!.refresh_token).not.toBe(before.refresh_token);
	});

	it('is renewed when the service refuses it, whatever the clock says', async () => {
		await person.run(['login']);
		service.state.tokens.clear();
		expect((await person.run(['whoami'])).code).toBe(0);
		expect(service.oauth.renewals).toBe(1);
	});

	it('is renewed once by commands that run at the same time', thorough, async () => {
		await person.run(['login']);
		service.state.tokens.clear();
		const results = await Promise.all(Array.from({ length: 6 }, () => person.spawn(['whoami'])));
		expect(results.map(({ code }) => code)).toEqual(Array(6).fill(0));
		expect(service.oauth.renewals).toBe(1);
	});

	it('that cannot be renewed is reported and deleted', async () => {
		await person.run(['login']);
		changeCredential({ expires_at: 1, refresh_token: 'fbr_unknown' });
		const { code, failure } = await person.run(['whoami', '--json']);
		expect([code, failure().error.code]).toEqual([4, 'unauthenticated']);
		expect(failure().error.next).toEqual([['feedback', 'login']]);
		expect(credentials()).toEqual({});
	});

	it('is overridden by FEEDBACK_TOKEN and --token-file', async () => {
		await person.run(['login']);
		const source = async (argv: string[], options = {}) =>
			(await person.spawn(['whoami', ...argv, '--fields', 'token_source'], options)).data();
		expect(await source([], { env: { FEEDBACK_TOKEN: 'fbt_good' } })).toEqual({
			token_source: 'FEEDBACK_TOKEN',
		});
		expect(await source(['--token-file', '-'], { input: 'fbt_good\n' })).toEqual({
			token_source: '--token-file',
		});
	});

	it('is used for its service only', async () => {
		await person.run(['login']);
		const other = await person.spawn(['whoami', '--json', '--api-url', `${service.url}/other`]);
		expect(other.code).not.toBe(0);
		expect(service.received.filter((request) => request.includes('/other/'))).not.toEqual([]);
	});
});

describe('logout', () => {
	it('revokes the sign-in at the service and deletes it', async () => {
		await person.run(['login']);
		const { refresh_token: token } = Object.values(credentials())[0]!;
		expect((await person.run(['logout', '--json'])).data()).toMatchObject({
			signed_out: true,
			revoked: true,
		});
		expect(service.oauth.revoked).toEqual([token]);
		expect((await person.run(['whoami'])).code).toBe(4);
	});

	it('deletes it even when the service is down', async () => {
		await person.run(['login']);
		service.instead = (_, response) => {
			response.destroy();
			return true;
		};
		expect((await person.run(['logout', '--json'])).data()).toMatchObject({
			signed_out: true,
			revoked: false,
		});
		expect(credentials()).toEqual({});
	});
});
