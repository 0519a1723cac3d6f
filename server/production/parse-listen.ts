/** The host and the port of `host:port`; brackets of an IPv6 address are taken off. */
export function parseListen(address: string): { host: string; port: number } {
	const colon = address.lastIndexOf(':');
	const host = address.slice(0, colon).replace(/^\[(.*)\]$/, '$1');
	return { host, port: Number(address.slice(colon + 1)) };
}
