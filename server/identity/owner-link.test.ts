import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createOwnerLink, LinkRefused, resetPerson } from './owner-link.ts';
import {
	openIdentity,
	readToken,
	signInByCode,
	TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity();
});
afterAll(() => open.stop());

const linkOptions = (email: string) => ({
	databaseUrl: open.options.databaseUrl,
	dashboardUrl: 'https://feedback.example.com/',
	email,
});
const tokenIn = (url: string) => {
	expect(url).toMatch(/^https:\/\/feedback\.example\.com\/sign-in#link=[\w-]{43}$/);
	return url.split('#link=')[1]!;
};
const follow = (browser: TestBrowser, token: string) =>
	browser.post(open.identity, '/link', { token });

describe('the link for the first owner', () => {
	it('creates the owner with a workspace, signs them in, and works only once', async () => {
		const earlier = await createOwnerLink(linkOptions('first@example.com'));
		const { url, expiresAt } = await createOwnerLink({
			...linkOptions('Ada@Example.com'),
			workspace: 'Acme',
		});
		expect(expiresAt.getTime() - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
		const stored = JSON.stringify(await open.database.admin`select * from identity."verification"`);
		expect(stored).not.toContain(tokenIn(url));
		expect((await follow(new TestBrowser(), tokenIn(earlier.url))).status).toBe(400);

		const browser = new TestBrowser();
		expect((await follow(browser, tokenIn(url))).status).toBe(200);
		expect(await readToken(browser, open.identity)).toMatch(/\./);
		const rows = await open.database.admin`
			select w.name, m.role, m.email from app.members m join app.workspaces w on w.id = m.workspace_id`;
		expect(rows).toEqual([{ name: 'Acme', role: 'owner', email: 'ada@example.com' }]);
		expect((await follow(new TestBrowser(), tokenIn(url))).body).toMatchObject({
			code: 'link_expired',
		});
	});

	it('is refused once there is an owner', async () => {
		await expect(createOwnerLink(linkOptions('eve@example.com'))).rejects.toThrow(LinkRefused);
	});

	it('that was created earlier creates no second workspace', async () => {
		const { admin } = open.database;
		const token = 'a token that was made before there was an owner';
		const { identifyLink } = await import('./sign-in-link.ts');
		const purpose = { kind: 'first owner', email: 'eve@example.com', workspace: 'Eve' };
		await admin`
			insert into identity."verification" ("identifier", "value", "expiresAt")
			values (${identifyLink(token)}, ${JSON.stringify(purpose)}, now() + interval '1 hour')`;
		expect((await follow(new TestBrowser(), token)).body).toMatchObject({ code: 'owner_exists' });
		expect(await admin`select from identity."user" where "email" = 'eve@example.com'`).toHaveLength(
			0,
		);
	});

	it('creates nobody when the workspace cannot be created', async () => {
		const { admin } = open.database;
		const { identifyLink } = await import('./sign-in-link.ts');
		const token = 'a token whose workspace cannot be created';
		const purpose = { kind: 'first owner', email: 'eve@example.com', workspace: 'Eve' };
		await admin`
			insert into identity."verification" ("identifier", "value", "expiresAt")
			values (${identifyLink(token)}, ${JSON.stringify(purpose)}, now() + interval '1 hour')`;
		await admin`revoke execute on function identity.create_first_workspace from feedback_identity`;
		const { status, body } = await follow(new TestBrowser(), token);
		await admin`grant execute on function identity.create_first_workspace to feedback_identity`;
		expect(status).toBeGreaterThanOrEqual(500);
		expect(body).not.toMatchObject({ code: 'owner_exists' });
		expect(await admin`select from identity."user" where "email" = 'eve@example.com'`).toHaveLength(
			0,
		);
	});

	it('ends after a day', async () => {
		const { url } = await resetPerson(linkOptions('ada@example.com'));
		await open.database.admin`update identity."verification" set "expiresAt" = now()`;
		expect((await follow(new TestBrowser(), tokenIn(url))).status).toBe(400);
	});
});

describe('a new link for a person', () => {
	it('ends their sessions and earlier links, and signs them in', async () => {
		const browser = await signInByCode(open, 'ada@example.com');
		const earlier = await resetPerson(linkOptions('ada@example.com'));
		expect((await browser.get(open.identity, '/token')).status).toBe(401);
		const { url } = await resetPerson(linkOptions('ADA@example.com'));
		expect((await follow(browser, tokenIn(earlier.url))).status).toBe(400);
		expect((await follow(browser, tokenIn(url))).status).toBe(200);
		const { body } = await browser.get(open.identity, '/sessions');
		expect(body['items']).toMatchObject([{ method: 'link', current: true }]);
	});

	it('also removes lost passkeys, if it should, and is in the audit log', async () => {
		const { admin } = open.database;
		await admin`
			insert into identity."passkey" ("publicKey", "userId", "credentialID", "counter", "deviceType", "backedUp")
			select 'key', u."id", 'lost', 0, 'singleDevice', false from identity."user" u where u."email" = 'ada@example.com'`;
		const count = async () => (await admin`select from identity."passkey"`).length;
		await resetPerson(linkOptions('ada@example.com'));
		expect(await count()).toBe(1);
		await resetPerson({ ...linkOptions('ada@example.com'), passkeys: true });
		expect(await count()).toBe(0);
		const rows = await admin`
			select who, kind, did, subject from app.audit_log order by id desc limit 2`;
		expect(rows).toMatchObject([
			{ who: 'the operator', kind: 'operator', did: 'resetPasskeys', subject: 'ada@example.com' },
			{ did: 'resetSignIn' },
		]);
		await expect(
			resetPerson({ ...linkOptions('ada@example.com'), passkeys: true }),
		).rejects.toThrow('ada@example.com has no passkey.');
	});

	it('signs nobody in who was deleted meanwhile', async () => {
		const { admin } = open.database;
		await open.createPerson({ email: 'gone@example.com' });
		const { url } = await resetPerson(linkOptions('gone@example.com'));
		await admin`delete from identity."user" where "email" = 'gone@example.com'`;
		expect((await follow(new TestBrowser(), tokenIn(url))).body).toMatchObject({
			code: 'link_expired',
			message: 'This link is for a person who was deleted.',
		});
	});

	it('fails with the error of the database, if that cannot end the sessions', async () => {
		const { admin } = open.database;
		await admin`revoke execute on function identity.reset_person from feedback_identity`;
		const refused = resetPerson(linkOptions('ada@example.com'));
		await expect(refused).rejects.toThrow('permission denied');
		await admin`grant execute on function identity.reset_person to feedback_identity`;
	});

	it('is refused for an unknown person', async () => {
		await expect(resetPerson(linkOptions('nobody@example.com'))).rejects.toThrow(
			'Nobody signs in with nobody@example.com.',
		);
	});
});
