import { describe, expect, test } from 'vitest';

import { parseTrustedProxies } from './trusted-proxies.ts';

const proxies = parseTrustedProxies(['127.0.0.0/8', '10.0.0.0/8', '::1', 'fd00::/8']);

describe('the address of the client', () => {
	test.each([
		['the peer, when it is not a proxy', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
		['the peer, without a header', '127.0.0.1', undefined, '127.0.0.1'],
		['the last entry of a trusted peer', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
		['not what the client forged', '127.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
		['found across several proxies', '10.0.0.1', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
		['not across an entry that is no address', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
		['the outermost proxy, when all are', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
		['without a port', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
		['IPv6 without brackets', '::1', '[2001:db8::7]:4711', '2001:db8::7'],
		['IPv4 of a socket for both families', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
		['IPv6 without a zone', '::1', 'fe80::7%eth0', 'fe80::7'],
		['IPv6 of a private range', 'fd00::1', '2001:db8::7', '2001:db8::7'],
	])('is %s', (_, peer, forwardedFor, expected) => {
		expect(proxies.findClient(peer, forwardedFor)).toBe(expected);
	});
});

test('nothing is trusted by default', () => {
	expect(parseTrustedProxies([]).findClient('127.0.0.1', '198.51.100.1')).toBe('127.0.0.1');
});

test.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8', '::/129', '*'])(
	'the range "%s" is refused, and the error names it',
	(range) => {
		expect(() => parseTrustedProxies([range])).toThrow(`A trusted proxy is "${range}"`);
	},
);
