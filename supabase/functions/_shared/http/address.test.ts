import { describe, expect, it } from 'vitest';

import { createKeyring } from '../secrets/keyring.ts';
import { findAddress, findNetwork, hashAddress, normalizeAddress } from './address.ts';

describe('the address of a caller', () => {
	const headers = new Headers({ 'x-forwarded-for': '9.9.9.9, 203.0.113.7, 10.0.0.1' });

	it('is the address that the outermost trusted proxy received', () => {
		expect(findAddress(headers, '127.0.0.1', 1)).toBe('10.0.0.1');
		expect(findAddress(headers, '127.0.0.1', 2)).toBe('203.0.113.7');
		expect(findAddress(headers, '127.0.0.1', 0)).toBe('127.0.0.1');
	});

	it('is unknown if there are fewer proxies in the header than are trusted', () => {
		expect(findAddress(headers, '127.0.0.1', 4)).toBe(undefined);
		expect(findAddress(new Headers(), '127.0.0.1', 1)).toBe(undefined);
	});

	it('is unknown if the runtime does not say who has connected', () => {
		expect(findAddress(headers, undefined, 0)).toBe(undefined);
	});
});

it.each([
	['203.0.113.7', '203.0.113.7'],
	[' 203.0.113.7:4711 ', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
	['2001:DB8::1', '2001:db8:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['300.1.1.1', undefined],
	['unknown', undefined],
	['', undefined],
	['1:2', undefined],
])('the address %j counts as %j', (text, expected) => {
	expect(normalizeAddress(text)).toBe(expected);
});

it.each([
	['2001:db8:1:2::/64', '2001:db8:1::/48'],
	['0:0:0:0::/64', '0:0:0::/48'],
	['203.0.113.7', undefined],
])('the network of %j is %j', (address, expected) => {
	expect(findNetwork(address)).toBe(expected);
});

it('is stored only as a hash that changes with the day and the site', async () => {
	const keyring = createKeyring('A'.repeat(43));
	const noon = Date.UTC(2026, 0, 1, 12);
	const hash = (site: string, at: number) =>
		Buffer.from(hashAddress(keyring, site, '203.0.113.7', at)).toString('hex');
	const today = hash('a', noon);
	expect(today).toHaveLength(32);
	expect(hash('a', noon + 3_600_000)).toBe(today);
	expect(hash('a', noon + 86_400_000)).not.toBe(today);
	expect(hash('b', noon)).not.toBe(today);
});
