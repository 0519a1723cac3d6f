import type { Server } from 'node:net';

import { normalizeAddress } from '../../supabase/functions/_shared/http/address.ts';

/**
 * Closes connections of an address that already has so many, so that nobody can use up those of the server. IPv6
 * counts by /64.
 *
 * @param isExempt whether an address may have more, such as that of a proxy
 */
export function limitConnections(
	server: Server,
	most: number,
	isExempt: (address: string) => boolean,
): void {
	const open = new Map<string, number>();
	server.on('connection', (socket) => {
		const peer = socket.remoteAddress?.replace(/^::ffff:/i, '');
		const address = peer && normalizeAddress(peer);
		if (!address || isExempt(peer)) return;
		const count = (open.get(address) ?? 0) + 1;
		if (count > most) {
			socket.destroy();
			return;
		}
		open.set(address, count);
		socket.once('close', () => {
			const left = open.get(address)! - 1;
			if (left > 0) open.set(address, left);
			else open.delete(address);
		});
	});
}
