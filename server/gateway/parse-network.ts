import { isIP } from 'node:net';

/** An IP network, as `BlockList.addSubnet` takes it. */
export type Network = { address: string; prefixLength: number; family: 'ipv4' | 'ipv6' };

/** Parses a network in CIDR notation, such as `10.0.0.0/8`, or a single address; `undefined` when it is neither. */
export function parseNetwork(text: string): Network | undefined {
	const [address = '', length, ...rest] = text.split('/');
	const version = isIP(address);
	const bits = version === 4 ? 32 : 128;
	if (version === 0 || rest.length > 0 || !/^\d{1,3}$/.test(length ?? '0')) return undefined;
	const prefixLength = length === undefined ? bits : Number(length);
	if (prefixLength > bits) return undefined;
	return { address, prefixLength, family: version === 4 ? 'ipv4' : 'ipv6' };
}
