import { BlockList, isIP } from 'node:net';

import { parseNetwork } from './parse-network.ts';

/** Peers that are proxies whose forwarding headers are trusted. */
export type TrustedProxies = {
	/** Whether the address belongs to a trusted proxy. */
	includes(address: string): boolean;
	/**
	 * Address of the client of a request.
	 *
	 * @param peer address of the other end of the connection
	 * @param forwardedFor value of `X-Forwarded-For`, trusted only as far as trusted proxies wrote it
	 */
	findClient(peer: string, forwardedFor: string | undefined): string;
};

/**
 * Parses ranges such as `10.0.0.0/8`, `fd00::/8` and `192.0.2.7`. An entry that is neither an address nor a range in
 * CIDR notation throws an error that names it.
 */
export function parseTrustedProxies(ranges: readonly string[]): TrustedProxies {
	const list = new BlockList();
	for (const range of ranges) addRange(list, range);
	const includes = (address: string) => {
		const family = isIP(address);
		return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
	};
	return {
		includes,
		findClient(peer, forwardedFor) {
			let client = plainAddress(peer) ?? peer;
			const hops = forwardedFor?.split(',') ?? [];
			// Each proxy appends the address that it saw: addresses to the left of an untrusted one may be
			// forged.
			while (includes(client)) {
				const hop = plainAddress(hops.pop() ?? '');
				if (hop === undefined) break;
				client = hop;
			}
			return client;
		},
	};
}

function addRange(list: BlockList, range: string): void {
	const network = parseNetwork(range);
	if (!network) {
		throw new Error(
			`A trusted proxy is "${range}"; it must be an address or a range in CIDR notation, such as 10.0.0.0/8.`,
		);
	}
	list.addSubnet(network.address, network.prefixLength, network.family);
}

/**
 * Returns the address without a port, brackets, a zone or the prefix of IPv4 in IPv6; `undefined` when it
 * is not an address.
 */
function plainAddress(text: string): string | undefined {
	const bare = text
		.trim()
		.replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
		.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
		.replace(/^::ffff:(?=\d+\.)/i, '')
		.replace(/%.*$/, '');
	return isIP(bare) === 0 ? undefined : bare;
}
