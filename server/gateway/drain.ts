import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type DrainOptions = {
	/**
	 * Milliseconds for which `/readyz` reports that the server is not ready while requests are still served, so that a
	 * load balancer sends new requests elsewhere. Each response closes its connection.
	 */
	lameDuckMs: number;
	/** Milliseconds that requests in progress may then take to finish. */
	timeoutMs: number;
};

/** Stops a server without interrupting requests. */
export type Drain = {
	isDraining(): boolean;
	/** Resolves when no request is in progress (or the time is up) and every connection is closed. Safe to repeat. */
	drain(options: DrainOptions): Promise<void>;
};

/** Milliseconds that a connection may need between being accepted and its first request. */
const lingerMs = 250;
const pollMs = 10;

export function prepareDrain(server: Server): Drain {
	const sockets = new Set<Socket>();
	const underWay = new Set<ServerResponse>();
	let draining: Promise<void> | undefined;
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	// Added first, so that a response is marked before its headers can be written.
	server.prependListener('request', (_, response) => {
		underWay.add(response);
		response.once('close', () => underWay.delete(response));
		if (draining) response.shouldKeepAlive = false;
	});

	async function run({ lameDuckMs, timeoutMs }: DrainOptions): Promise<void> {
		for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false;
		if (sockets.size > 0 || lameDuckMs > 0) await wait(lameDuckMs);
		// `server.close()` of HTTP would also cut idle connections, on which a request may just be arriving.
		NetServer.prototype.close.call(server);
		const closed = performance.now();
		const passed = () => performance.now() - closed;
		const linger = Math.min(lingerMs, lameDuckMs);
		while (sockets.size > 0 && passed() < timeoutMs) {
			if (underWay.size === 0 && passed() >= linger) break;
			await wait(pollMs);
		}
		server.closeAllConnections();
		for (const socket of sockets) socket.destroy();
	}

	return {
		isDraining: () => draining !== undefined,
		drain: (options) => (draining ??= run(options)),
	};
}
