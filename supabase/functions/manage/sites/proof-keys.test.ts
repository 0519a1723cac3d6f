import { routes } from '@feedback/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { signProof } from '../../tests/proofs.ts';
import { newCaller, newEvent, openSdk } from '../../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { EventsResponse } from '../../../../contract/src/wire.ts';

let sites: TestSites;
let manage: TestManage;
let site: TestSite;
let owner: TestPerson;
let editor: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
	sites = await openSites();
	manage = openManage(sites.manageUrl);
	[owner, editor, stranger] = await Promise.all([signIn(), signIn(), signIn()]);
	site = await sites.makeSite();
	await join(sites.sql, site.workspace, owner);
	await join(sites.sql, site.workspace, editor, 'editor');
});

afterAll(async () => {
	await manage.end();
	await sites.end();
});

const path = () => `/sites/${site.id}/proof-keys`;
const create = (person: TestPerson, body: unknown = { alg: 'HS256' }) =>
	manage.call(person, path(), { method: 'POST', body });

async function report(proof: string, event: string) {
	const sdk = openSdk(sites.ingestUrl, { keyring: manage.keyring });
	const request = {
		...newCaller(site.siteId, sdk.clock.now),
		identify: { account: 'user_42' },
		events: [newEvent(event, sdk.clock.now, { proof })],
		decide: false,
	};
	const { body } = await sdk.post<EventsResponse>('/events', request);
	await sdk.end();
	return body.results[0]!;
}

it('a new key signs proofs that the sdk function verifies, and is shown once', async () => {
	const made = routes.createProofKey.output.parse((await create(owner)).body);
	expect(made.secret).toMatch(/^[\w-]{43}$/);
	const iat = Math.floor(Date.now() / 1_000);
	const claims = {
		aud: site.siteId,
		jti: mintUuidv7(Date.now()),
		iat,
		exp: iat + 300,
		evt: 'invoice.paid',
		sub: 'user_42',
		props: {},
	};
	const proof = await signProof(made.secret!, made.kid, claims);
	expect(await report(proof, 'invoice.paid')).toMatchObject({
		status: 'recorded',
		kept_as: claims.jti,
	});
	const listed = await manage.call(owner, path());
	expect(JSON.stringify(listed.body)).not.toContain(made.secret);
	expect(routes.listProofKeys.output.parse(listed.body).items).toMatchObject([
		{ kid: made.kid, status: 'active', last_used_at: expect.any(String) },
	]);

	const removed = await manage.call(owner, `${path()}/${made.kid}`, { method: 'DELETE' });
	expect(removed.body).toEqual({ kid: made.kid });
	const again = await signProof(made.secret!, made.kid, { ...claims, jti: mintUuidv7(Date.now()) });
	expect(await report(again, 'invoice.paid')).toMatchObject({ proof: 'unknown_key' });
	const gone = await manage.call(owner, `${path()}/${made.kid}`, { method: 'DELETE' });
	expect(gone.status).toBe(404);
});

it('two keys may verify at a time; the newer one signs, a third is refused', async () => {
	const publicKey = Buffer.alloc(32, 7).toString('base64url');
	const first = (await create(owner)).body;
	const second = await create(owner, { alg: 'EdDSA', public_key: publicKey });
	expect(second.body).toMatchObject({ alg: 'EdDSA', status: 'active', secret: null });
	const third = await create(owner);
	expect([third.status, third.body['error']]).toMatchObject([409, { code: 'conflict' }]);
	const { items } = routes.listProofKeys.output.parse((await manage.call(owner, path())).body);
	expect(items).toMatchObject([
		{ kid: second.body['kid'], status: 'active' },
		{ kid: first['kid'], status: 'verify_only' },
	]);
});

it('only owners may create and revoke keys', async () => {
	expect((await create(editor)).status).toBe(403);
	expect((await manage.call(editor, path())).status).toBe(403);
	expect((await manage.call(editor, `${path()}/k1`, { method: 'DELETE' })).status).toBe(403);
	expect((await create(stranger)).status).toBe(404);
});

it.each([
	[{ alg: 'RS256' }, 'alg'],
	[{ alg: 'EdDSA' }, 'public_key'],
	[{ alg: 'EdDSA', public_key: 'short' }, 'public_key'],
	[{ alg: 'HS256', secret: 'mine' }, 'secret'],
])('a wrong request names the field: %j', async (body, field) => {
	const answer = await create(owner, body);
	expect([answer.status, answer.body['error']]).toMatchObject([400, { field }]);
});
