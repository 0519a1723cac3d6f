import { afterAll, beforeAll, expect, it } from 'vitest';

import { createLocalLink, type LinkOptions } from './owner-link.ts';
import {
	openIdentity,
	TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity();
});
afterAll(() => open.stop());

const create = (email: string, changed: Partial<LinkOptions> = {}) =>
	createLocalLink({
		databaseUrl: open.options.databaseUrl,
		dashboardUrl: 'http://127.0.0.1:54323',
		email,
		...changed,
	});

/** Who signs in with a link: the address of the person. */
async function follow(url: string): Promise<string> {
	const browser = new TestBrowser();
	const { status } = await browser.post(open.identity, '/link', { token: url.split('#link=')[1] });
	expect(status).toBe(200);
	const [row] = await open.database.admin<[{ email: string }]>`
		select u."email" from identity."session" s join identity."user" u on u."id" = s."userId"
		order by s."createdAt" desc limit 1`;
	return row.email;
}

it('creates the first owner, then signs them in, and nobody else', async () => {
	const first = await create('Ada@example.com');
	expect(await follow(first!.url)).toBe('ada@example.com');
	const second = await create(' ADA@example.com ');
	expect(await follow(second!.url)).toBe('ada@example.com');
	expect(await create('eve@example.com')).toBeUndefined();
});

it('says why it cannot be created', async () => {
	const databaseUrl = open.options.databaseUrl.replace(/\/[^/?]+(?=\?|$)/, '/no_such_database');
	await expect(create('ada@example.com', { databaseUrl })).rejects.toThrow('no_such_database');
});
