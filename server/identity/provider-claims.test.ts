import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ProviderOptions } from './identity-options.ts';
import { findRole, isEmailVerified, readClaims } from './provider-claims.ts';
import type { ProviderEndpoints } from './provider-endpoints.ts';

const issuer = 'https://login.example.com';
const provider: ProviderOptions = {
	id: 'acme',
	name: 'Acme',
	clientId: 'feedback',
	clientSecret: 's',
};
const stated = { sub: 'ada', email: 'ada@example.com', email_verified: true };

let server: Server;
let endpoints: ProviderEndpoints;
let sign: (claims: Record<string, unknown>) => Promise<string>;
/** How the userinfo endpoint answers, and how often it was asked. */
let userinfo: { status: number; claims: Record<string, unknown> };
let asked = 0;

beforeAll(async () => {
	const { publicKey, privateKey } = await generateKeyPair('ES256');
	sign = (claims) =>
		new SignJWT(claims)
			.setProtectedHeader({ alg: 'ES256' })
			.setIssuer(issuer)
			.setAudience(provider.clientId)
			.setExpirationTime('1 minute')
			.sign(privateKey);
	server = createServer((request, response) => {
		asked++;
		const isOurs = request.headers.authorization === 'Bearer access';
		response.writeHead(isOurs ? userinfo.status : 401, { 'content-type': 'application/json' });
		response.end(JSON.stringify(userinfo.claims));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	endpoints = {
		authorization: `${issuer}/authorize`,
		token: `${issuer}/token`,
		authentication: 'post',
		userinfo: `http://127.0.0.1:${port}/`,
		idToken: { issuer, keys: createLocalJWKSet({ keys: [await exportJWK(publicKey)] }) },
	};
});
afterAll(() => server.close());

/** Reads claims from an ID token with these, and from a userinfo endpoint that answers with others. */
async function read(
	inToken: Record<string, unknown> | undefined,
	inUserinfo: Record<string, unknown> = { sub: 'ada', name: 'Ada' },
	{
		options = provider,
		status = 200,
		from = endpoints,
		accessToken = 'access' as string | undefined,
	} = {},
) {
	userinfo = { status, claims: inUserinfo };
	asked = 0;
	const idToken = inToken && (await sign(inToken));
	const claims = await readClaims(options, from, { idToken, accessToken });
	return { claims, asked };
}

describe('the claims of a person', () => {
	it('are those of an ID token that has all, without another request', async () => {
		const { claims, asked: requests } = await read(stated);
		expect(claims).toMatchObject(stated);
		expect(requests).toBe(0);
	});

	it.each([
		['email', { sub: 'ada', email_verified: true }],
		['email_verified', { sub: 'ada', email: 'ada@example.com' }],
	])('come from the userinfo endpoint where the token lacks %s', async (missing, inToken) => {
		const { claims, asked: requests } = await read(inToken, stated);
		expect(claims).toMatchObject({ [missing]: stated[missing as keyof typeof stated] });
		expect(requests).toBe(1);
	});

	it('of the token count, where both state one', async () => {
		const { claims } = await read(
			{ sub: 'ada', email: 'ada@example.com' },
			{ sub: 'ada', email: 'eve@example.com' },
		);
		expect(claims['email']).toBe('ada@example.com');
	});

	it('come from the userinfo endpoint where the token lacks the claim of the role', async () => {
		const options = { ...provider, roleClaim: 'groups' };
		const { claims } = await read(stated, { sub: 'ada', groups: ['staff'] }, { options });
		expect(claims['groups']).toEqual(['staff']);
		const complete = await read({ ...stated, groups: [] }, { sub: 'ada' }, { options });
		expect(complete.asked).toBe(0);
	});

	it('are those of the token alone, where there is nothing else to ask', async () => {
		const inToken = { sub: 'ada', email: 'ada@example.com' };
		const withoutEndpoint = await read(inToken, stated, {
			from: { ...endpoints, userinfo: undefined },
		});
		expect(withoutEndpoint.claims).toMatchObject(inToken);
		const idToken = await sign(inToken);
		const withoutToken = await readClaims(provider, endpoints, { idToken });
		expect(withoutToken).not.toHaveProperty('email_verified');
	});

	it('come from the userinfo endpoint alone, of a provider without ID tokens', async () => {
		expect((await read(undefined, stated)).claims).toEqual(stated);
		const from = { ...endpoints, idToken: undefined };
		expect((await read({ sub: 'eve' }, stated, { from })).claims).toEqual(stated);
	});

	it.each<[string, () => Promise<unknown>, RegExp]>([
		['nothing was sent', () => readClaims(provider, endpoints, {}), /nothing to verify/],
		[
			'there is no endpoint and no ID token',
			() => read(undefined, stated, { from: { ...endpoints, userinfo: undefined } }),
			/nothing to verify/,
		],
		[
			'the userinfo is of another person',
			() => read({ sub: 'ada' }, { ...stated, sub: 'eve' }),
			/of another person/,
		],
		[
			'the userinfo endpoint fails',
			() => read(undefined, stated, { status: 500 }),
			/answered with 500/,
		],
		['the userinfo has no subject', () => read(undefined, { email: 'ada@example.com' }), /sub/],
		['the token has no subject', () => read({ email: 'ada@example.com' }), /sub/],
	])('are refused where %s', async (_, run, message) => {
		await expect(run()).rejects.toThrow(message);
	});

	it('are refused of a token that is for another client or from another provider', async () => {
		const idToken = await sign(stated);
		const options = { ...provider, clientId: 'another' };
		await expect(readClaims(options, endpoints, { idToken })).rejects.toThrow('"aud"');
		const from = {
			...endpoints,
			idToken: { ...endpoints.idToken!, issuer: 'https://eve.example' },
		};
		await expect(readClaims(provider, from, { idToken })).rejects.toThrow('"iss"');
	});
});

describe('an address is verified', () => {
	const verifies = { ...provider, verifiesEmails: true };
	it.each([
		[true, provider, true],
		['true', provider, true],
		[false, provider, false],
		['false', provider, false],
		[1, provider, false],
		[undefined, provider, false],
		[undefined, verifies, true],
		[false, verifies, false],
		['no', verifies, false],
	])('if the provider states %j (%#)', (email_verified, options, expected) => {
		expect(isEmailVerified({ sub: 'ada', email_verified }, options)).toBe(expected);
	});
});

describe('a role', () => {
	const roles = { owners: 'owner', authors: 'editor', staff: 'viewer' } as const;
	const roleOf = (claims: Record<string, unknown>, options: Partial<ProviderOptions> = {}) =>
		findRole({ sub: 'ada', ...claims }, { ...provider, roleClaim: 'groups', roles, ...options });

	it('is the highest that a claim gives', () => {
		expect(roleOf({ groups: ['staff', 'owners', 'authors'] })).toBe('owner');
		expect(roleOf({ groups: ['staff', 'authors'] })).toBe('editor');
		expect(roleOf({ groups: 'staff' })).toBe('viewer');
	});

	it('is none for values that have none', () => {
		for (const groups of [[], 'others', ['constructor'], 7, [7], null, { owners: true }]) {
			expect(roleOf({ groups }), JSON.stringify(groups)).toBeUndefined();
		}
		expect(roleOf({})).toBeUndefined();
	});

	it('is none of a provider without roles', () => {
		expect(findRole({ sub: 'ada', groups: 'owners' }, provider)).toBeUndefined();
		expect(findRole({ sub: 'ada', undefined: 'owners' }, { ...provider, roles })).toBeUndefined();
		expect(
			findRole({ sub: 'ada', groups: 'owners' }, { ...provider, roleClaim: 'groups' }),
		).toBeUndefined();
	});

	it('may be in a claim whose name has dots, or inside of objects', () => {
		const roleClaim = 'https://acme.example/groups';
		expect(roleOf({ [roleClaim]: 'owners' }, { roleClaim })).toBe('owner');
		const nested = { realm_access: { roles: ['authors'] } };
		expect(roleOf(nested, { roleClaim: 'realm_access.roles' })).toBe('editor');
		expect(roleOf({ realm_access: null }, { roleClaim: 'realm_access.roles' })).toBeUndefined();
		expect(roleOf({ groups: 'owners' }, { roleClaim: 'groups.length' })).toBeUndefined();
	});
});
