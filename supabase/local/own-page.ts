import type { IncomingMessage } from 'node:http';

const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * True when the request comes over loopback, names a loopback host, and no page of another host asks. The host
 * matters because a hostile page may point its own name at 127.0.0.1 (DNS rebinding).
 */
export function isOwnPage(request: IncomingMessage): boolean {
	const peer = request.socket.remoteAddress ?? '';
	if (peer !== '127.0.0.1' && peer !== '::1' && peer !== '::ffff:127.0.0.1') return false;
	if (request.headers['x-forwarded-for'] || request.headers.forwarded) return false;
	if (!isOwnHost(`http://${request.headers.host ?? ''}`)) return false;
	const origin = request.headers.origin;
	return origin === undefined || isOwnHost(origin);
}

function isOwnHost(address: string): boolean {
	const url = URL.parse(address);
	return url !== null && ownHosts.has(url.hostname);
}
