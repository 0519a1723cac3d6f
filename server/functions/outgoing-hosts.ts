import { getServers } from 'node:dns';
import { isIPv4, isIPv6 } from 'node:net';

import { closedNetworks } from '../../supabase/functions/_shared/outgoing/public-address.ts';

/**
 * Returns the network permissions that Deno needs for HTTPS to every public IPv4 address, and to nothing else: networks
 * with the port, and this machine's name servers. The guard in the functions checks the same before each call.
 *
 * The list has no names, because a name may resolve to any address. It allows instead of denying, because Deno 2.9
 * permits `::ffff:10.0.0.1` where `10.0.0.0/8` is denied. It has no IPv6 networks, because Deno 2.9 does not support
 * them.
 */
export function outgoingHosts(): string[] {
	return [...publicNetworks().map((network) => `${network}:443`), ...getServers().map(nameServer)];
}

type Network = { start: number; prefix: number };

/** All IPv4 networks except the closed ones, in CIDR notation. */
export function publicNetworks(): string[] {
	const closed = closedNetworks.map(([address, prefix]) => ({ start: toNumber(address), prefix }));
	return subtract({ start: 0, prefix: 0 }, closed).map(
		({ start, prefix }) => `${toAddress(start)}/${prefix}`,
	);
}

function subtract(network: Network, closed: readonly Network[]): Network[] {
	if (closed.some((each) => contains(each, network))) return [];
	const inside = closed.filter((each) => contains(network, each));
	if (inside.length === 0) return [network];
	const prefix = network.prefix + 1;
	const halves = [network.start, network.start + sizeOf(prefix)];
	return halves.flatMap((start) => subtract({ start, prefix }, inside));
}

function contains(outer: Network, inner: Network): boolean {
	const end = outer.start + sizeOf(outer.prefix);
	return outer.prefix <= inner.prefix && outer.start <= inner.start && inner.start < end;
}

function sizeOf(prefix: number): number {
	return 2 ** (32 - prefix);
}

function toNumber(address: string): number {
	return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}

function toAddress(number: number): string {
	return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.');
}

// Node returns a name server without its port if that is the default.
function nameServer(server: string): string {
	if (isIPv4(server)) return `${server}:53`;
	return isIPv6(server) ? `[${server.split('%')[0]}]:53` : server;
}
