import type { Keyring } from '../secrets/keyring.ts';

/**
 * The caller's network address, as the outermost trusted proxy saw it. Entries further left in `x-forwarded-for` can be
 * forged.
 *
 * @param trusted number of our own proxies that append to `x-forwarded-for`; 0 uses the connection's own address.
 */
export function findAddress(
	headers: Headers,
	connected: string | undefined,
	trusted: number,
): string | undefined {
	if (trusted === 0) return connected && normalizeAddress(connected);
	const hops = headers.get('x-forwarded-for')?.split(',') ?? [];
	const hop = hops[hops.length - trusted];
	return hop === undefined ? undefined : normalizeAddress(hop);
}

/** Returns IPv4 unchanged and IPv6 cut to its /64, the prefix of one household. `undefined` for any other text. */
export function normalizeAddress(text: string): string | undefined {
	const bare = text.trim().replace(/^\[([^\]]*)\](:\d+)?$/, '$1');
	const four = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i.exec(bare)?.[1];
	if (four) return four.split('.').every((part) => Number(part) <= 255) ? four : undefined;
	const plain = bare.replace(/%.*$/, '');
	if (!plain.includes(':') || !URL.canParse(`http://[${plain}]`)) return undefined;
	const groups = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
	const [head, tail] = groups.map((half) => half.split(':').filter(Boolean));
	const zeros = groups.length === 2 ? 8 - head!.length - tail!.length : 0;
	const all = [...head!, ...Array<string>(zeros).fill('0'), ...(tail ?? [])];
	return `${all.slice(0, 4).join(':')}::/64`;
}

/** The /48 of an IPv6 address that `normalizeAddress` returned: one customer may have its 65,536 networks of /64. */
export function findNetwork(address: string): string | undefined {
	const prefix = /^((?:[^:]+:){2}[^:]+):[^:]+::\/64$/.exec(address)?.[1];
	return prefix && `${prefix}::/48`;
}

/** A hash that does not reveal the address: keyed, and different for each site and UTC day. */
export function hashAddress(
	keyring: Keyring,
	site: string,
	address: string,
	now: number,
): Uint8Array {
	const day = Math.floor(now / 86_400_000);
	return keyring.sign('address', `${site} ${day} ${address}`).slice(0, 16);
}

/** A hash that stays the same every day, for limits that last beyond midnight. */
export function hashCallerAddress(keyring: Keyring, address: string): Uint8Array {
	return keyring.sign('address', `oauth ${address}`).slice(0, 16);
}
