import { describe, expect, it } from 'vitest';

import { createKeyring, equalTexts, isSealedWith, mintSecret } from './keyring.ts';
import { openProofKey, sealProofKey } from './proof-key.ts';
import { mintDebugToken, openDebugToken } from './debug-token.ts';

const keyring = createKeyring(mintSecret());
const bytes = crypto.getRandomValues(new Uint8Array(32));

it('a secret shorter than 32 bytes is refused, and the error names it', () => {
	expect(() => createKeyring('c2hvcnQ')).toThrow('FEEDBACK_SECRET');
	expect(() => createKeyring('not base64url!'.repeat(5))).toThrow('FEEDBACK_SECRET');
});

it('a signature for one purpose is not valid for another', async () => {
	const display = keyring.sign('display', 'text');
	const debug = keyring.sign('debug', 'text');
	expect(display).not.toEqual(debug);
	expect(keyring.sign('display', 'text')).toEqual(display);
});

it('encrypted data is decrypted only if it is unaltered, with the same context and secret', async () => {
	const sealed = await keyring.seal(bytes, 'here');
	expect(await keyring.open(sealed, 'here')).toEqual(bytes);
	expect(await keyring.open(sealed, 'there')).toBe(undefined);
	expect(await createKeyring(mintSecret()).open(sealed, 'here')).toBe(undefined);
	for (const at of [0, 5, sealed.length - 1]) {
		const altered = sealed.slice();
		altered[at]! ^= 1;
		expect(await keyring.open(altered, 'here')).toBe(undefined);
	}
	expect(await keyring.seal(bytes, 'here')).not.toEqual(sealed);
});

describe('a separate sealing key', () => {
	const [secret, first, second] = [mintSecret(), mintSecret(), mintSecret()];
	const before = createKeyring(secret);
	const announced = createKeyring(secret, { next: first });
	const active = createKeyring(secret, { current: first });

	it('encrypts for servers that only know it as the next one, and decrypts earlier data', async () => {
		expect(announced.sealingKey).toEqual(before.sealingKey);
		expect(await active.open(await before.seal(bytes, 'here'), 'here')).toEqual(bytes);
		const sealed = await active.seal(bytes, 'here');
		expect(await announced.open(sealed, 'here')).toEqual(bytes);
		expect(await active.open(sealed, 'there')).toBe(undefined);
		expect(await before.open(sealed, 'here')).toBe(undefined);
	});

	it('decrypts its own data for as long as it is the previous one', async () => {
		const sealed = await active.seal(bytes, 'here');
		const replaced = createKeyring(secret, { current: second, previous: first });
		expect(await replaced.open(sealed, 'here')).toEqual(bytes);
		expect(await createKeyring(secret, { current: second }).open(sealed, 'here')).toBe(undefined);
		expect(isSealedWith(active.sealingKey, sealed)).toBe(true);
		expect(isSealedWith(replaced.sealingKey, sealed)).toBe(false);
	});

	it('changes no signature', () => {
		expect(active.sign('token', 'text')).toEqual(before.sign('token', 'text'));
	});

	it('that is too short is refused, and the error names it', () => {
		for (const [name, sealing] of [
			['FEEDBACK_SEALING_SECRET', { current: 'c2hvcnQ' }],
			['FEEDBACK_SEALING_SECRET_NEXT', { next: 'c2hvcnQ' }],
			['FEEDBACK_SEALING_SECRET_PREVIOUS', { previous: 'c2hvcnQ' }],
		] as const) {
			expect(() => createKeyring(secret, sealing)).toThrow(`${name} must hold`);
		}
	});
});

it('a proof key cannot be moved to another site, id or algorithm', async () => {
	const sealed = await sealProofKey(keyring, 'site', 'k1', 'HS256', bytes);
	expect(await openProofKey(keyring, 'site', 'k1', 'HS256', sealed)).toBeInstanceOf(CryptoKey);
	expect(await openProofKey(keyring, 'other', 'k1', 'HS256', sealed)).toBe(undefined);
	expect(await openProofKey(keyring, 'site', 'k2', 'HS256', sealed)).toBe(undefined);
	expect(await openProofKey(keyring, 'site', 'k1', 'EdDSA', sealed)).toBe(undefined);
});

it('a debug token is valid for one hour on one site', async () => {
	const now = 1_800_000_000_000;
	const maker = crypto.randomUUID();
	const token = mintDebugToken(keyring, 'site', maker, now);
	expect(openDebugToken(keyring, 'site', token, now)).toBe(maker);
	expect(openDebugToken(keyring, 'site', token, now + 3_599_999)).toBe(maker);
	expect(openDebugToken(keyring, 'site', token, now + 3_600_000)).toBe(undefined);
	expect(openDebugToken(keyring, 'other', token, now)).toBe(undefined);
	expect(openDebugToken(keyring, 'site', token, now - 30_000)).toBe(maker);
	const longer = token.replace(/^\d+/, String(now + 3_600_001));
	expect(openDebugToken(keyring, 'site', longer, now + 1)).toBe(undefined);
	const other = token.replace(maker, crypto.randomUUID());
	expect(openDebugToken(keyring, 'site', other, now)).toBe(undefined);
	expect(openDebugToken(keyring, 'site', '', now)).toBe(undefined);
});

it('texts are compared completely', () => {
	expect(equalTexts('abc', 'abc')).toBe(true);
	expect(equalTexts('abc', 'abd')).toBe(false);
	expect(equalTexts('abc', 'abcd')).toBe(false);
});
