import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** Length of Postgres' `ReadyForQuery`, which ends each response: `Z`, a length of 5, and the transaction's state. */
const readyLength = 6;

/**
 * Opens a socket to Postgres, and destroys it when an expected response has not arrived for `silenceMs`. Auth sets no
 * deadline for its statements, so on a hung backend they would never end. An idle connection stays open: if it were
 * closed, Auth's driver would not notice in time, and the next request would wait forever.
 *
 * @example
 * postgres({ socket: () => openSocket({ host: '127.0.0.1', port: 5432 }, 10_000) });
 */
export function openSocket(to: NetConnectOpts, silenceMs: number): Socket {
	const socket = connect(to);
	let tail = Buffer.alloc(0);
	socket.on('data', (data: Buffer) => {
		tail = Buffer.concat([tail, data.subarray(-readyLength)]).subarray(-readyLength);
		if (isReady(tail)) socket.setTimeout(0);
	});
	const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
	socket.write = (...given: unknown[]) => {
		socket.setTimeout(silenceMs);
		return write(...given);
	};
	return socket.on('timeout', () => socket.destroy());
}

function isReady(tail: Buffer): boolean {
	return tail.length === readyLength && tail[0] === 'Z'.charCodeAt(0) && tail.readInt32BE(1) === 5;
}
