import { describe, expect, it } from 'vitest';

import { limits } from '@feedback/contract';

import { signProof } from '../tests/proofs.ts';
import { checkEventProof, checkIdentityProof, type ProofSubject } from './proof.ts';
import type { FindKey, VerifyingKey } from './token.ts';
import { eventProofs } from '../../../contract/vectors/event-proofs.ts';
import vectors from '../../../contract/vectors/event-proofs.json' with { type: 'json' };

const secret = Uint8Array.from(Buffer.from(vectors.keys[0]!.secret!, 'hex'));
const publicKey = Uint8Array.from(Buffer.from(vectors.keys[1]!.public!, 'hex'));

const keys: VerifyingKey[] = [
	{
		kid: 'k1',
		alg: 'HS256',
		key: await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
			'verify',
		]),
	},
	{
		kid: 'e1',
		alg: 'EdDSA',
		key: await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']),
	},
];
const findKey: FindKey = async (kid) => keys.find((key) => key.kid === kid);

const subject: ProofSubject = {
	site: vectors.site,
	visitor: vectors.visitor,
	account: vectors.account,
	now: vectors.now * 1_000,
	findKey,
};

const issue = (claims: object, typ?: string) =>
	signProof(Buffer.from(secret).toString('base64url'), 'k1', claims, typ);

const check = (token: string, changes: Partial<ProofSubject> = {}, name = vectors.event) =>
	checkEventProof(token, name, { ...subject, ...changes });

describe('the vectors that all verifiers share', () => {
	it('are two valid and twenty invalid proofs, as their script generates them', () => {
		expect(vectors).toEqual(eventProofs);
		expect([vectors.good.length, vectors.bad.length]).toEqual([2, 20]);
	});

	it.each(vectors.good)('$name is valid', async ({ token, expect: expected }) => {
		const proof = await check(token);
		expect(proof).toMatchObject({ fault: null, ...expected });
	});

	it.each(vectors.bad)('$name is not valid', async ({ token, fault, kept_as }) => {
		const proof = await check(token);
		expect(proof).toMatchObject({ fault, id: kept_as ?? null });
		expect(proof).not.toHaveProperty('properties');
	});
});

describe('an event proof', () => {
	const { claims } = vectors;

	it('from another implementation, with an unknown claim, is valid', async () => {
		const token =
			'eyJhbGciOiJIUzI1NiIsImtpZCI6ImsxIiwidHlwIjoiZXZwK2p3dCJ9.eyJhdWQiOiJzaXRlX3Rlc3QiLCJqdGkiOiIwMThiY2ZlNS02ODAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJpYXQiOjE3MDAwMDAwMDAsImV4cCI6MTcwMDAwMDMwMCwiZXZ0IjoiaW52b2ljZS5wYWlkIiwic3ViIjoidXNlcl80MiIsImFjYyI6ImFjY3RfNyIsInByb3BzIjp7InBsYW4iOiJwcm8iLCJhbW91bnQiOjQyMDAsImN1cnJlbmN5IjoiRVVSIiwibm90ZSI6Ikdyw7zDn2Ug4pyTIn19.Hi0XndPCiwXstYYPq_4A0s8B7y26uekIcBbXWDDtllo';
		expect(await check(token)).toMatchObject({ fault: null, properties: claims.props });
	});

	it('is valid without an account in the request: the database compares it', async () => {
		const proof = await check(await issue(claims), { account: undefined });
		expect(proof).toMatchObject({ fault: null, account: 'user_42' });
	});

	it('identifies its visitor when there is no account', async () => {
		const { sub: _, ...anonymous } = claims;
		const token = await issue({ ...anonymous, vid: vectors.visitor });
		expect(await check(token, { account: undefined })).toMatchObject({
			fault: null,
			account: null,
		});
		const other = { visitor: '018bcfe5-0000-7000-8000-00000000000b' };
		expect(await check(token, other)).toMatchObject({ fault: 'visitor', id: null });
	});

	it.each([
		['about another event', { evt: 'invoice.sent' }, 'event'],
		['about another account', { sub: 'user_43' }, 'account'],
		['about nobody', { sub: undefined }, 'claims'],
		['about an empty account', { sub: '' }, 'claims'],
		['about an account that is a number', { sub: 42 }, 'claims'],
		['about an empty visitor', { sub: undefined, vid: '' }, 'claims'],
		['about an event that is a list', { evt: [vectors.event] }, 'claims'],
		['about an account and a visitor', { vid: vectors.visitor }, 'claims'],
		['with nested properties', { props: { plan: { name: 'pro' } } }, 'claims'],
		['with reserved keys', { props: { constructor: 1 } }, 'claims'],
		['with half a surrogate pair', { props: { note: '\ud800' } }, 'claims'],
		['that ends before it begins', { exp: claims.iat }, 'claims'],
		['with a fraction of a second', { iat: claims.iat + 0.5 }, 'claims'],
		['that ends within a second', { exp: claims.exp + 0.5 }, 'claims'],
		['of the year 1970', { iat: 0, exp: 60 }, 'claims'],
		['whose id is not a UUIDv7', { jti: '018bcfe5-6800-4000-8000-000000000001' }, 'claims'],
	])('%s is not valid and gives the event no ID', async (_, changes, fault) => {
		expect(await check(await issue({ ...claims, ...changes }))).toMatchObject({ fault, id: null });
	});

	it('is valid if a clock differs by a minute', async () => {
		const early = await issue({ ...claims, iat: vectors.now + 60, exp: vectors.now + 300 });
		const late = await issue({ ...claims, iat: vectors.now - 300, exp: vectors.now - 59 });
		expect((await check(early)).fault).toBe(null);
		expect((await check(late)).fault).toBe(null);
	});

	it('without properties verifies none', async () => {
		const { props: _, ...bare } = claims;
		expect(await check(await issue(bare))).toMatchObject({ fault: null, properties: {} });
	});

	it('of a key that the site does not have has an unknown key', async () => {
		const proof = await check(vectors.good[0]!.token, { findKey: async () => undefined });
		expect(proof).toEqual({ fault: 'unknown_key', id: null, kid: null });
	});

	it('of at most 8 KiB is read, and a longer one is not', async () => {
		const fill = (length: number) => issue({ ...claims, props: { note: 'x'.repeat(length) } });
		const { length: spare } = await fill(0);
		const most = Math.floor(((limits.proof.length - spare) * 3) / 4);
		expect(await fill(most)).toHaveLength(limits.proof.length);
		expect((await check(await fill(most))).fault).not.toBe('malformed');
		expect((await check(await fill(most + 3))).fault).toBe('malformed');
	});

	it.each([
		['a list', [claims]],
		['a number', 7],
		['a text', 'invoice.paid'],
		['nothing', null],
	])('that holds %s is not read', async (_, held) => {
		expect((await check(await issue(held as object))).fault).toBe('malformed');
	});

	it.each([
		['a list', [1, 2, 3], 'malformed'],
		['a text', 'HS256, k1, evp+jwt', 'malformed'],
		['a key ID that is no text', { alg: 'HS256', kid: ['k1'], typ: 'evp+jwt' }, 'header'],
	])('whose header is %s is not valid', async (_, header, fault) => {
		const [, body, mark] = (await issue(claims)).split('.');
		const head = Buffer.from(JSON.stringify(header)).toString('base64url');
		expect((await check(`${head}.${body}.${mark}`)).fault).toBe(fault);
	});
});

describe('an identity proof', () => {
	const { aud, iat, exp } = vectors.claims;
	const identity = { ...subject, account: 'user_42' };

	it('is valid only for its account', async () => {
		const token = await issue({ aud, sub: 'user_42', iat, exp }, 'idt+jwt');
		expect(await checkIdentityProof(token, identity)).toBe(null);
		expect(await checkIdentityProof(token, { ...identity, account: 'user_43' })).toBe('account');
	});

	it('is not valid as an event proof, and vice versa', async () => {
		const token = await issue({ ...vectors.claims }, 'idt+jwt');
		expect((await check(token)).fault).toBe('header');
		expect(await checkIdentityProof(vectors.good[0]!.token, identity)).toBe('header');
	});

	it('needs an account and no other claim', async () => {
		const token = await issue({ aud, vid: vectors.visitor, iat, exp }, 'idt+jwt');
		expect(await checkIdentityProof(token, identity)).toBe('claims');
		const both = await issue({ aud, sub: 'user_42', vid: vectors.visitor, iat, exp }, 'idt+jwt');
		expect(await checkIdentityProof(both, identity)).toBe('claims');
	});

	it('expires', async () => {
		const token = await issue({ aud, sub: 'user_42', iat, exp }, 'idt+jwt');
		const later = { ...identity, now: (exp + 61) * 1_000 };
		expect(await checkIdentityProof(token, later)).toBe('expired');
	});
});
