import { afterAll, beforeAll, expect, it } from 'vitest';

import type { WirePresence } from '../../contract/src/wire.ts';
import { addPasskey } from '../../supabase/functions/tests/authenticator.ts';
import type { TestPerson } from '../../supabase/functions/tests/people.ts';
import {
	openIdentity,
	publicUrl,
	readToken,
	TestBrowser,
	type TestIdentity,
} from '../../testing/identity/test-identity.ts';

let open: TestIdentity;
beforeAll(async () => {
	open = await openIdentity();
});
afterAll(() => open.stop());

async function addPerson(email: string) {
	const id = await open.createPerson({ email });
	return addPasskey(open.database.admin, { id, email } as TestPerson);
}

/** Asks for a challenge, and answers it. */
async function signIn(
	browser: TestBrowser,
	passkey: Awaited<ReturnType<typeof addPerson>>,
	changed: Parameters<typeof passkey.confirm>[1] = {},
) {
	const { body } = await browser.get(open.identity, '/passkey/generate-authenticate-options');
	const presence = { id: '', challenge: body['challenge'], rp_id: body['rpId'] };
	const header = passkey.confirm(presence as WirePresence, { origin: publicUrl, ...changed });
	const { response } = JSON.parse(Buffer.from(header, 'base64url').toString()) as {
		response: unknown;
	};
	return browser.post(open.identity, '/passkey/verify-authentication', { response });
}

it('signs a person in with their passkey, by a cookie only', async () => {
	const passkey = await addPerson('ada@example.com');
	const browser = new TestBrowser();
	const { status, body } = await signIn(browser, passkey);
	expect([status, body]).toEqual([200, {}]);
	expect(await readToken(browser, open.identity)).toMatch(/\./);
	const items = (await browser.get(open.identity, '/sessions')).body['items'];
	expect(items).toMatchObject([{ method: 'passkey', current: true }]);
});

it('signs nobody in for another page, another challenge, or another passkey', async () => {
	const [passkey, other] = [await addPerson('eve@example.com'), await addPerson('bob@example.com')];
	for (const changed of [
		{ origin: 'https://evil.example' },
		{ host: 'evil.example' },
		{ challenge: 'AAAA' },
		{ as: other },
	]) {
		const browser = new TestBrowser();
		const { status } = await signIn(browser, passkey, changed);
		expect(status, JSON.stringify(changed)).toBeGreaterThanOrEqual(400);
		expect((await browser.get(open.identity, '/token')).status).toBe(401);
	}
});
