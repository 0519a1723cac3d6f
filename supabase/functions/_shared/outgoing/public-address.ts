import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges in the IANA registries that are not globally reachable: network and length of the prefix. */
export const closedNetworks = [
	...([
		['0.0.0.0', 8],
		['10.0.0.0', 8],
		['100.64.0.0', 10],
		['127.0.0.0', 8],
	] as const),
	...([
		['169.254.0.0', 16],
		['172.16.0.0', 12],
		['192.0.0.0', 24],
		['192.0.2.0', 24],
	] as const),
	...([
		['192.88.99.0', 24],
		['192.168.0.0', 16],
		['198.18.0.0', 15],
	] as const),
	...([
		['198.51.100.0', 24],
		['203.0.113.0', 24],
		['224.0.0.0', 3],
	] as const),
] as const;

const closed = new BlockList();
for (const [network, prefix] of closedNetworks) closed.addSubnet(network, prefix, 'ipv4');
const open = new BlockList();
open.addSubnet('2000::', 3, 'ipv6');
// Teredo and other protocol ranges, documentation, and 6to4, which embeds IPv4 addresses.
for (const [network, prefix] of [
	...([
		['2001::', 23],
		['2001:db8::', 32],
		['2002::', 16],
		['3fff::', 20],
	] as const),
] as const) {
	closed.addSubnet(network, prefix, 'ipv6');
}

/** Whether a network address belongs to the open internet. */
export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !closed.check(address, 'ipv4');
	if (!isIPv6(address) || address.includes('%')) return false;
	return open.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
