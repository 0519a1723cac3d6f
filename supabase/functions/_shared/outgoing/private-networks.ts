import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Private networks that may be called, as the operator of the service allows. */
export type PrivateNetworks = { includes(address: string): boolean };

// Cloud providers serve the credentials of their machines at these addresses.
const neverAllowed = new BlockList();
neverAllowed.addSubnet('169.254.0.0', 16, 'ipv4');
neverAllowed.addSubnet('fe80::', 10, 'ipv6');
neverAllowed.addAddress('fd00:ec2::254', 'ipv6');

/**
 * Parses networks such as `10.0.0.0/8,fd00::/8`, separated by commas; single addresses too. Link-local
 * addresses are never included. Throws an error that names the invalid part.
 */
export function parsePrivateNetworks(text: string): PrivateNetworks {
	const allowed = new BlockList();
	for (const part of text.split(',').map((each) => each.trim())) {
		if (part !== '') add(allowed, part);
	}
	return {
		includes(address) {
			const family = isIPv4(address) ? 'ipv4' : 'ipv6';
			if (family === 'ipv6' && (!isIPv6(address) || address.includes('%'))) return false;
			return allowed.check(address, family) && !neverAllowed.check(address, family);
		},
	};
}

function add(list: BlockList, network: string): void {
	const [address = '', bits] = network.split('/');
	const family = isIPv4(address) ? 'ipv4' : 'ipv6';
	const most = family === 'ipv4' ? 32 : 128;
	const prefix = bits === undefined ? most : Number(bits);
	const isNetwork =
		(family === 'ipv4' || isIPv6(address)) &&
		/^[\da-f.:]+(\/\d{1,3})?$/i.test(network) &&
		prefix <= most;
	if (!isNetwork) {
		throw new Error(`${network} must be an IP address or network, such as 10.0.0.0/8.`);
	}
	list.addSubnet(address, prefix, family);
}
