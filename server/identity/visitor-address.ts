import { BlockList, isIP } from 'node:net';

/** Finds the network address of the sender of a request. */
export type FindVisitorAddress = (
	/** Address at the other end of the connection; undefined for a Unix socket. */
	connected: string | undefined,
	forwardedFor: string | null,
) => string | undefined;

/**
 * Walks `X-Forwarded-For` from its end, past the proxies of these ranges: what stands before them can be forged.
 * Throws on a range that is neither an address nor CIDR.
 */
export function createVisitorAddressFinder(trustedProxies: readonly string[]): FindVisitorAddress {
	const trusted = readRanges(trustedProxies);
	return (connected, forwardedFor) => {
		const hops = (forwardedFor ?? '').split(',').map(bareAddress);
		// Only processes of this machine reach a Unix socket.
		let address = connected === undefined ? hops.pop() : bareAddress(connected);
		while (address !== undefined && isTrusted(trusted, address)) {
			const next = hops.pop();
			if (next === undefined || isIP(next) === 0) break;
			address = next;
		}
		return address !== undefined && isIP(address) !== 0 ? address : undefined;
	};
}

function readRanges(ranges: readonly string[]): BlockList {
	const list = new BlockList();
	for (const range of ranges) {
		const [address = '', prefix, ...rest] = range.split('/');
		const version = isIP(address);
		const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix);
		const isPrefix = /^\d{1,3}$/.test(prefix ?? '0') && bits <= (version === 4 ? 32 : 128);
		if (version === 0 || !isPrefix || rest.length > 0) {
			throw new Error(
				`trustedProxies has "${range}"; it must be an address or a range such as 10.0.0.0/8.`,
			);
		}
		list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
	}
	return list;
}

function isTrusted(trusted: BlockList, address: string): boolean {
	const version = isIP(address);
	return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** An IPv4 address that is written as IPv6 has two forms; some proxies add a port. */
function bareAddress(text: string): string {
	const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$/, '$1');
	return bare
		.replace(/^::ffff:(?=\d+\.)/i, '')
		.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
		.replace(/%.*$/, '');
}
