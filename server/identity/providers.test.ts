import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { findFreePort } from '../ports/ports.ts';
import type { Identity } from './identity.ts';
import {
	openIdentity,
	readToken,
	signInByCode,
	TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';
import {
	client,
	followProvider,
	signInByProvider,
	startProvider,
	type TestProvider,
} from '../../testing/identity/test-provider.ts';

let provider: TestProvider;
let open: TestIdentity;
beforeAll(async () => {
	provider = await startProvider();
	const { issuer } = provider;
	open = await openIdentity({
		allowedDomains: ['example.com'],
		providers: [{ id: 'acme', name: 'Acme', issuer, ...client }],
	});
});
afterAll(async () => {
	await open.stop();
	await provider.stop();
});

let people = 0;
const newAccount = (domain = 'example.com') => {
	const sub = `account-${++people}`;
	return { sub, email: `${sub}@${domain}`, email_verified: true };
};
const accountsOf = (email: string) => open.database.admin`
	select a.* from identity."account" a join identity."user" u on u."id" = a."userId" where u."email" = ${email}`;

describe('an account of a provider', () => {
	it('signs in, and its tokens are not stored', async () => {
		provider.account = newAccount();
		const browser = new TestBrowser();
		const end = await signInByProvider(open.identity, browser);
		expect(end.href).toBe('https://feedback.example.com/sites');
		expect(await readToken(browser, open.identity)).toMatch(/\./);
		const [account] = await accountsOf(provider.account.email);
		expect(account).toMatchObject({
			providerId: 'acme',
			accountId: provider.account.sub,
			accessToken: null,
			refreshToken: null,
			idToken: null,
		});
		// A second sign-in updates the account.
		await signInByProvider(open.identity, new TestBrowser());
		expect(await accountsOf(provider.account.email)).toMatchObject([
			{ accessToken: null, idToken: null },
		]);
	});

	it('belongs to the person who signed in by e-mail with its address', async () => {
		provider.account = newAccount();
		const first = await signInByCode(open, provider.account.email, new TestBrowser());
		await signInByProvider(open.identity, new TestBrowser());
		const items = (await first.get(open.identity, '/sessions')).body['items'];
		expect(items).toMatchObject([{ method: 'oauth' }, { method: 'otp', current: true }]);
	});

	it('whose address the provider does not vouch for is refused', async () => {
		for (const email_verified of [false, undefined]) {
			provider.account = { ...newAccount(), email_verified };
			const end = await signInByProvider(open.identity, new TestBrowser());
			expect(end.href).toContain('/sign-in?error=email_not_verified');
			// Nor can the account sign in as the person with that address.
			await open.createPerson({ email: provider.account.email });
			const linked = await signInByProvider(open.identity, new TestBrowser());
			expect(linked.searchParams.get('error')).toMatch(/account_not_linked|email_not_verified/);
			expect(await accountsOf(provider.account.email)).toEqual([]);
		}
	});

	it('of a stranger is refused, and that of an invited person is not', async () => {
		provider.account = newAccount('elsewhere.example');
		const refused = await signInByProvider(open.identity, new TestBrowser());
		expect(refused.href).toContain('/sign-in?error=not_invited');
		await invite(open, provider.account.email);
		const end = await signInByProvider(open.identity, new TestBrowser());
		expect(end.pathname).toBe('/sites');
	});
});

describe('a provider', () => {
	it('with domains needs no invitations for their addresses', async () => {
		const { issuer } = provider;
		const identity = await open.startAnother({
			allowedDomains: [],
			providers: [
				{ id: 'acme', name: 'Acme', issuer, ...client, allowedDomains: ['Acme.example'] },
			],
		});
		provider.account = newAccount('acme.example');
		expect((await signInByProvider(identity, new TestBrowser())).pathname).toBe('/sites');
		provider.account = newAccount('sub.acme.example');
		const refused = await signInByProvider(identity, new TestBrowser());
		expect(refused.href).toContain('/sign-in?error=not_invited');
	});

	it('that verifies all addresses need not state so', async () => {
		const { issuer } = provider;
		const identity = await open.startAnother({
			providers: [{ id: 'acme', name: 'Acme', issuer, ...client, verifiesEmails: true }],
		});
		provider.account = { ...newAccount(), email_verified: undefined } as never;
		expect((await signInByProvider(identity, new TestBrowser())).pathname).toBe('/sites');
		provider.account = { ...newAccount(), email_verified: false };
		expect((await signInByProvider(identity, new TestBrowser())).href).toContain(
			'email_not_verified',
		);
	});

	it('assigns the highest role in a claim, and changes it at the next sign-in', async () => {
		const { issuer } = provider;
		const identity = await open.startAnother({
			allowedDomains: [],
			providers: [
				{
					id: 'acme',
					name: 'Acme',
					issuer,
					...client,
					scopes: ['openid', 'email', 'groups'],
					roleClaim: 'groups',
					roles: { 'feedback-owners': 'owner', staff: 'viewer', authors: 'editor' },
				},
			],
		});
		const [workspace] = await open.database
			.admin`select id from app.workspaces order by created_at, id limit 1`;
		const roleOf = async (email: string) => {
			const rows = await open.database.admin`
				select m.role from app.members m join identity."user" u on u."id" = m.person_id
				where u."email" = ${email} and m.workspace_id = ${workspace!['id'] as string}`;
			return rows[0]?.['role'] as string | undefined;
		};
		const account = newAccount('elsewhere.example');
		for (const [groups, role] of [
			[['staff', 'authors', 'others'], 'editor'],
			[['staff'], 'viewer'],
			// Without a matching value, the role and the person stay.
			[['others'], 'viewer'],
		] as const) {
			provider.account = { ...account, groups: [...groups] };
			expect((await signInByProvider(identity, new TestBrowser())).pathname).toBe('/sites');
			expect(await roleOf(account.email)).toBe(role);
		}
		provider.account = { ...newAccount('elsewhere.example'), groups: ['others'] };
		expect((await signInByProvider(identity, new TestBrowser())).href).toContain('not_invited');
	});

	it('can be configured with only its endpoints', async () => {
		const { issuer } = provider;
		const identity = await open.startAnother({
			providers: [
				{
					id: 'acme',
					name: 'Acme',
					...client,
					authorizationUrl: `${issuer}/auth`,
					tokenUrl: `${issuer}/token`,
					userinfoUrl: `${issuer}/me`,
				},
			],
		});
		provider.account = newAccount();
		expect((await signInByProvider(identity, new TestBrowser())).pathname).toBe('/sites');
	});

	it('that is down is no reason to refuse what does not use it', async () => {
		const issuer = `http://127.0.0.1:${await findFreePort()}`;
		const identity = await open.startAnother({
			providers: [{ id: 'down', name: 'Down', issuer, ...client }],
		});
		const browser = new TestBrowser();
		const codeOf = async (path: string, body?: object) => {
			const answer = body
				? await browser.post(identity, path, body)
				: await browser.get(identity, path);
			return [answer.status, answer.body['code']];
		};
		const refused = [503, 'provider_unavailable'];
		expect(await codeOf('/callback/down?code=1&state=2')).toEqual(refused);
		const unknown = { provider: 'unknown', callbackURL: '/' };
		expect(await codeOf('/sign-in/social', unknown)).not.toEqual(refused);
		const email = { email: 'ada@example.com', password: 'not the password', provider: 'down' };
		expect(await codeOf('/sign-in/email', email)).not.toEqual(refused);
	});

	it('that is down at the start is used once it is up, by every instance', async () => {
		const port = await findFreePort();
		const providers = [{ id: 'late', name: 'Late', issuer: `http://127.0.0.1:${port}`, ...client }];
		// In this order: when the first instance finds the provider, the second, which searched earlier, may
		// search again, too.
		const two = await open.startAnother({ providers });
		const one = await open.startAnother({ providers });
		const browser = new TestBrowser();
		const down = await browser.post(one, '/sign-in/social', { provider: 'late', callbackURL: '/' });
		expect([down.status, down.body['code']]).toEqual([503, 'provider_unavailable']);
		expect((await browser.get(one, '/methods')).body['providers']).toEqual([
			{ id: 'late', name: 'Late' },
		]);
		const late = await startProvider(port, 'late');
		late.account = newAccount();
		const start = () =>
			new TestBrowser().post(one, '/sign-in/social', { provider: 'late', callbackURL: '/' });
		// Not every request searches for the provider.
		await vi.waitUntil(async () => (await start()).status === 200, {
			timeout: 20_000,
			interval: 200,
		});
		const started = await browser.post(one, '/sign-in/social', {
			provider: 'late',
			callbackURL: 'https://feedback.example.com/sites',
		});
		const back = await followProvider(String(started.body['url']));
		const ended = await browser.get(two, `/callback/late${back.search}`);
		expect(ended.headers.get('location')).toBe('https://feedback.example.com/sites');
		await late.stop();
	});

	it('that claims to be another issuer is not used', async () => {
		const identity = await open.startAnother({
			providers: [{ id: 'acme', name: 'Acme', issuer: `${provider.issuer}/`, ...client }],
		});
		const answer = await new TestBrowser().post(identity, '/sign-in/social', {
			provider: 'acme',
			callbackURL: '/',
		});
		expect(answer.status).toBe(503);
		expect(open.lines.join('\n')).toContain('is of the issuer');
	});
});

describe('a person of a provider with roles', () => {
	let identity: Identity;
	let workspace: string;
	beforeAll(async () => {
		const roles = { owners: 'owner', staff: 'viewer' } as const;
		identity = await open.startAnother({
			allowedDomains: [],
			providers: [
				{
					id: 'acme',
					name: 'Acme',
					issuer: provider.issuer,
					...client,
					scopes: ['openid', 'email', 'groups'],
					roleClaim: 'groups',
					roles,
				},
			],
		});
		const { admin } = open.database;
		await admin`insert into app.workspaces (name) select 'Acme' where not exists (select from app.workspaces)`;
		const [first] = await admin<{ id: string }[]>`
			select id from app.workspaces order by created_at, id limit 1`;
		workspace = first!.id;
	});
	const enter = (account: TestProvider['account']) => {
		provider.account = account;
		return signInByProvider(identity, new TestBrowser());
	};
	const membersOf = (sub: string) => open.database.admin`
		select m.role, m.email, m.workspace_id = ${workspace} as first from app.members m
		join identity."account" a on a."userId" = m.person_id where a."accountId" = ${sub}`;

	it('gets no role with an address for which the provider does not vouch', async () => {
		const account = { ...newAccount(), email_verified: false, groups: ['owners'] };
		expect((await enter(account)).href).toContain('email_not_verified');
		await open.createPerson({ email: account.email });
		expect((await enter(account)).searchParams.has('error')).toBe(true);
		const members = await open.database.admin`
			select from app.members where email = ${account.email}`;
		expect(members).toEqual([]);
	});

	it('is shown to others with the address they signed up with, whatever the provider states later', async () => {
		const account = { ...newAccount(), groups: ['staff'] };
		await enter(account);
		await open.database.admin`delete from app.members where email = ${account.email}`;
		const other = { ...account, email: 'founder@example.com', email_verified: false };
		expect((await enter(other)).pathname).toBe('/sites');
		expect(await membersOf(account.sub)).toEqual([
			{ role: 'viewer', email: account.email, first: true },
		]);
	});

	it.each<[string, unknown]>([
		['names of what every object has', ['constructor', '__proto__', 'toString']],
		['roles instead of groups', ['owner', 'viewer']],
		['groups in another case, or with spaces', ['Owners', ' owners', 'owners ']],
		['lists in lists', [['owners']]],
		['objects', [{ owners: true }, { toString: 'owners' }]],
		['an object', { owners: 'owners' }],
		['true', true],
	])('gets no role by %s', async (_, groups) => {
		const account = { ...newAccount('elsewhere.example'), groups: groups as string[] };
		expect((await enter(account)).href).toContain('not_invited');
		expect(await membersOf(account.sub)).toEqual([]);
	});

	it('gets the role in the first workspace only', async () => {
		const [other] = await open.database.admin<{ id: string }[]>`
			insert into app.workspaces (name) values ('Others') returning id`;
		const account = { ...newAccount('elsewhere.example'), groups: ['owners'] };
		await enter(account);
		expect(await membersOf(account.sub)).toEqual([
			{ role: 'owner', email: account.email, first: true },
		]);
		const others = await open.database.admin`
			select from app.members where workspace_id = ${other!.id}`;
		expect(others).toEqual([]);
	});

	it('does not take an owner’s place: the last owner stays', async () => {
		const { admin } = open.database;
		await admin`delete from app.members where workspace_id = ${workspace} and role <> 'owner'`;
		const account = { ...newAccount('elsewhere.example'), groups: ['owners'] };
		await enter(account);
		await admin`
			update app.members m set role = 'viewer' where workspace_id = ${workspace} and email <> ${account.email}`;
		await enter({ ...account, groups: ['staff'] });
		expect(await membersOf(account.sub)).toMatchObject([{ role: 'owner' }]);
	});
});

async function invite({ database }: TestIdentity, email: string): Promise<void> {
	const [workspace] =
		await database.admin`insert into app.workspaces (name) values ('Acme') returning id`;
	await database.admin`
		insert into app.invitations (workspace_id, email, role, secret_hash)
		values (${workspace!['id'] as string}, ${email}, 'viewer', sha256(${email}::bytea))`;
}
