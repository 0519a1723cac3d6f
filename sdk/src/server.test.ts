import { describe, expect, it } from 'vitest';

import vectors from '../../contract/vectors/event-proofs.json' with { type: 'json' };
import { createEventProof, createIdentityProof, type ProofKey } from './server.ts';

const [hashed, signed] = vectors.keys;
const key: ProofKey = { id: 'k1', secret: hashed!.secret! };
const claims = {
	siteId: vectors.site,
	key,
	event: vectors.event,
	accountId: vectors.account,
	eventId: vectors.claims.jti,
	properties: vectors.claims.props,
	now: vectors.claims.iat * 1_000,
};

const read = (token: string) =>
	token
		.split('.')
		.slice(0, 2)
		.map(
			(part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>,
		);

const find = (name: string) => vectors.good.find((vector) => vector.name === name)!.token;

async function importEd25519(hex: string): Promise<CryptoKey> {
	// PKCS #8 frame of RFC 8410 around the 32 bytes.
	const frame = Buffer.from(`302e020100300506032b657004220420${hex}`, 'hex');
	return crypto.subtle.importKey('pkcs8', frame, 'Ed25519', false, ['sign']);
}

describe('an event proof', () => {
	it('equals the shared vector for HS256', async () => {
		expect(await createEventProof(claims)).toBe(find('HS256'));
	});

	it('equals the shared vector for EdDSA', async () => {
		const privateKey = await importEd25519(signed!.private!);
		const proof = await createEventProof({ ...claims, key: { id: 'e1', privateKey } });
		expect(proof).toBe(find('EdDSA'));
	});

	it('accepts the secret as hex, base64url or bytes', async () => {
		const bytes = Uint8Array.from(Buffer.from(hashed!.secret!, 'hex'));
		for (const secret of [bytes, Buffer.from(bytes).toString('base64url')]) {
			const proof = await createEventProof({ ...claims, key: { id: 'k1', secret } });
			expect(proof).toBe(find('HS256'));
		}
	});

	it('can name a visitor who is not signed in, and generates its own ID', async () => {
		const { accountId, eventId, ...anonymous } = claims;
		const [header, payload] = read(
			await createEventProof({ ...anonymous, visitorId: vectors.visitor }),
		);
		expect(header).toEqual({ alg: 'HS256', kid: 'k1', typ: 'evp+jwt' });
		expect(payload).toMatchObject({ vid: vectors.visitor, exp: claims.now / 1_000 + 300 });
		expect(payload!['jti']).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-8/);
		expect(payload).not.toHaveProperty('sub');
		expect([accountId, eventId]).not.toContain(undefined);
	});

	it('is refused when it names no subject or two, has too long a lifetime, or a short secret', async () => {
		const nobody = { ...claims, accountId: undefined };
		await expect(createEventProof(nobody)).rejects.toThrow(TypeError);
		await expect(createEventProof({ ...claims, visitorId: 'v' })).rejects.toThrow(TypeError);
		for (const expiresIn of [0, 86_401, 1.5, NaN]) {
			await expect(createEventProof({ ...claims, expiresIn })).rejects.toThrow(RangeError);
		}
		for (const secret of ['', 'short', 'ab'.repeat(31), new Uint8Array(16)]) {
			const proof = createEventProof({ ...claims, key: { id: 'k1', secret } });
			await expect(proof).rejects.toThrow(TypeError);
		}
	});
});

describe('an identity proof', () => {
	it('has its own type, so that neither proof can replace the other', async () => {
		const [header, payload] = read(await createIdentityProof({ ...claims, expiresIn: 60 }));
		expect(header).toEqual({ alg: 'HS256', kid: 'k1', typ: 'idt+jwt' });
		expect(payload).toEqual({
			aud: vectors.site,
			iat: claims.now / 1_000,
			exp: claims.now / 1_000 + 60,
			sub: vectors.account,
		});
	});
});
