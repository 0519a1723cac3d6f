import { once } from 'node:events';
import { connect } from 'node:net';

import type { DatabaseAddress } from '../../postgres/database-address.ts';

/**
 * Whether a server would open a session without TLS. Sends a start-up message, to which a server that requires TLS
 * responds with an error.
 */
export async function acceptsPlain({
	host,
	port,
	user,
	database,
}: DatabaseAddress): Promise<boolean> {
	const socket = connect({ host, port });
	try {
		await once(socket, 'connect');
		const text = `user\0${user}\0database\0${database}\0\0`;
		const message = Buffer.alloc(8 + Buffer.byteLength(text));
		message.writeInt32BE(message.length, 0);
		message.writeInt32BE(3 << 16, 4);
		message.write(text, 8);
		socket.write(message);
		const [answer] = (await once(socket, 'data')) as [Buffer];
		// R requests the password, so the session would continue without TLS.
		return answer.toString('latin1', 0, 1) === 'R';
	} finally {
		socket.destroy();
	}
}
