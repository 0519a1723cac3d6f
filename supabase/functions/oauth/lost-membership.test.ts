import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	approve,
	beginAuthorization,
	openSignIn,
	writeExchange,
	writeRequest,
	type TestSignIn,
	type Tokens,
} from '../tests/oauth.ts';
import { join, signIn, type TestPerson } from '../tests/people.ts';

// A sign-in that is approved, but finished only after the person has lost the access on which it depends.

let opened: TestSignIn;
let member: TestPerson;

beforeAll(async () => {
	opened = await openSignIn();
});
afterAll(() => opened.end());
beforeEach(async () => {
	member = await signIn();
	await enter('editor');
});

const enter = (role: 'owner' | 'editor' | 'viewer') =>
	join(opened.sites.sql, opened.site.workspace, member, role);
const remove = () =>
	opened.manage.ask(opened.owner, 'removeMember', {
		workspace: opened.site.workspace,
		person: member.id,
	});
const setRole = (role: 'editor' | 'viewer') =>
	opened.manage.ask(opened.owner, 'changeMember', {
		workspace: opened.site.workspace,
		person: member.id,
		role,
	});
const obtainCode = async (scope = 'connect') => {
	const asked = writeRequest({ scope });
	const actions = scope === 'connect' ? [] : (['prompt:draft'] as const);
	const answer = await approve(opened, member, await beginAuthorization(opened, asked), {
		actions: [...actions],
	});
	return () => opened.post('/token', writeExchange(asked, answer));
};
const beginDevice = async () => {
	const { body } = await opened.post('/device', {
		client_id: 'feedback-cli',
		device_name: 'laptop',
	});
	const { device_code, user_code } = body as Record<string, string>;
	await opened.manage.ask(member, 'approveDevice', {
		user_code: user_code!,
		sites: [opened.site.id],
	});
	return () =>
		opened.post('/token', {
			grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
			client_id: 'feedback-cli',
			device_code: device_code!,
		});
};
const whoami = async (tokens: Tokens) =>
	(await opened.manage.ask({ id: '', email: '', token: tokens.access_token }, 'whoami', {})).body;

describe('a sign-in that was approved before its person was removed', () => {
	it.each([
		['by a code of the browser', obtainCode, 'invalid_grant'],
		['by a code on a second screen', beginDevice, 'access_denied'],
	] as const)('%s gives no access, also after a new invitation', async (_, begin, error) => {
		const finish = await begin();
		await remove();
		await enter('editor');
		const { status, body } = await finish();
		expect([status, body['error']]).toEqual([400, error]);
	});

	it('must be approved again if the required role was lost in the meantime', async () => {
		const finish = await obtainCode('connect prompt:draft');
		await setRole('viewer');
		await setRole('editor');
		expect((await finish()).body['error']).toBe('invalid_grant');
	});

	it('continues if it did not depend on the lost role', async () => {
		const finish = await obtainCode();
		await setRole('viewer');
		expect((await finish()).status).toBe(200);
		await remove();
		await enter('owner');
		const finishDraft = await obtainCode('connect prompt:draft');
		await setRole('editor');
		expect((await finishDraft()).status).toBe(200);
	});
});

it('a sign-in to a site of another workspace continues', async () => {
	const elsewhere = await opened.sites.makeSite();
	await join(opened.sites.sql, elsewhere.workspace, member, 'editor');
	const asked = writeRequest();
	const answer = await approve(opened, member, await beginAuthorization(opened, asked), {
		sites: [elsewhere.id],
	});
	await remove();
	expect((await opened.post('/token', writeExchange(asked, answer))).status).toBe(200);
});

it('a code that gave its access still ends it when it is replayed', async () => {
	const finish = await obtainCode('connect prompt:draft');
	const { body } = await finish();
	await setRole('viewer');
	expect((await whoami(body as Tokens)).connection).toBeDefined();
	expect((await finish()).body['error']).toBe('invalid_grant');
	expect((await whoami(body as Tokens)).connection).toBeUndefined();
});

it('a code on a second screen that gave its access stays used, and is not refused', async () => {
	const finish = await beginDevice();
	expect((await finish()).status).toBe(200);
	await remove();
	await enter('editor');
	expect((await finish()).body['error']).toBe('invalid_grant');
});

describe('a sign-in concurrent with the removal of its person', () => {
	it.each([
		['by a code of the browser', obtainCode],
		['by a code on a second screen', beginDevice],
	] as const)('%s never outlives the membership', async (_, begin) => {
		for (let round = 0; round < 20; round++) {
			const finish = await begin();
			const [issued, removed] = await Promise.all([finish(), remove()]);
			expect([200, 400]).toContain(issued.status);
			expect(removed.status).toBe(200);
			await enter('editor');
			if (issued.status === 200) {
				const who = await whoami(issued.body as Tokens);
				expect(who.connection?.sites ?? []).toEqual([]);
			}
		}
	});
});
